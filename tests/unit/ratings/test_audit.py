"""The luck audit: bots that draw better than chance."""

import math
import random
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from support.league import series, standings, tally
from support.records import encounter, eventful_folder, new_store, play_series

from referee.errors import ReplayError
from referee.luck import match_luck
from referee.play.records import SeriesEnd
from referee.ratings.audit import LuckAudit, audit_luck, record_luck
from referee.ratings.standings import build_standings
from referee.results.reader import Results
from referee.results.rows import SeriesResult
from referee.rules.variant import Variant


def encounters(lucks: Iterable[float], *, losers: tuple[str, ...] = ()) -> list[SeriesResult]:
    """Encounters of a and b; the luck of each lies in leg 1, which is lost by the losers."""
    return [
        replace(leg, luck=None if leg.losers else luck if leg.leg == 1 else 0.0)
        for round_, luck in enumerate(lucks, 1)
        for leg in (
            series("a", "b", (30, 10), round_=round_, losers=losers),
            series("a", "b", (30, 10), round_=round_, leg=2),
        )
    ]


def no_luck(leg: SeriesResult) -> float:
    """Nobody is to ask."""
    raise AssertionError(leg)


def chance(count: int, mean: float = 0.0) -> list[float]:
    """Lucks with a scatter of 20 points."""
    dice = random.Random(count)
    return [dice.gauss(mean, 20) for _ in range(count)]


def test_fair_draws() -> None:
    """Luck that is chance is audited and not reported."""
    assert audit_luck(tally(encounters(chance(400))), no_luck) == LuckAudit(bot_count=2, findings=())


def test_lucky_bot() -> None:
    """A bot that draws better is reported, and so is the one it meets; z is mean / (sd / √count)."""
    lucks = chance(100, 20)
    found = {one.bot: one for one in audit_luck(tally(encounters(lucks)), no_luck).findings}
    halves = [luck / 2 for luck in lucks]
    mean = sum(halves) / 100
    deviation = math.sqrt(sum((luck - mean) ** 2 for luck in halves) / 99)
    assert found["a"].mean == pytest.approx(mean)
    assert found["a"].z == pytest.approx(mean / (deviation / 10))
    assert found["b"].z == pytest.approx(-found["a"].z)
    assert found["a"].encounter_count == 100


@pytest.mark.parametrize(("z", "found"), [(3.95, False), (4.05, True)])
def test_four_errors(z: float, *, found: bool) -> None:
    """From four standard errors on it is no chance any more."""
    scatter = math.sqrt(40 - 1)  # half of the encounters so far above the mean, and half so far below: the error is 1
    lucks = [2 * (z + scatter), 2 * (z - scatter)] * 20
    assert bool(audit_luck(tally(encounters(lucks)), no_luck).findings) is found


def test_largest_first() -> None:
    """The findings are sorted by how far they are from chance, to either side, then by name."""
    strong = [replace(leg, a="c", b="d") for leg in encounters(chance(40, 80))]
    findings = audit_luck(tally([*encounters(chance(40, 40)), *strong]), no_luck).findings
    assert [found.bot for found in findings] == ["c", "d", "a", "b"]


@pytest.mark.parametrize(("count", "audited"), [(29, 0), (30, 2)])
def test_thirty_encounters(count: int, audited: int) -> None:
    """From thirty encounters on a bot is audited."""
    assert audit_luck(tally(encounters(chance(count, 99))), no_luck).bot_count == audited


def test_no_luck_at_all() -> None:
    """Self-play of a deterministic bot has a luck of 0 in every encounter: no finding."""
    assert audit_luck(tally(encounters([0.0] * 40)), no_luck).findings == ()


@pytest.mark.parametrize("last", [8.0, 8.001])
def test_always_the_same_luck(last: float) -> None:
    """The same luck in every encounter, or nearly, is no chance, though it has no error: z stays finite."""
    findings = audit_luck(tally(encounters([8.0] * 39 + [last])), no_luck).findings
    assert [(round(found.mean, 3), found.z) for found in findings] == [(4, 99), (-4, -99)]


def test_crashing_when_unlucky() -> None:
    """A bot that fails whenever it is unlucky is lucky in what is left; the audit counts up to the fault."""
    lucks = chance(300)
    kept = encounters(luck for luck in lucks if luck > -5)
    failed = [luck for luck in lucks if luck <= -5]
    lost = [replace(leg, round=leg.round + 1000, number=leg.round) for leg in encounters(failed, losers=("a",))]
    assert audit_luck(tally(kept), no_luck).findings
    whole = audit_luck(tally(kept + lost), lambda leg: failed[leg.number - 1])
    assert whole == LuckAudit(bot_count=2, findings=())


def test_withdrawn_series_have_no_luck() -> None:
    """An encounter that was never begun has no draws: it does not count."""
    gone = [replace(leg, match_count=0, luck=None, end=SeriesEnd.WITHDRAWN) for leg in encounters([0.0] * 99)]
    assert audit_luck(tally(gone), no_luck).bot_count == 0


@pytest.mark.parametrize(("a", "b"), [("a", "c"), ("0", "a")])
def test_encounter_with_a_fault_counts(a: str, b: str) -> None:
    """It counts towards the thirty of those who played it, also where one of its legs was never begun."""
    cut, unplayed = encounters([80.0], losers=(a,))
    broken = [replace(cut, a=a, b=b), replace(unplayed, a=a, b=b, match_count=0, luck=None, end=SeriesEnd.WITHDRAWN)]
    audit = audit_luck(tally([*encounters(chance(29, 80)), *broken]), lambda leg: 80.0 if leg.match_count else 1e9)
    side = 40 if a == "a" else -40
    (found,) = audit.findings
    assert audit.bot_count == 1
    assert (found.bot, found.encounter_count) == ("a", 30)
    assert found.mean == pytest.approx((sum(chance(29, 80)) / 2 + side) / 30)


def test_only_audited_bots_are_asked_for() -> None:
    """No record is read while nobody has thirty encounters."""
    assert audit_luck(tally(encounters(chance(20), losers=("a",))), no_luck).bot_count == 0


def test_remark_and_fact() -> None:
    """A finding stands first below the table, and the facts count it."""
    table = standings(["a", "b"], encounters(chance(100, 20)))
    assert table.remarks[0].startswith("luck audit: a draws better than chance, +8.5 ")
    assert table.remarks[1].startswith("luck audit: b draws worse than chance, -8.5 ")
    (fact,) = (fact for fact in table.facts if fact.startswith("Luck: "))
    assert "audit of 2 bots: 2 reported above." in fact


def test_luck_of_a_forfeited_series() -> None:
    """Matches played out give their luck, the one that a fault ended its opening and its draws up to the fault."""
    record = play_series(encounter()[0])
    cut = replace(record.matches[1], turns=record.matches[1].turns[:7], luck=None)
    first, second = record.matches[0], match_luck(cut.deal.cards, cut.turns, Variant())
    assert len(second.terms) <= 7
    expected = (first.luck or 0) - second.total  # a begins match 1, b match 2
    assert record_luck(replace(record, matches=(first, cut)), Variant()) == pytest.approx(expected)


def test_luck_before_the_first_turn() -> None:
    """A match without a turn has its opening hands."""
    record = play_series(encounter()[0])
    match = replace(record.matches[0], turns=(), luck=None)
    assert record_luck(replace(record, matches=(match,)), Variant()) == pytest.approx(
        match_luck(match.deal.cards, (), Variant()).opening
    )


def test_record_against_the_rules() -> None:
    """Stored turns that are not possible are told with their place."""
    record = play_series(encounter()[0])
    turns = record.matches[0].turns
    broken = replace(record.matches[0], turns=turns[1:], luck=None)
    with pytest.raises(ReplayError, match=r"series 1, match 1: the stored turns break the rules: .*referee verify"):
        record_luck(replace(record, matches=(broken,)), Variant())


def test_from_stored_results(tmp_path: Path) -> None:
    """The luck of forfeited series is worked out from their records, and the table stands."""
    eventful_folder(tmp_path)
    with Results.open(tmp_path) as results:
        table = build_standings(results)
        legs = [leg for leg in results.series_rows() if leg.end is SeriesEnd.FORFEIT]
        lucks = [record_luck(results.record(leg.number), results.variant) for leg in legs]
    assert legs
    assert all(map(math.isfinite, lucks))
    assert table.luck.audit == LuckAudit(bot_count=0, findings=())


def test_half_an_encounter(tmp_path: Path) -> None:
    """Half an encounter is in no audit: what was dealt in it is still secret."""
    rows = encounter()
    with new_store(tmp_path, rows) as store:
        row = next(iter(store.pending(1)))
        store.save(row, play_series(row))
    with Results.open(tmp_path) as results:
        table = build_standings(results)
    assert table.luck.precision.encounter_count == 0
    assert (table.luck.audit or LuckAudit(bot_count=9, findings=())).bot_count == 0
