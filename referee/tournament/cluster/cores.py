"""One core for each series, on a machine that several Dask workers, or several runs, may share."""

import socket
from collections.abc import Iterable
from typing import Self


class Core:
    """A core that no other series of a cluster is pinned to on this machine; held until it is closed.

    What holds it is the name of an abstract unix socket: it is gone with this process, however that ends.

    Args:
        number: of the core.
        claim: the socket.
    """

    def __init__(self, number: int, claim: socket.socket) -> None:
        self.number = number
        self._claim = claim

    @classmethod
    def claim(cls, numbers: Iterable[int]) -> Self | None:
        """The first of some cores that is free; None if none is."""
        for number in numbers:
            claim = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            try:
                claim.bind(f"\0lost-cities-referee/core/{number}")
            except OSError:
                claim.close()
            else:
                return cls(number, claim)
        return None

    def close(self) -> None:
        """Give it up."""
        self._claim.close()
