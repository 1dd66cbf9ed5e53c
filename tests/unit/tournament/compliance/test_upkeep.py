"""The steps that look at output, memory and files."""

from pathlib import Path

import pytest
from support.candidates import Stable, candidate, said
from support.fake_bot import FakeBot

from referee.bots.connection import Method
from referee.tournament.compliance.amounts import MB
from referee.tournament.compliance.candidate import LOG_KB, Candidate, Sample
from referee.tournament.compliance.findings import Status
from referee.tournament.compliance.series import plays_a_series
from referee.tournament.compliance.tree import ProcessTree, Usage
from referee.tournament.compliance.upkeep import SAMPLE_LINES, does_not_flood, stays_small
from referee.tournament.compliance.witness import Call

TURN = Call(method=Method.TAKE_TURN, limit_ms=100, elapsed_ms=1, is_implemented=True)


def printing(size_bytes: int, *, turns: int = 10) -> Candidate:
    """A bot that printed so much in so many turns."""
    one = candidate(Stable(), log_kb=256)
    (Path(one._logs.name) / "1.log").write_bytes(b"la la la\n" * (size_bytes // 9) + b"." * (size_bytes % 9))
    one.seen.calls.extend([TURN] * turns)
    return one


def using(*samples: tuple[int, int, int]) -> Candidate:
    """A bot that used so many MB and files after so many matches."""
    one = candidate(Stable(), memory_mb=512, open_files=256)
    specimen = one.specimen
    for megabytes, files, matches in samples:
        usage = Usage(memory_bytes=megabytes * MB, processes=1, threads=9, files=files)
        one.seen.samples.append(Sample(usage=usage, specimen=specimen, matches=matches))
    return one


@pytest.mark.parametrize(
    ("size_bytes", "sentence"),
    [
        (0, "it prints nothing"),
        (900, "900 bytes for 10 turns"),
        (300 * 1024, "300 KB for 10 turns; a tournament keeps 256 KB, the beginning and the end"),
        (MB + 640 * 1024, "1.6 MB for 10 turns; a tournament keeps 256 KB, the beginning and the end"),
    ],
)
def test_output_within_bounds(size_bytes: int, sentence: str) -> None:
    """It is told how much there is, and that not all of it is kept."""
    with printing(size_bytes) as one:
        finding = does_not_flood(one)
    assert said(finding) == ("passed", sentence)
    assert finding.figures == {"written_bytes": size_bytes}


@pytest.mark.parametrize(
    ("size_bytes", "turns", "amount"),
    [
        (MB + 640 * 1024 + 1, 10, "1.6 MB for 10 turns"),
        (LOG_KB * 1024 * 3 // 4, 1000, "more than 12 MB for 1000 turns"),
    ],
)
def test_flood(size_bytes: int, turns: int, amount: str) -> None:
    """More than 64 KB a turn beyond the first MB, or as much as is looked at; with the few last lines of it."""
    with printing(size_bytes, turns=turns) as one:
        finding = does_not_flood(one)
    assert said(finding) == ("failed", f"{amount}, which slows it down and hides what matters: print less")
    assert finding.evidence is not None
    assert finding.evidence.log_tail.splitlines()[-SAMPLE_LINES:-1] == ["la la la"] * (SAMPLE_LINES - 1)
    assert len(finding.evidence.log_tail.splitlines()) == SAMPLE_LINES


def test_memory_is_told_with_its_growth() -> None:
    """From the first series to the last."""
    with using((30, 9, 3), (80, 12, 24), (35, 9, 45)) as one:
        finding = stays_small(one)
    assert said(finding) == (
        "passed",
        "35 MB of 512 MB, +5.0 MB over 42 matches; 1 process, 9 threads, 9 open files",
    )
    assert finding.figures["grown_bytes"] == 5 * MB


def test_memory_after_one_series_has_no_growth() -> None:
    """One sample says nothing of a trend."""
    with using((30, 9, 3)) as one:
        finding = stays_small(one)
    assert said(finding) == ("passed", "30 MB of 512 MB; 1 process, 9 threads, 9 open files")
    assert finding.figures["grown_bytes"] is None


@pytest.mark.parametrize(
    ("samples", "wrong"),
    [
        ([(30, 9, 3), (95, 9, 9)], "it grew by 65 MB, and is to play hundreds of matches"),
        ([(30, 300, 3), (30, 9, 9)], "it holds 300 files open, and 256 are allowed"),
        ([(513, 9, 3), (513, 9, 9)], "it used 513 MB, and 512 MB are allowed"),
    ],
)
def test_excess(samples: list[tuple[int, int, int]], wrong: str) -> None:
    """Too much growth, too many files at any time, too much memory."""
    with using(*samples) as one:
        status, sentence = said(stays_small(one))
    assert (status, sentence.split(";")[0]) == ("failed", wrong)


def test_peak_between_the_samples_counts() -> None:
    """What was seen after a turn."""
    with using((30, 9, 3)) as one:
        one.seen.peak_bytes = 700 * MB
        assert said(stays_small(one))[1].startswith("it used 700 MB, and 512 MB are allowed; 30 MB of 512 MB")


def test_growth_is_that_of_one_process() -> None:
    """A fresh one begins anew."""
    with using((30, 9, 3)) as one:
        one.retire()
        other = one.specimen
        usage = Usage(memory_bytes=200 * MB, processes=1, threads=9, files=9)
        one.seen.samples.append(Sample(usage=usage, specimen=other, matches=3))
        assert said(stays_small(one)) == ("passed", "200 MB of 512 MB; 1 process, 9 threads, 9 open files")


def test_processes_that_cannot_be_seen_are_not_judged() -> None:
    """Elsewhere than on Linux."""
    with candidate(Stable()) as one:
        assert said(stays_small(one)) == ("skipped", "there was no series in which its processes could be seen")


class Growing(ProcessTree):
    """A bot that uses 100 MB more each time one looks."""

    def __init__(self) -> None:
        self.used = 0

    def memory_bytes(self) -> int:
        """More and more."""
        self.used += 100 * MB
        return self.used

    def usage(self) -> None:
        """Not looked at."""


def test_bot_that_takes_all_memory_is_stopped_in_the_middle() -> None:
    """Before it hurts its author's machine; with what it wrote last."""
    with candidate(Stable(make=lambda: FakeBot(log="more"), tree=Growing())) as one:
        finding = plays_a_series(one)
        assert one.seen.peak_bytes == 600 * MB
    assert said(finding) == (
        "failed",
        "match 1, turn 11: greedy (first) uses 600 MB of memory, and 512 MB are allowed",
    )
    assert finding.status is Status.FAILED
