"""What every box of a tournament allows: plain values that cross to worker processes."""

from dataclasses import dataclass
from typing import Literal

BoxedLevel = Literal["standard", "strict"]


@dataclass(frozen=True, kw_only=True, slots=True)
class BoxSettings:
    """How bots are boxed.

    Attributes:
        level: `strict` has limits of the kernel besides.
        memory_mb: of one instance, in MiB.
        pids: processes and threads of one instance.
        tmp_mb: of its private /tmp, in MiB.
        open_files: file descriptors of one process.
        is_frozen_off_turn: whether it is stopped whenever it is not being asked.
        read_only: absolute paths it may read besides its folder and the system's.
        cgroup: folder of the control group below which strict boxes get theirs; None at standard.
    """

    level: BoxedLevel = "standard"
    memory_mb: int = 512
    pids: int = 64
    tmp_mb: int = 64
    open_files: int = 256
    is_frozen_off_turn: bool = True
    read_only: tuple[str, ...] = ()
    cgroup: str | None = None
