"""Which instances a worker probably has."""

from dataclasses import replace

from support.fake_cluster import SETTINGS

from referee.bots.spec import ProcessSettings
from referee.tournament.warmth import Warmth


def series(a: str, b: str, leg: int = 1) -> list[tuple[str, int]]:
    """What a series between two bots needs."""
    return [(a, leg), (b, leg)]


def test_instances_of_a_leg_are_warm_for_that_leg() -> None:
    """An instance never serves both."""
    warmth = Warmth(SETTINGS.kept_count)
    warmth.note(series("a", "b"))
    assert warmth.of(series("a", "b")) == 2
    assert warmth.of(series("a", "c")) == 1
    assert warmth.of(series("a", "b", leg=2)) == 0


def test_the_least_recently_used_goes_first() -> None:
    """As in the pool of a worker."""
    warmth = Warmth(3)
    for a, b in (("a", "b"), ("c", "a"), ("d", "e")):
        warmth.note(series(a, b))
    assert [warmth.of(series(name, "nobody")) for name in "abcde"] == [1, 0, 0, 1, 1]


def test_nothing_is_warm_where_nothing_is_kept() -> None:
    """`processes = "fresh"`."""
    warmth = Warmth(replace(SETTINGS, processes=ProcessSettings(processes="fresh")).kept_count)
    warmth.note(series("a", "b"))
    assert warmth.of(series("a", "b")) == 0
