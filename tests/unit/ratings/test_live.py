"""Sums that grow while a tournament is played."""

from dataclasses import replace
from pathlib import Path

from support.records import encounter, eventful_folder, eventful_series, play_series

from referee.errors import FaultKind
from referee.ratings.gauntlet import SubjectTally
from referee.ratings.live import LiveTally, series_result
from referee.ratings.tally import BotTally, Tally
from referee.results.reader import Results


def add_both(folder: Path, live: LiveTally, stored: Tally | SubjectTally) -> None:
    """Add up an eventful tournament, from its records as they come and from the file."""
    eventful_folder(folder)
    for row, record in eventful_series():
        live.add(row, record)
    with Results.open(folder) as results:
        for result in results.series_rows():
            stored.add(result)
        for fault in results.faults():
            stored.add_fault(fault)


def test_same_rows_as_from_the_file(tmp_path: Path) -> None:
    """But for the other leg, of which nothing is known yet."""
    eventful_folder(tmp_path)
    with Results.open(tmp_path) as results:
        stored = [replace(row, is_complete=False) for row in results.series_rows()]
    assert [series_result(row, record) for row, record in eventful_series()] == stored


def test_place_in_the_plan_is_that_of_the_row() -> None:
    """Stage, round, replay, leg, generations and mirror."""
    row = encounter(stage=2, round=5, replay=1, generation_a=3, generation_b=4, mirrored=False)[1]
    result = series_result(row, play_series(row))
    places = ("stage", "round", "replay", "leg", "a", "b", "generation_a", "generation_b", "mirrored")
    assert [getattr(result, place) for place in places] == [getattr(row, place) for place in places]


def test_same_sums_as_from_the_file(tmp_path: Path) -> None:
    """What records add up to is what the stored results add up to."""
    live, stored = LiveTally(), Tally()
    add_both(tmp_path, live, stored)
    assert live.tally.bots == stored.bots
    assert live.tally.pairs == stored.pairs
    assert live.tally.left_out_count == stored.left_out_count


def test_goes_on_after_earlier_series(tmp_path: Path) -> None:
    """A resumed run starts from the series that were final; a second leg finds the first one among them."""
    eventful_folder(tmp_path)
    with Results.open(tmp_path) as results:
        earlier = [result for result in results.series_rows() if result.number <= 3]
        live = LiveTally(earlier, [fault for fault in results.faults() if fault.series <= 3])
        whole = LiveTally(results.series_rows(), results.faults())
    for row, record in eventful_series()[3:]:
        live.add(row, record)
    assert live.tally.bots == whole.tally.bots
    assert live.tally.pairs == whole.tally.pairs
    assert live.tally.encounter_count == 3


def test_legs_find_each_other_after_a_resumption() -> None:
    """A second leg that comes later belongs to the first leg of its own round."""
    rows = [*encounter(round=1), *encounter(round=2)]
    *earlier, last = [(row, play_series(row)) for row in rows]
    live = LiveTally(series_result(row, record) for row, record in earlier)
    live.add(*last)
    assert live.tally.encounter_count == 2
    assert live.tally.bots["greedy"].played_out_count == 4


def test_replay_of_an_annulled_encounter_is_an_encounter_of_its_own() -> None:
    """Its second leg does not belong to the first leg of a later round that was final before."""
    later, again = encounter(round=2)[0], encounter(round=1, replay=1)[1]
    live = LiveTally([series_result(later, play_series(later))])
    live.add(again, play_series(again))
    assert live.tally.encounter_count == 2
    assert live.tally.bots["greedy"].played_out_count == 0


def test_same_sums_by_opponent(tmp_path: Path) -> None:
    """In a gauntlet the subject's series and faults are added up by opponent too, live and after a resumption."""
    live, stored = LiveTally(subject="greedy"), SubjectTally("greedy")
    add_both(tmp_path, live, stored)
    with Results.open(tmp_path) as results:
        resumed = LiveTally(results.series_rows(), results.faults(), subject="greedy")
    assert any(tally.bots["greedy"].faults for tally in stored.tallies.values())
    for found in (live, resumed):
        assert _bots(found.by_opponent) == _bots(stored)


def _bots(tallies: SubjectTally) -> dict[str, dict[str, BotTally]]:
    return {name: tally.bots for name, tally in tallies.tallies.items()}


def test_substituted_turns_count_as_faults() -> None:
    """A turn that the referee played is a fault of the bot, though not a lost series."""
    live = LiveTally()
    live.add(*eventful_series()[2])
    greedy = live.tally.bots["greedy"]
    assert greedy.faults == {FaultKind.ILLEGAL_TURN: 2}
    assert greedy.lost_by_fault == 1
