"""One core for each series, on a machine that several Dask workers, or several runs, may share."""

import socket
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, Self

from referee.bots.claim import claim_name

_BOOT_ID: Final = Path("/proc/sys/kernel/random/boot_id")


class Core:
    """A core that no other series of a cluster is pinned to on this machine; held until it is closed.

    Args:
        number: of the core.
        claim: what holds it (`bots.claim.claim_name`).
    """

    def __init__(self, number: int, claim: socket.socket) -> None:
        self.number = number
        self._claim = claim

    @classmethod
    def claim(cls, numbers: Iterable[int]) -> Self | None:
        """The first of some cores that is free; None if none is."""
        for number in numbers:
            if (claim := claim_name(f"core/{number}")) is not None:
                return cls(number, claim)
        return None

    def close(self) -> None:
        """Give it up."""
        self._claim.close()


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
