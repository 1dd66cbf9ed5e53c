"""The filter, run by a small interpreter of its programs: what it answers to each call."""

import errno
import struct
from collections.abc import Iterator

import pytest

from referee.bots.isolation.seccomp import filter_program

X86, ARM = 0xC000003E, 0xC00000B7
ALLOW = "allow"
NEW_USER = 0x10000000


def run(program: bytes, *, arch: int, call: int, first: int = 0, second: int = 0) -> str | int:
    """What a program answers: `allow`, or the errno that the caller gets."""
    data = struct.pack("<iIQQQQQQQ", call, arch, 0, first, second, 0, 0, 0, 0)
    steps = [struct.unpack_from("=HBBI", program, offset) for offset in range(0, len(program), 8)]
    value, place = 0, 0
    while True:
        code, if_true, if_false, operand = steps[place]
        place += 1
        if code == 0x20:
            (value,) = struct.unpack_from("<I", data, operand)
        elif code == 0x06:
            return ALLOW if operand == 0x7FFF0000 else operand & 0xFFFF
        else:
            is_so = {0x15: value == operand, 0x35: value >= operand, 0x45: bool(value & operand)}[code]
            place += if_true if is_so else if_false


def machines() -> Iterator[tuple[str, int, dict[str, int]]]:
    """Each machine with the numbers of a few calls, by its kernel's headers."""
    names = ("read", "setsid", "setpgid", "clone", "clone3", "unshare", "socket", "fcntl", "ptrace", "timer_create")
    yield "x86_64", X86, dict(zip(names, (0, 112, 109, 56, 435, 272, 41, 72, 101, 222), strict=True))
    yield "aarch64", ARM, dict(zip(names, (63, 157, 154, 220, 435, 97, 198, 25, 117, 107), strict=True))


@pytest.mark.parametrize(("machine", "arch", "calls"), list(machines()))
def test_calls_are_answered(machine: str, arch: int, calls: dict[str, int]) -> None:
    """Ordinary ones are allowed; leaving the group is pretended; the rest is refused."""
    program = filter_program(machine)
    assert program is not None

    def answer(name: str, first: int = 0, second: int = 0) -> str | int:
        return run(program, arch=arch, call=calls[name], first=first, second=second)

    assert answer("read") == ALLOW
    assert (answer("setsid"), answer("setpgid")) == (0, 0)
    for name in ("unshare", "ptrace", "timer_create"):
        assert answer(name) == errno.EPERM
    assert answer("clone3") == errno.ENOSYS  # so that the C library falls back to clone, which can be looked at
    assert answer("clone", 0x003D0F00) == ALLOW  # a thread
    assert answer("clone", 17) == ALLOW  # a fork
    assert answer("clone", NEW_USER | 17) == errno.EPERM
    assert answer("socket", 1) == ALLOW
    assert answer("socket", 2) == ALLOW
    assert answer("socket", 40) == errno.EAFNOSUPPORT
    assert answer("fcntl", 3, 4) == ALLOW
    assert answer("fcntl", 3, 10) == errno.EPERM


def test_calls_of_another_kind_are_refused() -> None:
    """Those of 32 bits, and of x32, have other numbers: they would get round it."""
    program = filter_program("x86_64")
    assert program is not None
    assert run(program, arch=0x40000003, call=0) == errno.EPERM
    assert run(program, arch=X86, call=0x40000000 | 112) == errno.ENOSYS


def test_unknown_machine_has_none() -> None:
    """What rests on it is then found missing."""
    assert filter_program("riscv64") is None
