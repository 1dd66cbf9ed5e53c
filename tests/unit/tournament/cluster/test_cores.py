"""Which core a place of a cluster tries first, and what the machine is called."""

from referee.tournament.cluster.cores import machine, preferred


def test_places_prefer_different_cores() -> None:
    """Also where the claims of others are not seen; with more places than cores they begin again."""
    assert [preferred([3, 5, 8], place)[0] for place in range(4)] == [3, 5, 8, 3]
    assert preferred([3, 5, 8], 1) == [5, 8, 3]
    assert preferred([], 1) == []


def test_machine_has_a_name() -> None:
    """The same each time."""
    assert machine() == machine() != ""
