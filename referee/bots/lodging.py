"""Where a bot lives while it runs: a private folder, and the address in or beside it where it is to listen."""

import contextlib
import secrets
import shutil
import socket
import struct
import tempfile
from pathlib import Path

from referee.bots.spec import Transport
from referee.errors import ConfigError, RefereeError

_LOOPBACK = "127.0.0.1"
# What fits into a sockaddr_un everywhere: 104 bytes on macOS, one of them a zero.
_MAX_SOCKET_PATH_BYTES = 103
_LONGEST_SOCKET = "relay.sock"
# What gRPC does not take as it stands in the path of a socket.
_MISREAD = frozenset("#%,?")
_CONNECT_S = 1.0
_TRIES = 1000
# For SO_LINGER: a connection is forgotten when it is closed.
_AT_ONCE = struct.pack("ii", 1, 0)


class Lodging:
    """One bot's place, chosen but not made. Its name is random: nobody can read an opponent, series or leg from it.

    Args:
        transport: where the bot is to listen: on a socket in the folder, or on a port that nobody listens on.

    Attributes:
        folder: private; the bot's home and the place of its temporary files.
        address: what is dialled: `unix:/…/bot.sock` or `127.0.0.1:PORT`.
        told: the address the bot is told: the same.
    """

    def __init__(self, transport: Transport) -> None:
        self.folder = choose_folder()
        # What keeps the port from being given to another bot.
        self._claim = None if transport == "unix" else _claim_port()
        self._socket_path = str(self.folder / "bot.sock")
        self.address = f"unix:{self._socket_path}" if self._claim is None else f"{_LOOPBACK}:{_port(self._claim)}"
        self.told = self.address

    def make(self) -> None:
        """Make the folder: not before the guardian knows of it, which removes it if this process is killed."""
        self.folder.mkdir(mode=0o700)

    def is_listened_to(self) -> bool:
        """Whether something accepts connections at the address, by making one."""
        family = socket.AF_UNIX if self._claim is None else socket.AF_INET
        with socket.socket(family, socket.SOCK_STREAM) as knocking:
            knocking.settimeout(_CONNECT_S)
            try:
                knocking.connect(self._socket_path if self._claim is None else (_LOOPBACK, _port(self._claim)))
            except OSError:
                return False
            if knocking.getsockname() != knocking.getpeername():
                return True
            # The kernel chose the very port as ours: we met ourselves. Without traces, or the bot could not have it.
            knocking.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
            return False

    def close(self) -> None:
        """Give it all up; what a bot has locked away in its folder may stay."""
        if self._claim is not None:
            self._claim.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def check_temporary_folder() -> None:
    """Check that there is a place for private folders.

    Raises:
        ConfigError: there is none, as where all file systems are read-only.
    """
    try:
        tempfile.gettempdir()
    except FileNotFoundError as error:
        raise ConfigError(
            "expected a folder for temporary files that can be written, found none; name one in the variable TMPDIR"
        ) from error


def choose_folder() -> Path:
    """A path for a private folder in which a socket can be dialled: below the usual place, or below /tmp."""
    name = secrets.token_hex(8)
    folder = Path(tempfile.gettempdir()) / name
    if len(bytes(folder / _LONGEST_SOCKET)) <= _MAX_SOCKET_PATH_BYTES and _MISREAD.isdisjoint(str(folder)):
        return folder
    return Path("/tmp") / name  # noqa: S108 - nobody can know the name, and making it fails if it is there


def _claim_port() -> socket.socket:
    """A UDP socket whose port number is free for TCP.

    Two TCP servers may share a port without noticing (SO_REUSEPORT). UDP ports are apart from TCP ports and not shared,
    so holding the same number there keeps every other referee from choosing it, and the bot is not disturbed.

    Raises:
        RefereeError: none is found.
    """
    for _ in range(_TRIES):
        claim = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        claim.bind((_LOOPBACK, 0))
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.bind((_LOOPBACK, _port(claim)))
            return claim
        claim.close()
    raise RefereeError(
        f"no free port is found on {_LOOPBACK} in {_TRIES} tries; end what holds them, or let bots use unix sockets"
    )


def _port(sock: socket.socket) -> int:
    port: int = sock.getsockname()[1]
    return port
