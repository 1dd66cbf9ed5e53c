"""What proves a fault, harmless whatever a bot wrote."""

from dataclasses import replace

import pytest
from support.records import HOSTILE, eventful_records
from support.screens import shown

from referee.errors import FaultKind
from referee.play.records import Evidence, Fault
from referee.report.evidence import EvidencePage
from referee.rules.state import Seat

FAULT = Fault(
    bot="greedy",
    seat=Seat.SECOND,
    kind=FaultKind.CRASHED,
    match=2,
    turn=17,
    detail="match 2, turn 17: greedy (second) crashed: killed by SIGKILL",
    elapsed_ms=12.34,
)


def page(**evidence: object) -> str:
    """The page of a fault with some evidence."""
    return shown(EvidencePage(replace(FAULT, evidence=Evidence(**evidence))))  # type: ignore[arg-type]  # fields by name


def test_sentence_and_time() -> None:
    """Kind, sentence, elapsed time of its limit, and the referee's own part in it."""
    text = page(limit_ms=1000, lag_ms=0.26, exit_status=-9)
    assert text.startswith("crashed · match 2, turn 17: greedy (second) crashed: killed by SIGKILL\ntime\n")
    assert "  12.3 ms of 1000.0 ms; the referee's own delay 0.3 ms\nprocess\n  killed by SIGKILL\n" in text


def test_before_the_first_turn() -> None:
    """Where nothing was asked there is no time, no view, no reply."""
    text = shown(EvidencePage(replace(FAULT, turn=0, elapsed_ms=None)))
    assert text.split("\n")[1:] == ["process", "  still running, or not started by the referee", ""]


@pytest.mark.parametrize(
    ("is_remote", "words"),
    [(False, "still running"), (True, "not started by the referee: the bot runs elsewhere")],
)
def test_process_without_an_exit_status(*, is_remote: bool, words: str) -> None:
    """It goes on, or was never the referee's, where that is known."""
    assert shown(EvidencePage(FAULT, is_remote=is_remote)).endswith(f"process\n  {words}\n")


def test_turns_stay_on_one_line() -> None:
    """In the sentence and among the legal turns, which are indented where they go on."""
    fault = eventful_records()[3].matches[1].faults[0]
    for width in range(40, 80):
        lines = shown(EvidencePage(fault), width).split("\n")
        start = lines.index("legal turns (43)") + 1
        assert all(line.rstrip(",").endswith((" deck", " Y", " R")) for line in lines[start:] if line)
        assert [len(line) - len(line.lstrip()) for line in lines[start:-1]] == [2] + [4] * (len(lines) - start - 2)
        assert "+P6 deck" in "\n".join(lines[:4])


def test_bot_that_could_not_be_started_had_no_process() -> None:
    """One that was started, and then given up, may run on; of this one more is known."""
    detail = "match 1, before the first turn: greedy (second) could not be started: there is no command 'x' on PATH"
    fault = replace(FAULT, kind=FaultKind.NOT_STARTED, turn=0, elapsed_ms=None, detail=detail)
    assert shown(EvidencePage(fault), 200).split("\n")[1:] == ["process", "  there was none", ""]


def test_view_as_sent() -> None:
    """The view is decoded field by field; the reply stands in hex and decoded; legal turns are listed."""
    fault = eventful_records()[3].matches[1].faults[0]
    text = shown(EvidencePage(fault), 200)
    assert "    deck_count: 40\n" in text
    assert "answered (8 bytes)\n  0a 06 08 66 10 01 18 07\n  turn {\n    card: CARD_PURPLE_6\n" in text
    assert "legal turns (43)\n  +B2 Y, +B2 R" in text


def test_undecodable() -> None:
    """Bytes that are no message are shown as bytes."""
    text = page(request=b"\xff\xff", reply=b"\xff\x00")
    assert "asked\n  not decodable\n" in text
    assert "answered (2 bytes)\n  ff 00\n  not decodable\n" in text


def test_empty_reply() -> None:
    """No bytes at all are a reply too."""
    assert "answered (0 bytes)\n" in page(reply=b"")


def test_long_reply_is_cut() -> None:
    """64 KiB are shown as the first 256 bytes and the number of the others."""
    text = page(reply=bytes(65536))
    assert " … 65280 more" in text
    assert len(text) < 3000


def test_log_is_escaped_and_cut() -> None:
    """The last forty lines, each escaped and cut."""
    text = page(log_tail="\n".join(f"{number} {HOSTILE}" for number in range(50)) + "x" * 1000)
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "\\x1b[31mred" in text
    assert "… 60 lines before" in text  # each of the fifty has a line end inside
    assert "…\n" in text


def test_sentence_is_escaped() -> None:
    """Status texts of bots stand in the sentence, and reach no terminal."""
    text = shown(EvidencePage(replace(FAULT, detail=f"greedy {HOSTILE}")))
    assert "\x1b" not in text
    assert "greedy \\x1b[31mred" in text
