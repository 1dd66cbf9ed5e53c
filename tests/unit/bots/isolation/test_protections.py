"""States and levels, and what a canary's findings mean."""

import pytest

from referee.bots.isolation.canary import findings_of
from referee.bots.isolation.protections import (
    MAY_BE_WEAK,
    MEANINGS,
    ON,
    UNBOXED,
    Finding,
    Findings,
    Protection,
    State,
    lacking,
    states,
    weaker,
)

ALL_ON: Findings = dict.fromkeys(Protection, ON)


def but(**changes: State) -> Findings:
    """All on, but some."""
    return {**ALL_ON, **{Protection(name): Finding(state=state, reason="why") for name, state in changes.items()}}


def test_every_protection_has_a_meaning() -> None:
    """In words, for a person."""
    assert list(MEANINGS) == list(Protection)
    assert len(Protection) == 16


def test_nothing_lacks_where_all_is_on() -> None:
    """At any level."""
    assert [lacking(ALL_ON, level) for level in ("none", "standard", "strict")] == [[], [], []]


@pytest.mark.parametrize("protection", Protection)
def test_weak_is_enough_for_some_at_standard_and_for_none_at_strict(protection: Protection) -> None:
    """And off is never enough in a box."""
    weak, off = but(**{protection.value: State.WEAK}), but(**{protection.value: State.OFF})
    assert lacking(weak, "standard") == ([] if protection in MAY_BE_WEAK else [protection])
    assert lacking(weak, "strict") == lacking(off, "standard") == [protection]
    assert lacking(off, "none") == []


def test_thinking_off_turn_may_be_allowed() -> None:
    """Then nothing lacks because of it."""
    assert lacking(but(cpu_off_turn=State.OFF), "strict", may_think_off_turn=True) == []


def test_without_boxes_only_what_every_start_gives_is_on() -> None:
    """Environment, descriptors, log and clean-up."""
    assert [name for name, state in states(UNBOXED).items() if state == "on"] == ["env", "fds", "output", "cleanup"]


def test_weaker_states_are_named() -> None:
    """Stronger ones, and ones that nobody knew of, are not."""
    old = {"files": "on", "memory": "weak", "disk": "off", "odd": "on"}
    assert weaker(old, {"files": "weak", "memory": "weak", "disk": "on", "odd": "on", "new": "off"}) == ["files"]
    assert weaker(old, {"files": "on", "memory": "off"}) == ["memory", "odd"]
    assert weaker({}, {}) == []


def test_findings_are_read_from_what_was_possible() -> None:
    """Nothing is on, only marked things is weak, anything else is off; the reasons are kept."""
    found = findings_of({"files": ["a can be read", "weak: b"], "disk": ["weak: c has no bound"], "proc": []})
    assert found[Protection.FILES] == Finding(state=State.OFF, reason="a can be read; b")
    assert found[Protection.DISK] == Finding(state=State.WEAK, reason="c has no bound")
    assert found[Protection.PROC] == found[Protection.UID] == ON
