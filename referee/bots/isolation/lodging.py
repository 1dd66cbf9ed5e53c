"""Where a boxed bot listens, and how it is dialled from outside."""

import os
import shutil
import socket
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

from referee.bots.isolation.interior import HOME, PORT, SOCKET, SOCKET_FOLDER
from referee.bots.lodging import choose_folder
from referee.bots.spec import Transport

RELAY_SOCKET: Final = "relay.sock"
_CONNECT_S: Final = 1.0


class BoxedLodging:
    """One boxed bot's place, the counterpart of `bots.lodging.Lodging`.

    A unix socket lies in a file system of the box. It is reached through the box's root as the kernel shows it, and
    never through a link: else a bot could put a link to another's socket there. What was found once is kept open, and
    dialled by its descriptor. A TCP port is reached through a relay that listens in a private folder out here.

    Args:
        transport: which of the two.

    Attributes:
        folder: the relay's, not made yet; None for a unix socket.
        home: of the bot, inside.
        told: the address the bot is told.
        address: what is dialled.
        relay_socket: where a relay is to listen; None for a unix socket.
    """

    def __init__(self, transport: Transport) -> None:
        self.home = HOME
        self.relay_socket: str | None
        self._root: Path | None = None
        self._door = -1
        if transport == "tcp":
            self.folder: Path | None = choose_folder()
            self.told = f"127.0.0.1:{PORT}"
            self._path = self.relay_socket = str(self.folder / RELAY_SOCKET)
        else:
            self.folder = self.relay_socket = None
            self.told = f"unix:{SOCKET}"
            # A place for the socket among our descriptors, so that the address is known before there is a socket.
            self._door = os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC)
            self._path = f"/proc/self/fd/{self._door}"
        self.address = f"unix:{self._path}"

    def make(self) -> None:
        """Make the relay's folder, as `bots.lodging.Lodging.make`."""
        if self.folder is not None:
            self.folder.mkdir(mode=0o700)

    def move_in(self, first_pid: int) -> None:
        """The box is there; `first_pid` is its first process."""
        self._root = Path(f"/proc/{first_pid}/root")

    def is_listened_to(self) -> bool:
        """Whether something accepts connections at the address, by making one."""
        if self._door >= 0 and not self._find_door():
            return False
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as knocking:
            knocking.settimeout(_CONNECT_S)
            try:
                knocking.connect(self._path)
            except OSError:
                return False
        return True

    def close(self) -> None:
        """Give it all up."""
        if self._door >= 0:
            os.close(self._door)
            self._door = -1
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)

    def _find_door(self) -> bool:
        """Look for the bot's socket, and keep it; False while there is none, or something else."""
        if self._root is None:
            return False
        with suppress(OSError):
            # Not before the box has a root of its own: it begins with ours.
            if (self._root / SOCKET_FOLDER[1:]).stat().st_dev == Path("/").stat().st_dev:
                return False
            found = os.open(self._root / SOCKET[1:], os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC)
            try:
                if stat.S_ISSOCK(os.fstat(found).st_mode):
                    os.dup2(found, self._door, inheritable=False)
                    return True
            finally:
                os.close(found)
        return False
