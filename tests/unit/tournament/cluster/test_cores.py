"""One core for each series, whoever else is on the machine."""

import pytest

from referee.tournament.cluster.cores import Core, machine, preferred


class FakeSocket:
    """Names that are taken, as the kernel keeps them."""

    taken: set[str]

    def __init__(self, *_: object) -> None:
        self._name = ""

    def bind(self, name: str) -> None:
        """Take a name."""
        if name in self.taken:
            raise OSError
        self.taken.add(name)
        self._name = name

    def close(self) -> None:
        """Give it back."""
        self.taken.discard(self._name)


def test_core_is_held_by_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until it is closed; with all taken there is none."""
    FakeSocket.taken = set()
    monkeypatch.setattr("socket.socket", FakeSocket)
    one, two = Core.claim([3, 5]), Core.claim([3, 5])
    assert one is not None
    assert two is not None
    assert (one.number, two.number) == (3, 5)
    assert Core.claim([3, 5]) is None
    one.close()
    again = Core.claim([3, 5])
    assert again is not None
    assert again.number == 3
    assert FakeSocket.taken == {"\0lost-cities-referee/core/3", "\0lost-cities-referee/core/5"}


def test_places_prefer_different_cores() -> None:
    """Also where the claims of others are not seen; with more places than cores they begin again."""
    assert [preferred([3, 5, 8], place)[0] for place in range(4)] == [3, 5, 8, 3]
    assert preferred([3, 5, 8], 1) == [5, 8, 3]
    assert preferred([], 1) == []


def test_machine_has_a_name() -> None:
    """The same each time."""
    assert machine() == machine() != ""
