"""What a bot printed, as far as it is read and named here."""

import os
from pathlib import Path

from referee.bots.logs import KEPT_COUNT, TAIL_BYTES, BotLog


def write(log: BotLog, data: bytes) -> None:
    """As a keeper does."""
    os.pwrite(log.fileno(), data, os.fstat(log.fileno()).st_size)


def test_tail_is_the_last_lines() -> None:
    """Without the last line's end; bytes that are no text are replaced."""
    log = BotLog.create("a", None)
    assert log.tail() == ""
    write(log, b"".join(f"{number}\n".encode() for number in range(30)))
    assert log.tail() == "\n".join(map(str, range(10, 30)))
    write(log, b"\xff half")
    assert log.tail(2) == "29\n\ufffd half"
    log.close()


def test_tail_is_bounded() -> None:
    """One line without an end is cut, too."""
    log = BotLog.create("a", None)
    write(log, b"x" * 10 * TAIL_BYTES)
    assert log.tail() == "x" * TAIL_BYTES
    log.close()


def test_log_with_words_stays_and_an_empty_one_goes(tmp_path: Path) -> None:
    """In a folder of the bot's own."""
    talkative, silent = BotLog.create("a", tmp_path), BotLog.create("a", tmp_path)
    assert len(list((tmp_path / "a").iterdir())) == 2
    write(talkative, b"words")
    talkative.close()
    silent.close()
    assert [path.read_bytes() for path in (tmp_path / "a").iterdir()] == [b"words"]


def test_newest_logs_are_kept(tmp_path: Path) -> None:
    """By their names, which begin with the time; another bot's are left alone."""
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    old = [tmp_path / bot / f"20000101T0000{second:02}Z-1-0001.log" for bot in "ab" for second in range(40)]
    for path in old:
        path.touch()
    BotLog.create("a", tmp_path).close()
    assert sorted((tmp_path / "a").iterdir()) == old[40 - KEPT_COUNT + 1 : 40]
    assert len(list((tmp_path / "b").iterdir())) == 40


def test_logs_of_a_clock_that_was_wrong_do_not_displace_newer_ones(tmp_path: Path) -> None:
    """They would be the newest for years, and each new log be removed as the oldest."""
    (tmp_path / "a").mkdir()
    for second in range(KEPT_COUNT):
        (tmp_path / "a" / f"29990101T0000{second:02}Z-1-0001.log").touch()
    logs = [BotLog.create("a", tmp_path) for _ in range(3)]
    for number, log in enumerate(logs):
        write(log, f"{number}".encode())
        log.close()
    kept = sorted((tmp_path / "a").iterdir())
    assert len(kept) == KEPT_COUNT
    assert [path.read_text() for path in kept[:3]] == ["0", "1", "2"]
