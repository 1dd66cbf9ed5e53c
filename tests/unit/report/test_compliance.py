"""An examination as a person and as a program reads it."""

import json
from collections.abc import Sequence
from dataclasses import replace
from io import StringIO

from rich.console import Console
from support.candidates import Stable, candidate
from support.fake_bot import FakeBot, Reply
from support.screens import shown

from referee.errors import CrashedError, Symptoms
from referee.play.records import Evidence
from referee.report.compliance import StepLines, StepPrinter, compliance_json
from referee.tournament.compliance.findings import ComplianceReport, Finding, Step, StepReport
from referee.tournament.compliance.series import plays_a_series


def lines(step: Step, finding: Finding, width: int = 80) -> list[str]:
    """The lines of a step."""
    return shown(StepLines(report=StepReport(step=step, finding=finding)), width).splitlines()


def illegal_turn() -> Finding:
    """A bot that plays a purple card with five colors, and writes something odd about it."""
    bot = FakeBot(script={(1, 3): Reply(turn="+P5 deck")}, log="one\n\x1b[31mtwo\x1b[0m")
    with candidate(Stable(make=lambda: bot)) as one:
        return plays_a_series(one)


def test_passed_step_is_one_line() -> None:
    """A mark, its number, its title, what was found."""
    assert lines(Step.STARTS, Finding.passed("ready after 1 s")) == [
        "✓   1  starts in time              ready after 1 s"
    ]


def test_skipped_step_says_so() -> None:
    """Why, in words."""
    assert lines(Step.LEAVES_NOTHING, Finding.skipped("step 15 failed")) == [
        "–  16  leaves no process           skipped: step 15 failed"
    ]


def printed(findings: Sequence[Finding]) -> list[str]:
    """The lines of the first steps, printed one after the other."""
    output = StringIO()
    printer = StepPrinter(Console(width=80, file=output))
    for step, finding in zip(Step, findings, strict=False):
        printer.show(StepReport(step=step, finding=finding))
    printer.end()
    return output.getvalue().splitlines()


def test_long_row_of_skipped_steps_is_one_line() -> None:
    """Of a bot that does not start there is nothing else to see; a shorter row tells which steps were skipped."""
    failed, skipped = Finding.failed("it exited"), Finding.skipped("step 1 failed")
    assert printed([failed, *[skipped] * 15]) == [
        "✗   1  starts in time              it exited",
        "–   2  to 16, 15 steps             skipped: step 1 failed",
    ]
    assert [line[:6] for line in printed([failed, *[skipped] * 5, failed, *[skipped] * 6])] == [
        "✗   1 ",
        *[f"–   {number} " for number in range(2, 7)],
        "✗   7 ",
        "–   8 ",
    ]


def test_rows_are_of_one_reason() -> None:
    """Another reason is another row."""
    rows = [Finding.skipped("one")] * 6 + [Finding.skipped("two")] * 6
    assert [line.rpartition(" ")[2] for line in printed(rows)] == ["one", "two"]


def test_long_sentence_stands_beside_its_title() -> None:
    """In as many lines as it needs, none with blanks at its end."""
    found = lines(Step.STOPS, Finding.failed("it did not end within 500 ms and had to be killed"), 60)
    assert found == [
        "✗  15  stops on SIGTERM            it did not end within",
        "                                   500 ms and had to be",
        "                                   killed",
    ]


def test_narrow_terminal_still_shows_all() -> None:
    """Lines then run over, but no word is lost."""
    found = " ".join(lines(Step.STOPS, Finding.failed("it did not end within 500 ms and had to be killed"), 20))
    assert "".join(found.split()).endswith("itdidnotendwithin500msandhadtobekilled")


def test_illegal_turn_is_shown_with_all_that_proves_it() -> None:
    """The view in the notation of records, the answer as turn and bytes, the legal turns, the log made harmless."""
    found = lines(Step.PLAYS, illegal_turn(), 100)
    assert found[0].startswith(
        "✗   3  plays a series              match 1, turn 3: greedy (first) played +P5 deck: purple"
    )
    labels = [line[7:18].strip() for line in found if not line[7:18].isspace() and line.startswith(" " * 7)]
    assert labels == [
        *("hand", "playable", "mine", "theirs", "draw from", "deck", "time left"),
        *("answered", "legal", "its log"),
    ]
    text = "\n".join(found)
    assert "       answered   +P5 deck, as 0a 06 08 65 10 01 18 07" in text
    assert "       its log    | one\n                  | \\x1b[31mtwo\\x1b[0m" in text
    assert "deck (" not in text
    assert "turns)" in text


def test_line_of_a_log_goes_on_behind_its_bar() -> None:
    """A bar stands beside what was written, and before nothing else; blanks at a line's beginning are the bot's own."""
    tail = f"{'y' * 60}\n\n    at home\n"
    assert lines(Step.OUTPUT, Finding.failed("no", log_tail=tail), 60)[1:] == [
        f"       its log    | {'y' * 40}",
        f"                    {'y' * 20}",
        "                  |",
        "                  |     at home",
    ]


def test_other_failures_do_not_list_legal_turns() -> None:
    """They have nothing to do with the rules."""
    crash = CrashedError("crashed: exited with status 3", Symptoms(exit_status=3, elapsed_ms=1))
    with candidate(Stable(make=lambda: FakeBot(script={(1, 3): Reply(error=crash)}))) as one:
        text = "\n".join(lines(Step.PLAYS, plays_a_series(one)))
    assert "       process    exited with status 3" in text
    assert "legal" not in text


def test_reply_that_is_no_turn_is_bytes() -> None:
    """An empty one in words, a long one cut."""
    failed = Finding.failed("bad", log_tail="x")
    empty = replace(failed, evidence=Evidence(reply=b""))
    assert lines(Step.PLAYS, empty)[1] == "       answered   nothing: no bytes"
    long = replace(failed, evidence=Evidence(reply=b"\xff" * 66))
    assert "".join(lines(Step.PLAYS, long)[1:]).endswith("ff … 2 bytes more")


def test_log_is_cut_to_its_last_lines() -> None:
    """Twenty of them."""
    finding = Finding.failed("bad", log_tail="\n".join(map(str, range(30))))
    assert [line.rpartition("| ")[2] for line in lines(Step.OUTPUT, finding)[1:]] == [*map(str, range(10, 30))]


def test_color_is_only_for_terminals() -> None:
    """Marks have their color, and failures a bold title."""
    report = StepLines(report=StepReport(step=Step.STOPS, finding=Finding.failed("no")))
    assert "\x1b" not in shown(report)
    assert "\x1b[1;31m✗\x1b[0m" in shown(report, color="standard")


def test_json_has_every_step_whole() -> None:
    """Number, key, status, sentence, figures, the fault and its evidence."""
    steps = [
        StepReport(step=Step.STARTS, finding=Finding.passed("ready", {"startup_ms": 310.5})),
        StepReport(step=Step.PLAYS, finding=illegal_turn()),
        StepReport(step=Step.MORE_SERIES, finding=Finding.skipped("step 3 failed")),
    ]
    document = json.loads(compliance_json(ComplianceReport(bot="greedy", started="greedy, in /bots", steps=steps)))
    head = {key: value for key, value in document.items() if key not in ("referee", "steps")}
    assert head == {
        "format": "lostcities-check/1",
        "bot": "greedy",
        "started": "greedy, in /bots",
        "boxed": False,
        "compliant": False,
    }
    passed, failed, skipped = document["steps"]
    assert passed == {
        "number": 1,
        "step": "starts",
        "title": "starts in time",
        "status": "passed",
        "sentence": "ready",
        "figures": {"startup_ms": 310.5},
        "fault": None,
        "evidence": None,
    }
    assert (failed["status"], failed["fault"], skipped["status"]) == ("failed", "illegal-turn", "skipped")
    evidence = failed["evidence"]
    assert (evidence["turn"], evidence["reply_hex"], evidence["limit_ms"]) == ("+P5 deck", "0a06086510011807", 1000)
    assert evidence["view"]["deck"] == "42"
    assert len(evidence["view"]["hand"].split()) == 8
    assert "+P5 deck" not in evidence["legal"]
    assert evidence["log_tail"] == "one\n\x1b[31mtwo\x1b[0m"


def test_json_has_nothing_that_a_terminal_acts_upon() -> None:
    """A bot's own words are all there, with the control characters as JSON writes them."""
    words = "\x9b31m\u202e\x7f"
    finding = Finding.failed("no", {"name": words}, log_tail=words)
    report = ComplianceReport(bot="x", started="x", steps=[StepReport(step=Step.STARTS, finding=finding)])
    written = compliance_json(report)
    assert all(line.isprintable() for line in written.splitlines())
    (step,) = json.loads(written)["steps"]
    assert (step["figures"]["name"], step["evidence"]["log_tail"]) == (words, words)
