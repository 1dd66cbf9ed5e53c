"""A log file that never grows beyond its limit."""

import os
import tempfile
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.bots.output import CappedOutput

LIMIT_BYTES = 4096


@pytest.fixture
def fd() -> Iterator[int]:
    """An empty file without a name."""
    with tempfile.TemporaryFile() as file:
        yield file.fileno()


def content(fd: int) -> bytes:
    """All of the file."""
    return os.pread(fd, 10 * LIMIT_BYTES, 0)


def test_what_fits_is_kept_whole(fd: int) -> None:
    """Up to the last byte."""
    log = CappedOutput(fd, LIMIT_BYTES)
    log.write(b"a" * 1000)
    log.write(b"b" * (LIMIT_BYTES - 1000))
    assert content(fd) == b"a" * 1000 + b"b" * (LIMIT_BYTES - 1000)


def test_what_is_too_much_is_cut_out_of_the_middle(fd: int) -> None:
    """The beginning stays, the newest stays, and a line says how much is missing."""
    log = CappedOutput(fd, LIMIT_BYTES)
    lines = [f"line {number}\n".encode() for number in range(10_000)]
    for line in lines:
        log.write(line)
    head, note, tail = content(fd).partition(b" bytes left out \xe2\x80\xa6]\n")
    head, _, left_out = head.partition(b"\n[\xe2\x80\xa6 ")
    whole = b"".join(lines)
    assert note
    assert head == whole[: LIMIT_BYTES // 2]
    assert whole.endswith(tail)
    assert len(tail) >= LIMIT_BYTES // 4
    assert int(left_out) == len(whole) - len(head) - len(tail)


@given(st.lists(st.integers(min_value=0, max_value=3 * LIMIT_BYTES), max_size=20))
def test_limit_holds_for_any_sizes(sizes: list[int]) -> None:
    """Also for one write that is larger than the limit."""
    with tempfile.TemporaryFile() as file:
        log = CappedOutput(file.fileno(), LIMIT_BYTES)
        whole = b""
        for number, size in enumerate(sizes):
            data = bytes([number]) * size
            log.write(data)
            whole += data
            kept = content(file.fileno())
            assert len(kept) <= LIMIT_BYTES
            assert kept.startswith(whole[: LIMIT_BYTES // 2])
            assert kept.endswith(whole[-LIMIT_BYTES // 4 :])


def test_full_disk_costs_only_the_log() -> None:
    """A file that cannot be written to is no reason to fail."""
    with open("/dev/full", "r+b", buffering=0) as full:  # noqa: PTH123 - a device
        CappedOutput(full.fileno(), LIMIT_BYTES).write(b"lost")
