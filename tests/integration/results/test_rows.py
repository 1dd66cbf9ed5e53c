"""What a results file tells, and what a planned series is called."""

from dataclasses import replace
from pathlib import Path

from support.records import encounter, header
from support.sql import change

from referee.results.reader import Results
from referee.results.rows import SeriesRow


def test_both_legs_of_a_mirrored_encounter_have_the_same_deals() -> None:
    """The id does not know the leg."""
    first, second = encounter(generation_b=2)
    assert first.deal_id(3) == second.deal_id(3) == "1/greedy~1|random~2/1/3"


def test_leg_2_without_a_mirror_has_deals_of_its_own() -> None:
    """Matches 4, 5 and 6, as DESIGN section 3 says."""
    first, second = encounter(mirrored=False)
    assert [first.deal_id(match) for match in (1, 2, 3)] == [f"1/greedy~1|random~1/1/{match}" for match in (1, 2, 3)]
    assert [second.deal_id(match) for match in (1, 2, 3)] == [f"1/greedy~1|random~1/1/{match}" for match in (4, 5, 6)]


def test_replays_of_a_round_have_deals_of_their_own() -> None:
    """The first replay of round 3 is round 3.1."""
    row: SeriesRow = encounter(round=3, replay=1, stage=2)[0]
    assert row.round_text == "3.1"
    assert row.deal_id(1) == "2/greedy~1|random~1/3.1/1"


def test_who_runs_elsewhere() -> None:
    """Bots with an address; of those that the TOML does not name any more nobody can tell."""
    config = {"bot": [{"name": "here", "command": "x"}, {"name": "there", "address": "example.org:443"}]}
    told = replace(header(), config=config)
    assert [told.is_remote(bot) for bot in ("here", "there", "gone")] == [False, True, None]
    assert header().is_remote("here") is None


def test_luck_model_is_that_of_the_header(folder: Path) -> None:
    """Read alone; none where luck is not computed."""
    with Results.open(folder) as results:
        assert results.luck_model == results.header.luck_model == "luck-1"
    change(folder, "UPDATE tournament SET luck_model = NULL")
    with Results.open(folder) as results:
        assert results.luck_model is None
