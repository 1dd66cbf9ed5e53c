"""One core for each series, on a machine that several Dask workers, or several runs, may share."""

import socket
from collections.abc import Sequence
from pathlib import Path
from typing import Final

_BOOT_ID: Final = Path("/proc/sys/kernel/random/boot_id")


def machine() -> str:
    """What names this machine, the same in all its containers; where the kernel has no such name, that of the host."""
    try:
        return _BOOT_ID.read_text().strip()
    except OSError:
        return socket.gethostname()


def preferred(numbers: Sequence[int], place: int) -> list[int]:
    """Cores in the order in which a place is to try them: it differs from that of places whose claims are not seen.

    Args:
        numbers: of the cores.
        place: its number among all places of the machine.
    """
    turn = place % len(numbers) if numbers else 0
    return [*numbers[turn:], *numbers[:turn]]
