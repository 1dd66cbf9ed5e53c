"""What is said of luck and isolation below the table."""

from dataclasses import replace

import pytest
from support.league import header

from referee.ratings.audit import LuckAudit, LuckFinding
from referee.ratings.facts import Facts, LuckFacts, describe
from referee.ratings.precision import Precision
from referee.results.planning import Counts

FINDING = LuckFinding(bot="a", mean=5, z=6, encounter_count=99)


def luck_line(
    *,
    model: str | None = "luck-1",
    taken: bool = True,
    factor: float | None = 3.42,
    count: int = 48,
    audit: LuckAudit | None = None,
    mirror: bool = True,
) -> str:
    """The line on luck."""
    plain = header()
    config = {"tournament": {**plain.config["tournament"], "mirror": mirror}}
    facts = Facts(header=replace(plain, config=config), stages=[], counts=Counts(final=0, planned=0))
    luck = LuckFacts(
        model=model,
        is_taken_out=taken,
        precision=Precision(encounter_count=count, factor=factor),
        audit=audit,
    )
    (line,) = [line for line in describe(facts, luck) if line.startswith("Luck: ")]
    return line


def test_measured() -> None:
    """The factor that the tournament really had, and by how many encounters."""
    assert luck_line() == (
        "Luck: luck-1 is taken out of margins; with the mirror and the luck model a series tells as much as 3.4 plain"
        " ones, by 48 whole encounters."
    )


def test_not_enough() -> None:
    """Where it cannot be measured yet that is said."""
    assert luck_line(factor=None, count=1) == (
        "Luck: luck-1 is taken out of margins; 1 whole encounter cannot tell yet what the mirror and the luck model are"
        " worth."
    )


def test_left_in() -> None:
    """Then the mirror alone is at work."""
    assert luck_line(taken=False, factor=1.31) == (
        "Luck: left in; with the mirror a series tells as much as 1.3 plain ones, by 48 whole encounters."
    )


def test_neither() -> None:
    """Without a mirror and with luck left in there is nothing to measure."""
    assert luck_line(taken=False, mirror=False) == "Luck: left in."
    assert luck_line(model=None, taken=False, mirror=False) == "Luck: not computed."


def test_no_mirror() -> None:
    """Then the luck model alone is at work."""
    assert "with the luck model a series tells as much as 3.4 plain ones" in luck_line(mirror=False)
    assert "cannot tell yet what the luck model is worth" in luck_line(mirror=False, factor=None)


@pytest.mark.parametrize(
    ("audit", "words"),
    [
        (LuckAudit(bot_count=0, findings=()), "no audit before a bot has 30 encounters."),
        (LuckAudit(bot_count=1, findings=()), "audit of 1 bot: nothing found."),
        (LuckAudit(bot_count=8, findings=(FINDING,)), "audit of 8 bots: 1 reported above."),
    ],
)
def test_audit(audit: LuckAudit, words: str) -> None:
    """How many bots were audited, and whether something was found."""
    assert luck_line(audit=audit).endswith(f"; {words}")


@pytest.mark.parametrize(
    ("stored", "line"),
    [
        ({}, "none, mirror unprotected"),
        ({"level": "none", "protections": {"files": "off"}}, "none, mirror unprotected"),
        ({"level": "standard", "protections": {"files": "on", "disk": "on"}}, "standard, all protections on"),
        (
            {"level": "standard", "protections": {"files": "on", "disk": "weak", "cpu_off_turn": "off"}},
            "standard, all protections on but disk weak, cpu_off_turn off",
        ),
    ],
)
def test_isolation(stored: dict[str, object], line: str) -> None:
    """The level, and what is less than on."""
    facts = Facts(header=replace(header(), isolation=stored), stages=[], counts=Counts(final=0, planned=0))
    luck = LuckFacts(model=None, is_taken_out=False, precision=Precision(encounter_count=0, factor=None), audit=None)
    assert f"Isolation: {line}." in describe(facts, luck)
