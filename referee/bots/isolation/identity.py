"""A user id of its own for each box, where the referee is root: limits of processes are counted by user."""

import socket
from typing import Final, Self

from referee.bots.claim import claim_name
from referee.errors import RefereeError

FIRST_UID: Final = 61_000
LAST_UID: Final = 65_095
"""Beyond what `adduser` gives out, and as many as there may be instances. What systemd gives out for a while begins at
61184: a service with the same id is never met, for a box sees nothing outside.
"""


class Identity:
    """A user id that no other running box of this machine has; held until it is closed everywhere.

    Args:
        uid: the user id.
        claim: what holds it (`claim.claim_name`): no box can reach it.
    """

    def __init__(self, uid: int, claim: socket.socket) -> None:
        self.uid = uid
        self._claim = claim

    @classmethod
    def claim(cls) -> Self:
        """The first id that is free.

        Raises:
            RefereeError: all are taken.
        """
        for uid in range(FIRST_UID, LAST_UID + 1):
            if (claim := claim_name(f"uid/{uid}")) is not None:
                return cls(uid, claim)
        raise RefereeError(f"more than {LAST_UID - FIRST_UID + 1} boxes at once are more than this machine has ids for")

    def fileno(self) -> int:
        """The descriptor that holds it; a copy in another process holds it too."""
        return self._claim.fileno()

    def close(self) -> None:
        """Give it up, here."""
        self._claim.close()
