"""An examination of real bots: good ones pass, and each bad one fails in the step that it should fail in."""

import re
import time
from dataclasses import replace
from typing import Any, Final

import pytest
from support.bots import FOLDER, bad_bot
from support.example_bots import CLASSES
from support.example_bots import FOLDER as EXAMPLES
from support.processes import MARK, eventually
from support.reports import normal

from referee.bots.clock import ClockSettings
from referee.bots.launch import BotProcess, Guardian
from referee.bots.spec import BotSpec, ProcessSettings
from referee.errors import FaultKind
from referee.play.series import PlaySettings
from referee.rules.variant import Variant
from referee.tournament.compliance import series
from referee.tournament.compliance.candidate import Candidate, CheckSettings
from referee.tournament.compliance.examination import examine
from referee.tournament.compliance.findings import Finding, Status, Step

SETTINGS: Final = CheckSettings(play=PlaySettings(variant=Variant(), clock=ClockSettings()))
QUICK: Final = CheckSettings(play=PlaySettings(variant=Variant(), clock=ClockSettings(turn_ms=200, startup_ms=3000)))
NEEDS_SERIES: Final = {
    Step.OTHER_RULES,
    Step.ASKED_TWICE,
    Step.UNKNOWN_FIELDS,
    Step.CANCELLED_CALL,
    Step.SECOND_CLIENT,
}
TIMES: Final = "p50 0 ms, p99 0 ms, longest 0 ms of 0 ms; at most 0 ms of 0 ms a match"
FIELD: Final = "INVALID_ARGUMENT: what is field 3000?"
UNKNOWN: Final = "answered with gRPC status UNKNOWN: Exception calling application: "

Findings = dict[Step, Finding]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """One series a step."""
    monkeypatch.setattr(series, "ENOUGH_S", 0.0)


def odd_bot(mark: str, oddity: str, **fields: Any) -> BotSpec:
    """A bot that is honest but for one oddity (odd_bot.py)."""
    command = ("{python}", "-m", "support.odd_bot", oddity)
    return BotSpec(name="odd", command=command, dir=FOLDER.parent, env=((MARK, mark),), **fields)


def check(spec: BotSpec, settings: CheckSettings = SETTINGS) -> Findings:
    """What is found in every step."""
    with Candidate(spec, settings) as candidate:
        return {report.step: report.finding for report in examine(candidate)}


def failures(findings: Findings) -> dict[Step, str]:
    """The steps that failed, and why, without amounts."""
    return {step: normal(found.sentence) for step, found in findings.items() if found.status is Status.FAILED}


def skipped(findings: Findings) -> set[Step]:
    """The steps that were not taken."""
    return {step for step, found in findings.items() if found.status is Status.SKIPPED}


@pytest.mark.parametrize("file", CLASSES)
@pytest.mark.usefixtures("quick")
def test_example_bots_pass(mark: str, file: str) -> None:
    """Every step of it, in their own folder."""
    spec = BotSpec(name=file, command=("{python}", f"{file}.py"), dir=EXAMPLES, env=((MARK, mark),))
    findings = check(spec)
    assert list(findings) == list(Step)
    assert (failures(findings), skipped(findings)) == ({}, set())


@pytest.mark.parametrize("transport", ["unix", "tcp"])
@pytest.mark.usefixtures("quick")
def test_honest_bot_passes_over_either_transport(mark: str, transport: str) -> None:
    """A second client is answered over both."""
    findings = check(odd_bot(mark, "honest", transport=transport))
    assert (failures(findings), skipped(findings)) == ({}, set())


@pytest.mark.parametrize(
    ("oddity", "step", "sentence"),
    [
        ("unreadable", Step.DESCRIBES, "odd answered 0 B that are not a DescribeResponse"),
        (
            "careless",
            Step.OPTIONAL_CALLS,
            "in FinishMatch: odd answered FinishMatch with gRPC status UNKNOWN: Exception calling application: 'score'",
        ),
        ("once-only", Step.ASKED_TWICE, f"match 1, turn 1: odd (first) {UNKNOWN}1"),
        (
            "strict",
            Step.UNKNOWN_FIELDS,
            f"match 1, before the first turn: odd (first) answered StartSeries with gRPC status {FIELD}",
        ),
        (
            "strict-about-turns",
            Step.UNKNOWN_FIELDS,
            f"match 1, turn 1: odd (first) answered with gRPC status {FIELD}",
        ),
        ("chatty", Step.OUTPUT, "more than 0 B for 0 turn, which slows it down and hides what matters: print less"),
        ("deaf", Step.STOPS, "it did not end within 0 ms and had to be killed"),
    ],
)
@pytest.mark.usefixtures("quick")
def test_odd_bot_fails_in_one_step(mark: str, oddity: str, step: Step, sentence: str) -> None:
    """In that step alone, with that sentence; what needs it is skipped."""
    findings = check(odd_bot(mark, oddity))
    assert failures(findings) == {step: sentence}
    assert skipped(findings) == ({Step.LEAVES_NOTHING} if step is Step.STOPS else set())


@pytest.mark.usefixtures("quick")
def test_bot_that_takes_one_connection_only(mark: str) -> None:
    """The socket is gone for a second client; what the system says of it stands in the sentence."""
    found = failures(check(odd_bot(mark, "recluse")))
    assert list(found) == [Step.SECOND_CLIENT]
    assert found[Step.SECOND_CLIENT].startswith(
        "match 1, turn 1: odd (first) does not answer a second client: UNAVAILABLE: "
    )


@pytest.mark.usefixtures("quick")
def test_bot_that_ends_when_nobody_waits(mark: str) -> None:
    """After one of the cancelled calls; the first may not have reached it."""
    found = failures(check(odd_bot(mark, "offended")))
    assert list(found) == [Step.CANCELLED_CALL]
    sentence = r"match 1, turn (3|7|11): odd \(first\) crashed: exited with status 4"
    assert re.fullmatch(sentence, found[Step.CANCELLED_CALL])


@pytest.mark.usefixtures("quick")
def test_child_that_is_left(mark: str) -> None:
    """It is named; it is gone when the test ends, or the mark would be found."""
    found = failures(check(odd_bot(mark, "parent")))
    assert list(found) == [Step.LEAVES_NOTHING]
    assert found[Step.LEAVES_NOTHING].startswith("1 process ran on and had to be killed: python -S -c import time")


@pytest.mark.usefixtures("quick")
def test_crash_in_the_second_series(mark: str) -> None:
    """One series more in the same process; the bot's last words are there."""
    findings = check(odd_bot(mark, "second-series"))
    sentence = "match 1, before the first turn: odd (first) crashed: exited with status 3"
    assert failures(findings) == {Step.MORE_SERIES: sentence}
    assert skipped(findings) == NEEDS_SERIES
    evidence = findings[Step.MORE_SERIES].evidence
    assert evidence is not None
    assert (evidence.exit_status, evidence.log_tail) == (3, "not again")


@pytest.mark.usefixtures("quick")
def test_illegal_turn_when_only_the_deck_is_open(mark: str) -> None:
    """The piles are closed early in one of the series; the legal turns are there to compare with."""
    findings = check(odd_bot(mark, "hothead"))
    found = findings[Step.MORE_SERIES]
    assert failures(findings)[Step.LEGAL_TURNS] == "a turn was illegal or malformed: see step 4"
    assert found.kind is FaultKind.ILLEGAL_TURN
    assert found.sentence.endswith(": after turn 20 only the deck can be drawn from")
    assert found.evidence is not None
    assert {turn.split()[1] for turn in found.evidence.legal} == {"deck"}


@pytest.mark.usefixtures("quick")
def test_late_turn(mark: str) -> None:
    """Where it was late, and how late."""
    findings = check(odd_bot(mark, "slow"), QUICK)
    assert failures(findings) == {
        Step.PLAYS: "match 1, turn 9: odd (first) did not answer within 0 ms (0 ms)",
        Step.TIME: f"0 turn of 5 late: see step 3; {TIMES}",
    }


@pytest.mark.usefixtures("quick")
def test_growing_bot(mark: str) -> None:
    """A megabyte a turn is too much, long before it is too large."""
    findings = check(odd_bot(mark, "growing"))
    assert list(failures(findings)) == [Step.MEMORY]
    assert failures(findings)[Step.MEMORY].startswith("it grew by 0 B, and is to play hundreds of matches; ")


@pytest.mark.usefixtures("quick")
def test_bot_that_eats_memory(mark: str) -> None:
    """It is stopped at once when it uses more than it may."""
    found = failures(check(odd_bot(mark, "eating"), replace(SETTINGS, memory_mb=300)))
    assert list(found) == [Step.PLAYS, Step.MEMORY]
    assert found[Step.PLAYS].endswith("odd (first) uses 0 B of memory, and 0 B are allowed")


@pytest.mark.usefixtures("quick")
def test_bot_that_holds_many_files(mark: str) -> None:
    """More than one process may."""
    found = failures(check(odd_bot(mark, "collector")))
    assert list(found) == [Step.MEMORY]
    assert found[Step.MEMORY].startswith("it holds 309 files open, and 256 are allowed; ")


@pytest.mark.usefixtures("quick")
def test_bot_need_not_play_by_other_rules(mark: str) -> None:
    """It says no in time, and is compliant."""
    findings = check(odd_bot(mark, "five-only"))
    assert (failures(findings), skipped(findings)) == ({}, {Step.OTHER_RULES})
    assert findings[Step.OTHER_RULES].sentence.startswith("it refused 6 colors, bonus by numbers, handshakes alone")


@pytest.mark.parametrize(
    ("command", "begin"),
    [
        (
            ("no-such-bot",),
            "odd could not be started: there is no command 'no-such-bot' on PATH; likely: it is not installed",
        ),
        (
            ("{python}", "-S", "-c", "raise SystemExit('oh no')"),
            "odd exited with status 1 before it answered Describe; likely: an exception at start-up",
        ),
    ],
)
def test_bot_that_does_not_start(mark: str, command: tuple[str, ...], begin: str) -> None:
    """One step fails, with what the bot said, and all others are skipped."""
    findings = check(BotSpec(name="odd", command=command, env=((MARK, mark),)))
    assert failures(findings)[Step.STARTS].startswith(begin)
    assert [found.sentence for found in findings.values()][1:] == ["step 1 failed"] * 15
    evidence = findings[Step.STARTS].evidence
    assert evidence is not None
    assert evidence.log_tail == ("oh no" if "-c" in command else "")


def test_describe_that_hangs(mark: str) -> None:
    """The time to start bounds it."""
    started_s = time.monotonic()
    found = failures(check(bad_bot(mark, "hang"), QUICK))
    assert list(found) == [Step.STARTS]
    assert found[Step.STARTS].startswith("bad listens, but did not answer Describe within 0 ms; likely: ")
    assert time.monotonic() - started_s < 10


@pytest.mark.usefixtures("quick")
def test_remote_bot(mark: str, guardian: Guardian) -> None:
    """All but the steps that look at processes; and it lives on."""
    process = BotProcess(odd_bot(mark, "honest", transport="tcp"), ProcessSettings(), guardian)
    assert eventually(process.is_listening)
    findings = check(BotSpec(name="far", address=process.address))
    assert failures(findings) == {}
    assert skipped(findings) == {Step.OUTPUT, Step.MEMORY, Step.STOPS, Step.LEAVES_NOTHING}
    assert process.exit_status() is None
    process.stop()
