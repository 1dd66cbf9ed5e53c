"""What a box is told and tells, without one."""

import os
import re
import threading
from pathlib import Path

import pytest

from referee.bots.isolation import box as module
from referee.bots.isolation.box import _first_line
from referee.bots.isolation.identity import FIRST_UID, Identity
from referee.errors import RefereeError

REFEREE = Path(module.__file__).parents[2]


def test_first_process_is_read_from_pieces() -> None:
    """What bubblewrap says comes as it likes (trap 5)."""
    told, telling = os.pipe()
    pieces = [b'{ "child-pid": 4', b'2, "pid-namespace": 7', b' }\n{ "exit']

    def tell() -> None:
        for piece in pieces:
            os.write(telling, piece)
        os.close(telling)

    teller = threading.Thread(target=tell)
    teller.start()
    said = _first_line(told)
    assert said is not None
    assert said.startswith(b'{ "child-pid": 42, "pid-namespace": 7 }\n')
    teller.join()
    os.close(told)


@pytest.mark.parametrize("said", [b"", b"{", b'{"child-pid": 42'])
def test_end_before_the_end_is_no_box(said: bytes) -> None:
    """Bubblewrap has failed, whatever it had said."""
    told, telling = os.pipe()
    os.write(telling, said)
    os.close(telling)
    assert _first_line(told) is None
    os.close(told)


def test_nothing_is_done_between_fork_and_exec() -> None:
    """`preexec_fn` deadlocks beside gRPC's threads (trap 14): nowhere is it used."""
    files = list(REFEREE.rglob("*.py"))
    assert len(files) > 100
    assert [path for path in files if re.search(r"preexec_fn\s*=", path.read_text("utf-8"))] == []


def test_identities_are_unique_while_they_are_held(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first free one is next; there is an end to them."""
    one, two = Identity.claim(), Identity.claim()
    assert FIRST_UID <= one.uid < two.uid
    copy = os.dup(one.fileno())
    one.close()
    three = Identity.claim()
    assert three.uid > two.uid  # a copy elsewhere holds it
    os.close(copy)
    three.close()
    monkeypatch.setattr("referee.bots.isolation.identity.LAST_UID", two.uid)
    four = Identity.claim()
    assert four.uid == one.uid
    with pytest.raises(RefereeError, match="boxes at once are more than this machine has ids for"):
        Identity.claim()
    for identity in (two, four):
        identity.close()
