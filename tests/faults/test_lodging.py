"""Whether a bot listens at its address, found out by real connections."""

import errno
import os
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from referee.bots.lodging import Lodging
from referee.errors import RefereeError


@pytest.fixture
def lodging() -> Iterator[Lodging]:
    """Of a bot that is to listen on a port."""
    lodging = Lodging("tcp")
    lodging.make()
    yield lodging
    lodging.close()


def test_knocking_is_not_answered_by_itself(lodging: Lodging, monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel may give a connection the very port that it is made to, and then it is accepted: one start in 200.

    Nothing is left of it either: the bot can still have the port, also without SO_REUSEADDR.
    """
    port = int(lodging.address.rpartition(":")[2])

    class Unlucky(socket.socket):
        """One that is given this port."""

        def connect(self, address: Any) -> None:
            """Connect from it."""
            self.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            self.bind(("127.0.0.1", port))
            super().connect(address)

    with monkeypatch.context() as unlucky:
        unlucky.setattr(socket, "socket", Unlucky)
        assert not lodging.is_listened_to()
    with socket.socket() as bot:
        bot.bind(("127.0.0.1", port))
        assert not lodging.is_listened_to()
        bot.listen()
        assert lodging.is_listened_to()


def test_machine_without_a_free_port_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """And not asked for ever."""

    class Full(socket.socket):
        """One for which there is no port, unless it is UDP's."""

        def bind(self, address: Any) -> None:
            """Find it taken."""
            if self.type == socket.SOCK_STREAM:
                raise OSError(errno.EADDRINUSE, os.strerror(errno.EADDRINUSE))
            super().bind(address)

    monkeypatch.setattr(socket, "socket", Full)
    with pytest.raises(RefereeError, match=r"^no free port is found on 127\.0\.0\.1 in \d+ tries; end what holds them"):
        Lodging("tcp")
