"""What is said of luck and isolation below the table."""

from dataclasses import replace
from pathlib import Path

import pytest
from support.league import header
from support.records import eventful_folder

from referee.ratings.audit import LuckAudit, LuckFinding
from referee.ratings.facts import ANNULLED_COUNT, Facts, LuckFacts, describe, is_mirrored, provenance, read_facts
from referee.ratings.precision import Precision
from referee.results.annul import annul
from referee.results.planning import Counts
from referee.results.reader import Results
from referee.results.rows import SeriesRow, Stage
from referee.tournament.schedule import Format

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


def deals_line(remote: int, here: int = 2, *, mirror: bool = True) -> str:
    """The line on deals, with so many bots that run elsewhere and that run here."""
    bots = [{"name": f"far{number}", "address": "h:1"} for number in range(remote)]
    bots += [{"name": f"near{number}", "command": "c"} for number in range(here)]
    plain = header()
    config = {"tournament": {**plain.config["tournament"], "mirror": mirror}, "bot": bots}
    (line,) = [line for line in provenance(replace(plain, config=config), []) if line.startswith("Deals: ")]
    return line


def test_legs_with_other_deals() -> None:
    """Whose encounters they are, and why; nothing where every encounter is mirrored."""
    assert deals_line(0) == "Deals: no commitment yet."
    assert deals_line(1).endswith("; the legs of encounters with far0 have different deals: it runs elsewhere.")
    assert deals_line(2).endswith("; the legs of encounters with far0, far1 have different deals: they run elsewhere.")
    assert "far7 have" in deals_line(8)
    assert "far7 and 1 more have" in deals_line(9)
    assert "far7 and 2 more have" in deals_line(10)
    assert deals_line(1, mirror=False).endswith("; the legs of an encounter have different deals.")


def test_no_encounter_is_mirrored_where_only_one_bot_runs_here() -> None:
    """Then no mirror is worth anything, and none is unprotected."""
    bots = [{"name": "far", "address": "h:1"}, {"name": "near", "command": "c"}]
    plain = header()
    config = {"tournament": {**plain.config["tournament"], "mirror": True}, "bot": bots}
    isolation, _ = provenance(replace(plain, config=config, isolation={}), [])
    assert isolation == "Isolation: none."


@pytest.mark.parametrize(
    ("bots", "layout", "expected"),
    [
        ("fh", "gauntlet", False),
        ("fhh", "gauntlet", False),
        ("hfh", "gauntlet", True),
        ("hff", "gauntlet", False),
        ("fhh", "round-robin", True),
        ("hhh", "gauntlet", True),
    ],
)
def test_a_mirror_takes_two_bots_that_run_here_and_meet(bots: str, layout: Format, *, expected: bool) -> None:
    """In a gauntlet only the first one meets others; where the host wants none there is none."""
    tables = [{"name": f"b{n}", "address" if kind == "f" else "command": "x:1"} for n, kind in enumerate(bots)]
    config = {"tournament": {"format": layout, "mirror": True}, "bot": tables}
    assert is_mirrored(replace(header(), config=config)) is expected
    unwanted = {**config, "tournament": {"format": layout, "mirror": False}}
    assert not is_mirrored(replace(header(), config=unwanted))


def annulled_lines(count: int) -> list[str]:
    """What is said when so many encounters were annulled."""
    rows = [
        (SeriesRow(number=2 * n - 1, stage=1, round=n, day=1, pairing=1, leg=1, a="a", b="b"), f"cut\n{n}")
        for n in range(1, count + 1)
    ]
    facts = Facts(
        header=header(),
        stages=[],
        counts=Counts(final=0, planned=0),
        annulled_count=count,
        annulled=rows[-ANNULLED_COUNT:],
    )
    luck = LuckFacts(model=None, is_taken_out=False, precision=Precision(encounter_count=0, factor=None), audit=None)
    return [line for line in describe(facts, luck) if line.startswith("Annulled")]


def test_read_from_results(tmp_path: Path) -> None:
    """The header, the stages, the counts, and what was annulled with its reason."""
    eventful_folder(tmp_path)
    with Results.open(tmp_path) as results:
        plain = read_facts(results)
    annul(tmp_path, 4, "a power cut")
    with Results.open(tmp_path) as results:
        cut = read_facts(results)
    assert (plain.header.name, len(plain.stages), plain.counts) == ("tiny", 1, Counts(final=6, planned=6))
    assert (plain.annulled_count, plain.annulled) == (0, ())
    assert (cut.counts, cut.annulled_count) == (Counts(final=4, planned=6), 1)
    assert [(row.number, reason) for row, reason in cut.annulled] == [(3, "a power cut")]


def test_stages() -> None:
    """Each with its commitment, and with its seed once that is published."""
    revealed, later = Stage(number=1, commitment="ab", seed=b"\x01\xff"), Stage(number=2, commitment="cd")
    assert provenance(header(), [later])[1] == "Deals: commitment cd."
    assert provenance(header(), [revealed, later])[1] == (
        "Deals: stage 1: seed 01ff, commitment ab; stage 2: commitment cd."
    )


def test_public_entropy_is_told() -> None:
    """Without it the seed gives other deals than those that were played."""
    stage = Stage(number=1, commitment="ab", public_entropy="drand\n4711", seed=b"\x01\xff")
    assert provenance(header(), [stage])[1] == r'Deals: seed 01ff, public entropy "drand\n4711", commitment ab.'


def test_annulled_encounters_are_told() -> None:
    """With the reasons that the host gave, made harmless; of many the last ones."""
    assert annulled_lines(0) == []
    assert annulled_lines(1) == [
        r"Annulled: 1 encounter, played anew if both bots are still here: a against b, round 1 (cut\n1)."
    ]
    assert "the last" not in annulled_lines(3)[0]
    (line,) = annulled_lines(5)
    assert line.startswith(
        "Annulled: 5 encounters, played anew if both bots are still here: the last 3: a against b, round 3 ("
    )
