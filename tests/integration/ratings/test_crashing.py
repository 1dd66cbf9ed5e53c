"""A bot that crashes every series it is losing: through real series, stored and read again."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from support.fake_bot import FakeBot, Policy, discarding
from support.records import encounter, finish, lively, new_store, play_series

from referee.errors import CrashedError, FaultKind
from referee.play.records import SeriesEnd, SeriesRecord
from referee.ratings.facts import Facts
from referee.ratings.standings import Standings, StandingsRow, build_standings, compose
from referee.results.reader import Results
from referee.results.rows import SeriesResult, SeriesRow
from referee.rules.turns import Turn

ROUNDS = 6


def quitting(request: Any) -> Turn:
    """Plays anything, but crashes at the start of the last match if it is behind by then."""
    if request.match_number == 3 and request.view.my_points < request.view.opponent_points:
        raise CrashedError("ended with exit status 1")
    return lively(request)


HONEST: dict[str, Policy] = {"calm": discarding, "quitter": lively, "wild": lively}
"""calm scores 0 a match, the others some 60 below that and hardly ever more."""
QUITTING = HONEST | {"quitter": quitting}


def rows() -> list[SeriesRow]:
    """Three bots, all rounds."""
    pairs = [("calm", "wild"), ("calm", "quitter"), ("quitter", "wild")]
    return [
        row
        for round_ in range(1, ROUNDS + 1)
        for pairing, (a, b) in enumerate(pairs, 1)
        for row in encounter(a, b, pairing=pairing, round=round_)
    ]


@cache
def played(*, quits: bool) -> dict[int, SeriesRecord]:
    """All series by number."""
    policies = QUITTING if quits else HONEST
    return {
        number: play_series(
            replace(row, number=number), (FakeBot(policy=policies[row.a]), FakeBot(policy=policies[row.b]))
        )
        for number, row in enumerate(rows(), 1)
    }


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Standings]:
    """The standings of the honest and of the quitting league, and of the latter without its broken encounters."""
    found = {}
    for name, quits in (("honest", False), ("quitting", True)):
        folder = tmp_path_factory.mktemp(name)
        with new_store(folder, rows()) as store:
            finish(store, played(quits=quits))
        with Results.open(folder) as results:
            found[name] = build_standings(results)
            found["never met"] = without_broken(results)
    return found


def without_broken(results: Results) -> Standings:
    """The standings as if encounters with a forfeit had never been planned."""
    series = list(results.series_rows())
    broken = {(leg.a, leg.b, leg.round) for leg in series if leg.end is not SeriesEnd.PLAYED}
    facts = Facts(header=results.header, stages=results.stages(), counts=results.counts())
    kept = [leg for leg in series if (leg.a, leg.b, leg.round) not in broken]
    return compose(kept, [], bots=results.bots(), facts=facts, luck_of=_nobody)


def _nobody(leg: SeriesResult) -> float:
    raise AssertionError(leg)


def row_of(table: Standings, bot: str) -> StandingsRow:
    """A bot's row."""
    return next(row for row in table.rows if row.bot == bot)


def test_crashes_are_there(tables: dict[str, Standings]) -> None:
    """The bot crashed in most of its series, and in all that it was losing."""
    assert dict(row_of(tables["quitting"], "quitter").faults)[FaultKind.CRASHED] >= ROUNDS * 2
    assert row_of(tables["honest"], "quitter").fault_count == 0


def test_gains_nothing(tables: dict[str, Standings]) -> None:
    """No points, no place, no Elo."""
    honest, quitting_ = (row_of(tables[name], "quitter") for name in ("honest", "quitting"))
    assert quitting_.points <= honest.points
    assert (quitting_.place or 0) >= (honest.place or 0)
    assert quitting_.elo is not None
    assert honest.elo is not None
    assert quitting_.elo.value <= honest.elo.value


def test_has_no_strength_and_no_average(tables: dict[str, Standings]) -> None:
    """Beyond 5 % of its encounters neither is shown, and the reason is."""
    row = row_of(tables["quitting"], "quitter")
    assert (row.strength, row.average_score) == (None, None)
    reason = "no Strength, no average: quitter, whose own faults left out more than 5 % of their encounters"
    assert reason in tables["quitting"].remarks


ATTRIBUTES: list[Callable[[StandingsRow], float]] = [
    lambda row: row.points,
    lambda row: -(row.place or 9),
    lambda row: row.elo.value if row.elo is not None else -9999,
]


@pytest.mark.parametrize("bot", ["calm", "wild"])
@pytest.mark.parametrize("attribute", ATTRIBUTES, ids=["points", "place", "Elo"])
def test_costs_the_others_nothing(
    tables: dict[str, Standings], bot: str, attribute: Callable[[StandingsRow], float]
) -> None:
    """Its opponents lose nothing by its crashes."""
    assert attribute(row_of(tables["quitting"], bot)) >= attribute(row_of(tables["honest"], bot))


@pytest.mark.parametrize("bot", ["calm", "wild"])
def test_others_as_if_never_met(tables: dict[str, Standings], bot: str) -> None:
    """Strength, its error and the average of the others are what they were without the broken encounters."""
    now, then = (row_of(tables[name], bot) for name in ("quitting", "never met"))
    assert now.strength is not None
    assert then.strength is not None
    assert (now.strength.value, now.strength.error) == pytest.approx((then.strength.value, then.strength.error))
    assert now.average_score == pytest.approx(then.average_score)


def test_share_left_out_is_told(tables: dict[str, Standings]) -> None:
    """How much is missing stands below the table."""
    (line,) = [line for line in tables["quitting"].remarks if line.startswith("left out of Strength and averages: ")]
    assert line.endswith("%), for a forfeit in them")
    assert tables["honest"].remarks == ()
