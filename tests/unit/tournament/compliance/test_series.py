"""The steps in which whole series are played."""

from collections.abc import Callable

import pytest
from support.candidates import Stable, candidate, said
from support.fake_bot import FakeBot, Reply, by_hash

from referee.bots.connection import Answer, Method
from referee.errors import CrashedError, FaultKind, LateError, NotStartedError, StalledError, Symptoms
from referee.rules.variant import Variant
from referee.tournament.compliance import series
from referee.tournament.compliance.candidate import Candidate
from referee.tournament.compliance.findings import Finding, Status, Step
from referee.tournament.compliance.series import plays_a_series, plays_by_other_rules, plays_more
from referee.wire._gen.lostcities.v1 import bot_service_pb2 as service

Take = Callable[[Candidate], Finding]


@pytest.fixture(autouse=True)
def _slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every bot is slow: one series a step."""
    monkeypatch.setattr(series, "ENOUGH_S", -1.0)


class Picky(FakeBot):
    """Refuses every series by rules that its log does not name: `5`, `6`, `numbers`, `early`."""

    def call(
        self, method: Method, request: bytes, *, limit_ms: float, margin_ms: float, optional: bool = False
    ) -> Answer | None:
        """Refuse, or answer."""
        if method is Method.START_SERIES:
            rules = service.StartSeriesRequest.FromString(request).rules
            wanted = {str(rules.colors)}
            wanted |= {"numbers"} if rules.bonus_counts == 2 else set()
            wanted |= {"early"} if rules.deck_only_after < 100 else set()
            if not wanted <= set(self.log.split()):
                raise NotStartedError("refused the series: not these", Symptoms(elapsed_ms=1))
        return super().call(method, request, limit_ms=limit_ms, margin_ms=margin_ms, optional=optional)


def picky(accepted: str) -> Stable:
    """Bots that accept only rules of these words."""
    return Stable(make=lambda: Picky(log=accepted, policy=by_hash))


def rules_seen(stable: Stable) -> list[tuple[int, int, int, int]]:
    """Colors, bonus, handshakes alone and end of the piles of every series that was played."""
    told = [request.rules for bot in stable.bots for request in bot.requests(Method.START_SERIES)]
    return [(one.colors, one.bonus_counts, one.handshakes_alone, one.deck_only_after) for one in told]


def seats_seen(bot: FakeBot) -> set[int]:
    """0 and 1 if the bot moved first in some matches and second in others."""
    return {request.turn_number % 2 for request in bot.requests(Method.TAKE_TURN)}


def test_first_series_is_by_the_rules_of_the_tournament() -> None:
    """Three matches in both seats, and what came of them in words and figures."""
    stable = Stable(make=lambda: FakeBot(policy=by_hash))
    with candidate(stable) as one:
        finding = plays_a_series(one)
        assert [step for step, _ in one.seen.matches] == [Step.PLAYS] * 3
    assert finding.status is Status.PASSED
    assert rules_seen(stable) == [(5, 1, 1, 300)]
    assert seats_seen(stable.bots[0]) == {0, 1}
    turns, mine, theirs = (finding.figures[key] for key in ("turns", "points", "opponent_points"))
    assert finding.sentence == f"1 series, {turns} turns, {mine} : {theirs} points; 5 colors"


def test_examination_repeats_itself() -> None:
    """The same bot gets the same cards, opponent and random seed, so that a rare mistake comes again."""
    findings = []
    for _ in range(2):
        stable = Stable(make=lambda: FakeBot(policy=by_hash))
        with candidate(stable) as one:
            findings.append([step(one).figures for step in (plays_a_series, plays_more, plays_by_other_rules)])
    assert findings[0] == findings[1]
    assert len({figures["turns"] for figures in findings[0]}) == 3


def test_rules_of_the_tournament_may_not_be_refused() -> None:
    """The bot would lose every series."""
    with candidate(picky("6")) as one:
        finding = plays_a_series(one)
    assert said(finding) == (
        "failed",
        "match 1, before the first turn: greedy (first) refused the series: not these",
    )
    assert finding.kind is FaultKind.NOT_STARTED


def test_more_series_end_the_piles_early() -> None:
    """In the same process, and the bot is asked for turns in which only the deck is open."""
    stable = Stable()
    with candidate(stable) as one:
        plays_a_series(one)
        finding = plays_more(one)
    assert finding.sentence.endswith("; 5 colors, piles closed after turn 20")
    assert rules_seen(stable) == [(5, 1, 1, 300), (5, 1, 1, 20)]
    views = [request.view for request in stable.bots[0].requests(Method.TAKE_TURN)]
    assert any(not view.turns_until_deck_only and view.discard_piles for view in views)
    assert "stop" not in stable.acts[:-1]


def test_other_rules_are_all_changed() -> None:
    """Six colors, and the other way to count both bonus and handshakes."""
    stable = Stable()
    with candidate(stable) as one:
        finding = plays_by_other_rules(one)
    assert rules_seen(stable) == [(6, 2, 2, 400)]
    assert seats_seen(stable.bots[0]) == {0, 1}
    assert finding.sentence.endswith("; 6 colors, bonus by numbers, handshakes alone free")


def test_fast_bot_plays_by_all_variants_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight series, or as many as fit."""
    monkeypatch.setattr(series, "ENOUGH_S", 1000.0)
    monkeypatch.setattr(series, "SERIES_COUNT", 4)
    stable = Stable()
    with candidate(stable) as one:
        finding = plays_by_other_rules(one)
    assert [seen[:2] for seen in rules_seen(stable)] == [(6, 2), (6, 1), (5, 2), (6, 2)]
    assert finding.figures["series"] == 4
    assert "; 6 colors, bonus by numbers, handshakes alone free; 6 colors; 5 colors, bonus" in finding.sentence


def test_refusal_of_an_early_end_is_told_and_the_main_rules_are_played() -> None:
    """The second series in a process is played in any case."""
    stable = picky("5")
    with candidate(stable) as one:
        finding = plays_more(one)
    assert finding.status is Status.PASSED
    assert finding.sentence.endswith("; 5 colors; it refused 5 colors, piles closed after turn 20: not these")
    assert rules_seen(stable) == [(5, 1, 1, 300)]
    assert stable.acts == ["stop"], "stopped at the end only: to refuse is no fault"


def test_as_much_of_other_rules_as_it_accepts() -> None:
    """Six colors with the usual way to count."""
    stable = picky("6")
    with candidate(stable) as one:
        finding = plays_by_other_rules(one)
    assert finding.status is Status.PASSED
    assert rules_seen(stable) == [(6, 1, 1, 400)]


def test_bot_need_not_play_by_other_rules() -> None:
    """A bot that refuses them all is as compliant as before."""
    with candidate(picky("5")) as one:
        finding = plays_by_other_rules(one)
    refusals = [
        f"it refused {words}: not these"
        for words in (
            "6 colors, bonus by numbers, handshakes alone free",
            "6 colors",
            "5 colors, bonus by numbers, handshakes alone free",
        )
    ]
    assert said(finding) == ("skipped", "; ".join([*refusals, "it need not play by them"]))


@pytest.mark.parametrize("take", [plays_a_series, plays_more, plays_by_other_rules])
def test_fault_fails_the_step_and_costs_the_process(take: Take) -> None:
    """With its sentence, its kind and its evidence; the next step gets a fresh process."""
    stable = Stable(make=lambda: FakeBot(script={(2, 6): Reply(turn="-Y2 Y")}, log="hm"))
    with candidate(stable) as one:
        finding = take(one)
        assert stable.acts == ["stop"]
        assert one.specimen.callee is not stable.bots[0]
    assert (finding.status, finding.kind) == (Status.FAILED, FaultKind.ILLEGAL_TURN)
    assert finding.sentence.startswith("match 2, turn 6: greedy (second) played -Y2 Y: ")
    assert finding.evidence is not None
    assert finding.evidence.legal
    assert finding.evidence.reply
    assert finding.evidence.log_tail == "hm"


def test_crash_at_the_start_is_no_refusal() -> None:
    """Whatever the rules are."""
    error = CrashedError("crashed: exited with status 3", Symptoms(elapsed_ms=1))
    with candidate(Stable(make=lambda: FakeBot(failures={Method.START_SERIES: error}))) as one:
        finding = plays_by_other_rules(one)
    assert said(finding)[0] == "failed"
    assert finding.sentence.endswith("greedy (first) crashed: exited with status 3")


def test_stall_of_this_machine_is_no_fault() -> None:
    """It is passed on, for the step to be taken again."""
    stall = StalledError("stood still", LateError("late"))

    class Stalling(FakeBot):
        def call(self, *_: object, **__: object) -> None:
            raise stall

    with candidate(Stable(make=Stalling)) as one, pytest.raises(StalledError):
        plays_a_series(one)


def test_other_number_of_colors_is_the_other_one() -> None:
    """A tournament with six colors has five as its other rules."""
    assert series._recolored(Variant(colors=6, deck_only_after=7)) == Variant()
