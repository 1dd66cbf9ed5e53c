"""How worker, guardian and keepers talk, over one pair of sockets in one process."""

import os
import socket
from collections.abc import Callable, Iterator

import pytest

from referee.bots.mailbox import Mailbox


@pytest.fixture
def ends() -> Iterator[tuple[Mailbox, Mailbox]]:
    """Both ends of a conversation."""
    ours, theirs = map(Mailbox, socket.socketpair())
    yield ours, theirs
    ours.close()
    theirs.close()


def test_messages_arrive_in_order_one_at_a_time(ends: tuple[Mailbox, Mailbox]) -> None:
    """Two that were sent at once are two."""
    ours, theirs = ends
    ours.send({"a": 1})
    ours.send({"b": ["ü", "\udcff", "\n"]})
    assert theirs.receive(0) == {"a": 1}
    assert theirs.receive(0) == {"b": ["ü", "\udcff", "\n"]}
    assert theirs.receive(0) is None
    assert theirs.receive(0.001) is None


def test_message_may_come_in_pieces() -> None:
    """Half a line is no message yet."""
    raw, theirs = socket.socketpair()
    with raw:
        mailbox = Mailbox(theirs)
        raw.sendall(b'{"a": ')
        assert mailbox.receive(0) is None
        raw.sendall(b"1}\n{")
        assert mailbox.receive(0) == {"a": 1}
        mailbox.close()


def test_descriptors_come_along_in_order_and_are_not_inherited(ends: tuple[Mailbox, Mailbox]) -> None:
    """Each belongs to whoever takes it."""
    ours, theirs = ends
    pipes = [os.pipe() for _ in range(2)]
    for number, (reading, writing) in enumerate(pipes):
        ours.send({"number": number}, [reading])
        os.close(reading)
        os.write(writing, str(number).encode())
        os.close(writing)
    for number in range(2):
        assert theirs.receive(0) == {"number": number}
        fd = theirs.take_fd()
        assert os.read(fd, 10) == str(number).encode()
        assert not os.get_inheritable(fd)
        os.close(fd)


@pytest.mark.parametrize("put_away", [Mailbox.close, Mailbox.drop_fds])
def test_descriptors_that_nobody_took_are_closed(
    ends: tuple[Mailbox, Mailbox], put_away: Callable[[Mailbox], None]
) -> None:
    """With the mailbox, or before."""
    ours, theirs = ends
    reading, writing = os.pipe()
    ours.send({}, [writing])
    os.close(writing)
    assert theirs.receive(0) == {}
    put_away(theirs)
    assert os.read(reading, 1) == b""
    os.close(reading)


def test_end_is_told_after_the_last_message(ends: tuple[Mailbox, Mailbox]) -> None:
    """What was said before is not lost; what is said after is an error."""
    ours, theirs = ends
    ours.send({"last": True})
    ours.close()
    assert theirs.receive(0) == {"last": True}
    with pytest.raises(EOFError):
        theirs.receive(0)
    with pytest.raises(EOFError):
        theirs.send({"late": True})


def test_answer_before_leaving_is_received_by_one_who_was_still_sending(ends: tuple[Mailbox, Mailbox]) -> None:
    """Descriptors sent and all: nothing is sent after the message itself."""
    ours, theirs = ends
    ours.send({"order": 1}, [0])
    assert theirs.receive(0) == {"order": 1}
    theirs.send({"failed": 2})
    theirs.close()
    assert ours.receive(0) == {"failed": 2}


def test_who_has_hung_up_is_told_so_like_any_end(ends: tuple[Mailbox, Mailbox]) -> None:
    """A thread that watches calls may send just then, and must not end by it."""
    ours, _ = ends
    ours.close()
    with pytest.raises(EOFError):
        ours.send({"stop": 1})
    with pytest.raises(EOFError):
        ours.receive(0)
