"""The table while a tournament is played."""

from support.league import league, series
from support.manual_clock import ManualClock
from support.screens import shown

from referee.ratings.live import LiveTally
from referee.report.livetable import RATED_BOTS, LiveTable


def lines(names: dict[str, float], rounds: int, width: int = 130) -> list[str]:
    """The table's lines."""
    table = LiveTable(LiveTally(league(names, rounds)), list(names), ManualClock())
    return shown(table.draw(30), width).split("\n")


def test_ratings() -> None:
    """Strength with its plot, Elo and places, and the sentence by Strength."""
    found = lines({"ann": 60, "bob": 0, "cyd": -60}, 9)
    assert [head for head in ("Strength ±", "Elo ±", "Place", "Faults") if head in found[0]] == [
        "Strength ±",
        "Elo ±",
        "Place",
        "Faults",
    ]
    assert "━●" in "".join(found)
    assert any("ann leads" in line and "likely the strongest" in line for line in found)


def test_share_stays_while_the_order_is_by_it() -> None:
    """In a narrow terminal too, where bots have played unequal numbers of series."""
    table = LiveTable(
        LiveTally(league({"ann": 60, "bob": 0, "cyd": 9}, 3)), ["ann", "bob", "cyd", "dan"], ManualClock()
    )
    head = shown(table.draw(30), 48).split("\n")[0]
    assert "%" in head
    assert "Points" not in head


def test_bot_that_left_keeps_nothing_provisional() -> None:
    """Its series are fewer for good; a bot of the TOML may catch up."""
    live = LiveTally([*league({"ann": 60, "bob": 0}, 3), series("ann", "cyd", (5, 5))])
    for names, is_open in ((["bob", "dan"], True), (["bob"], False)):
        drawn = shown(LiveTable(live, names, ManualClock()).draw(30), 130)
        assert ("Provisional" in drawn) == is_open


def test_no_ratings_for_many_bots() -> None:
    """With very many bots the ratings wait for the end."""
    found = lines({f"bot{number:02}": 0 for number in range(RATED_BOTS + 1)}, 1)
    assert not any(head in found[0] for head in ("Strength", "Elo", "Place"))


def test_no_ratings_for_many_opponents() -> None:
    """The same in a gauntlet."""
    names = [f"bot{number:02}" for number in range(RATED_BOTS + 1)]
    live = LiveTally([series(name, "mia", (5, 5)) for name in names], subject="mia")
    found = shown(LiveTable(live, names, ManualClock()).draw(30), 130).split("\n")
    assert not any(head in found[0] for head in ("Strength", "Elo", "Place"))
    assert any(line == "mia takes 30.5 of 61 points (50.0 %)." for line in found)


def test_before_anything_is_known() -> None:
    """The first series gives points alone: no Strength, no plot."""
    found = lines({"ann": 60, "bob": 0}, 1)
    assert any(line.startswith("1   ann") for line in found)
    assert "●" not in "".join(found)


def test_gauntlet_shows_opponents() -> None:
    """A row for each, the hardest first, with the subject's points against it; those not met come last."""
    results = [
        series("ann", "mia", (50, 10 * leg), round_=round_, leg=leg) for round_ in (1, 2, 3, 4) for leg in (1, 2)
    ]
    results += [
        series("mia", "zoe", (50, 10 * leg), round_=round_, leg=leg) for round_ in (1, 2, 3, 4) for leg in (1, 2)
    ]
    table = LiveTable(LiveTally(results, subject="mia"), ["mia", "zoe", "ann", "new"], ManualClock())
    found = shown(table.draw(30), 130).split("\n")
    assert "Opponent" in found[0]
    assert [head for head in ("Strength ±", "Elo ±", "Place", "Faults") if head in found[0]] == [
        "Strength ±",
        "Elo ±",
        "Faults",
    ]
    assert [line.split()[:3] for line in found[2:5]] == [["1", "ann", "0.0"], ["2", "zoe", "8.0"], ["–", "new", "0.0"]]
    assert any(line.startswith("mia takes 8 of 16 points (50.0 %).") for line in found)
