"""The system calls that a boxed bot is denied, as a filter in the kernel's form (a classic BPF program).

Everything else is allowed: namespaces, user id and capabilities do the rest. Sources: the numbers are those of
asm/unistd_64.h and asm-generic/unistd.h, the form that of seccomp(2) and linux/filter.h.
"""

import errno
import struct
from dataclasses import dataclass
from typing import Final

_LOAD: Final = 0x20  # a word of seccomp_data, at an offset
_EQUAL: Final = 0x15
_AT_LEAST: Final = 0x35
_ANY_BIT: Final = 0x45
_RETURN: Final = 0x06

_NUMBER, _ARCH, _FIRST, _SECOND = 0, 4, 16, 24  # offsets; of the arguments the lower halves (little endian)

_ALLOW: Final = 0x7FFF0000
_ERRNO: Final = 0x00050000
_PRETEND: Final = _ERRNO  # error 0: the caller is told that it was done
_REFUSE: Final = _ERRNO | errno.EPERM
_UNKNOWN: Final = _ERRNO | errno.ENOSYS

_X32: Final = 0x40000000
_NEW_NAMESPACES: Final = 0x7E020000  # CLONE_NEWNS | NEWCGROUP | NEWUTS | NEWIPC | NEWUSER | NEWPID | NEWNET
_AF_VSOCK: Final = 40
_F_SETSIG: Final = 10

# name: (x86_64, aarch64), what it returns
_WHOLE: Final[dict[str, tuple[tuple[int, int], int]]] = {
    # leaving the process group, or the core that a series has
    "setsid": ((112, 157), _PRETEND),
    "setpgid": ((109, 154), _PRETEND),
    "sched_setaffinity": ((203, 122), _REFUSE),
    # having oneself woken by SIGCONT
    "timer_create": ((222, 107), _REFUSE),
    "mq_notify": ((244, 184), _REFUSE),
    # namespaces; clone is looked at below, clone3 keeps its flags where no filter can look
    "unshare": ((272, 97), _REFUSE),
    "setns": ((308, 268), _REFUSE),
    "clone3": ((435, 435), _UNKNOWN),
    # memory that belongs to no process
    "shmget": ((29, 194), _UNKNOWN),
    "msgget": ((68, 186), _UNKNOWN),
    "memfd_secret": ((447, 447), _UNKNOWN),
    # other processes
    "ptrace": ((101, 117), _REFUSE),
    "process_vm_readv": ((310, 270), _REFUSE),
    "process_vm_writev": ((311, 271), _REFUSE),
    # keyrings are the user's, in whatever box
    "add_key": ((248, 217), _REFUSE),
    "request_key": ((249, 218), _REFUSE),
    "keyctl": ((250, 219), _REFUSE),
    # large and young parts of the kernel that no bot needs; io_uring also gets round this filter
    "bpf": ((321, 280), _REFUSE),
    "perf_event_open": ((298, 241), _REFUSE),
    "userfaultfd": ((323, 282), _REFUSE),
    "io_uring_setup": ((425, 425), _UNKNOWN),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class _Machine:
    """One kind of processor: its AUDIT_ARCH, its column above, and the calls whose arguments are looked at."""

    arch: int
    column: int
    clone: int
    socket: int
    fcntl: int


_MACHINES: Final = {
    "x86_64": _Machine(arch=0xC000003E, column=0, clone=56, socket=41, fcntl=72),
    "aarch64": _Machine(arch=0xC00000B7, column=1, clone=220, socket=198, fcntl=25),
}


def filter_program(machine: str) -> bytes | None:
    """The filter for a kind of processor as `uname -m` names it; None for one it is not known for."""
    kind = _MACHINES.get(machine)
    if kind is None:
        return None
    steps = [
        (_LOAD, 0, 0, _ARCH),
        (_EQUAL, 1, 0, kind.arch),
        (_RETURN, 0, 0, _REFUSE),
        (_LOAD, 0, 0, _NUMBER),
        (_AT_LEAST, 0, 1, _X32),
        (_RETURN, 0, 0, _UNKNOWN),
    ]
    for numbers, answer in _WHOLE.values():
        steps += [(_EQUAL, 0, 1, numbers[kind.column]), (_RETURN, 0, 0, answer)]
    steps += _look(kind.clone, _FIRST, _ANY_BIT, _NEW_NAMESPACES, _REFUSE)
    steps += _look(kind.socket, _FIRST, _EQUAL, _AF_VSOCK, _ERRNO | errno.EAFNOSUPPORT)
    steps += _look(kind.fcntl, _SECOND, _EQUAL, _F_SETSIG, _REFUSE)
    steps.append((_RETURN, 0, 0, _ALLOW))
    return b"".join(struct.pack("=HBBI", *step) for step in steps)


def _look(call: int, argument: int, test: int, value: int, answer: int) -> list[tuple[int, int, int, int]]:
    """Steps that answer a call if one of its arguments is such, and allow it otherwise; others go on below."""
    return [
        (_EQUAL, 0, 4, call),
        (_LOAD, 0, 0, argument),
        (test, 0, 1, value),
        (_RETURN, 0, 0, answer),
        (_RETURN, 0, 0, _ALLOW),
    ]
