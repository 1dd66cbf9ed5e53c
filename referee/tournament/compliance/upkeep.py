"""Steps: what the bot costs its host, in output, memory and files."""

from typing import Final

from referee.bots.connection import Method
from referee.tournament.compliance.amounts import KB, MB, counted, size
from referee.tournament.compliance.candidate import LOG_KB, Candidate
from referee.tournament.compliance.findings import Figures, Finding

START_BYTES: Final = MB
TURN_BYTES: Final = 64 * KB
"""What a bot may print when it starts, and for each turn: far more than anybody reads."""

SAMPLE_LINES: Final = 5
"""Shown of what floods: enough to know it by."""

GROWTH_BYTES: Final = 64 * MB
"""What a bot may grow by after its first series; caches that fill and collectors that wait need less."""


def does_not_flood(candidate: Candidate) -> Finding:
    """What it prints is bounded; a tournament keeps only some of it."""
    sizes = candidate.log_sizes
    written = sum(sizes)
    turns = sum(call.method is Method.TAKE_TURN for call in candidate.seen.calls)
    amount = f"{size(written)} for {counted(turns, 'turn')}"
    # A log that was full keeps three quarters of its limit or more.
    is_full = any(size_bytes >= LOG_KB * KB * 3 / 4 for size_bytes in sizes)
    if is_full or written > START_BYTES + TURN_BYTES * turns:
        sentence = f"{'more than ' if is_full else ''}{amount}, which slows it down and hides what matters: print less"
        sample = "\n".join(candidate.log_tail().splitlines()[-SAMPLE_LINES:])
        return Finding.failed(sentence, {"written_bytes": written}, log_tail=sample)
    if written > candidate.settings.log_kb * KB:
        amount += f"; a tournament keeps {candidate.settings.log_kb} KB, the beginning and the end"
    return Finding.passed(amount if written else "it prints nothing", {"written_bytes": written})


def stays_small(candidate: Candidate) -> Finding:
    """Its processes stay within the limits of the tournament, and do not grow from series to series."""
    samples, settings = candidate.seen.samples, candidate.settings
    if not samples:
        return Finding.skipped("there was no series in which its processes could be seen")
    first, last = next(one for one in samples if one.specimen is samples[-1].specimen), samples[-1]
    usage, grown = last.usage, last.usage.memory_bytes - first.usage.memory_bytes
    peak = max(candidate.seen.peak_bytes, usage.memory_bytes)
    sentence = f"{size(usage.memory_bytes)} of {settings.memory_mb} MB"
    if first is not last:
        matches = last.matches - first.matches
        sentence += f", {'+' if grown >= 0 else '−'}{size(abs(grown))} over {counted(matches, 'match', 'matches')}"
    sentence += f"; {counted(usage.processes, 'process', 'processes')}, {counted(usage.threads, 'thread')}"
    sentence += f", {counted(usage.files, 'open file')}"
    figures: Figures = {
        "memory_bytes": usage.memory_bytes,
        "grown_bytes": None if first is last else grown,
        "peak_bytes": peak,
        "processes": usage.processes,
        "threads": usage.threads,
        "files": usage.files,
    }
    if wrong := _excess(candidate, peak, grown, max(one.usage.files for one in samples)):
        return Finding.failed(f"{wrong}; {sentence}", figures)
    return Finding.passed(sentence, figures)


def _excess(candidate: Candidate, peak: int, grown: int, files: int) -> str:
    """What is too much, in words; nothing if all is well."""
    settings = candidate.settings
    if peak > settings.memory_mb * MB:
        return f"it used {size(peak)}, and {settings.memory_mb} MB are allowed"
    if grown > GROWTH_BYTES:
        return f"it grew by {size(grown)}, and is to play hundreds of matches"
    if files > settings.open_files:
        return f"it holds {files} files open, and {settings.open_files} are allowed"
    return ""
