"""Time in real tournaments: the margin, the bank, late answers, and who is charged for what."""

import pytest
from support.real_run import Run, command_output, example_bot, faults_of, run_referee, write_toml, zoo_bot
from support.zoo.show import Zoo

from referee.errors import FaultKind
from referee.play.records import SeriesEnd


def test_margin_is_tolerated_and_told(zoo: Zoo) -> None:
    """Two slow turns in each match, counted with the bot that used the margin, in the record and below the table."""
    run = zoo("late")
    for record in run.series_of("in-the-margin"):
        for match in record.matches:
            side = match.bots.index("in-the-margin")
            assert match.margin_uses[side] == 2
            assert sum(ms > 300 for ms in match.think_ms[side::2]) == 2
    with command_output("standings", str(run.folder)) as table:
        assert "eyond the limit but within the margin: in-the-margin in 12 of " in " ".join(table.split())


def test_late_answers_are_never_used(zoo: Zoo) -> None:
    """A bot that was late once a match goes on: each note is of its own turn, and there is none of a late one."""
    for record in zoo("late, substituted").series_of("late-once"):
        for match in record.matches:
            (late,) = match.substituted
            assert (late.kind, late.turn) == (FaultKind.TIMEOUT, 2 + (match.bots[0] == "late-once"))
            assert late.turn not in match.notes
            assert {number: f"turn {number}" for number in match.notes} == match.notes
            assert sorted(match.notes) == list(range(late.turn + 2, len(match.turns) + 1, 2))


def test_fault_keeps_its_evidence(zoo: Zoo) -> None:
    """What was asked, the legal turns, the limit, the time, the last words."""
    (fault,) = faults_of(zoo("late").series_of("late")[0])
    evidence = fault.evidence
    assert (evidence.limit_ms, evidence.reply, evidence.exit_status, evidence.log_tail) == (300, None, None, "up")
    assert fault.elapsed_ms is not None
    assert fault.elapsed_ms > 800
    assert evidence.request
    assert len(evidence.legal) > 8


@pytest.fixture(scope="module")
def banked(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A bank of a second and no turn limit: one thinks 0.3 s a turn, one thinks 0.05 s and has it given back."""
    folder = tmp_path_factory.mktemp("bank")
    clock = {"turn_ms": 0, "bank_ms": 1000, "increment_ms": 50, "margin_ms": 20, "notify_ms": 10_000}
    bots = [example_bot("discarder"), zoo_bot("thinker", "thinks 0.3")]
    write_toml(folder, bots, {"clock": clock})
    return run_referee(folder)


def test_bank_runs_out(banked: Run) -> None:
    """A quarter of a second a turn, until there is too little in it; the sentence tells how much that was."""
    assert (banked.code, banked.left) == (0, [])
    for record in banked.records():
        (fault,) = faults_of(record)
        limit_ms = fault.evidence.limit_ms
        assert limit_ms is not None
        assert (fault.kind, record.end) == (FaultKind.TIMEOUT, SeriesEnd.FORFEIT)
        assert fault.reason.startswith(f"did not answer within {limit_ms:.0f} ms (")
        match = record.matches[-1]
        bank_ms = 1000.0
        for used_ms in match.think_ms[match.bots.index("thinker") :: 2][:-1]:
            bank_ms = max(0.0, bank_ms - used_ms) + 50
        assert limit_ms == pytest.approx(bank_ms, abs=0.1)
        assert 0 <= limit_ms < 300
