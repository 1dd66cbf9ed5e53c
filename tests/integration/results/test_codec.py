"""From records to rows and back: nothing is lost, whatever bots say."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.records import encounter, eventful_records, finish, new_store
from support.sql import change

from referee.errors import FaultKind, StoreError
from referee.play.records import Evidence, Fault, SeriesRecord
from referee.results.codec import insert_record, luck_of_a, outcome_columns, read_record, read_text, write_text
from referee.results.database import Database
from referee.results.opening import open_for_reading, open_for_writing
from referee.rules.state import Seat
from referee.rules.variant import Variant

# Everything a Python text can hold, halves of surrogate pairs and zeros included.
ANY_TEXT = st.text(st.characters(codec=None), max_size=40)
MS = st.floats(0, 1e7)


def stored(folder: Path, record: SeriesRecord) -> SeriesRecord:
    """The record as it comes back."""
    with open_for_reading(folder) as database:
        return read_record(database, record.number)


def test_records_come_back_as_they_were(folder: Path) -> None:
    """Played, forfeited, substituted, lost by both, withdrawn: all are equal."""
    assert {number: stored(folder, record) for number, record in eventful_records().items()} == eventful_records()


def test_six_colors_come_back_as_they_were(tmp_path: Path) -> None:
    """Purple cards and the shared deck too."""
    variant = Variant(colors=6, draw="shared", bonus_counts="numbers", handshakes_alone="free", deck_only_after=400)
    with new_store(tmp_path, encounter(), variant=variant) as store:
        records = finish(store, variant=variant)
    assert {number: stored(tmp_path, record) for number, record in records.items()} == records


@st.composite
def faults(draw: st.DrawFn) -> Fault:
    """Faults that say anything at all; none of the texts is looked at before they are stored."""
    return Fault(
        bot=draw(st.sampled_from(("greedy", "random"))),
        seat=draw(st.sampled_from(Seat)),
        kind=draw(st.sampled_from(FaultKind)),
        match=1,
        turn=draw(st.integers(0, 400)),
        detail=draw(ANY_TEXT),
        elapsed_ms=draw(st.none() | MS),
        evidence=Evidence(
            request=draw(st.binary(max_size=20)),
            reply=draw(st.none() | st.binary(max_size=20)),
            legal=tuple(draw(st.lists(st.sampled_from(("+R7 deck", "-B2 R")), max_size=3))),
            limit_ms=draw(st.none() | MS),
            exit_status=draw(st.none() | st.integers(-64, 255)),
            log_tail=draw(ANY_TEXT),
            lag_ms=draw(st.none() | MS),
        ),
    )


@pytest.fixture(scope="module")
def writer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """A file in which series 1 is planned and not final."""
    folder = tmp_path_factory.mktemp("writer")
    new_store(folder, encounter()).close()
    with open_for_writing(folder) as database:
        yield database


@given(
    substituted=st.lists(faults(), max_size=2),
    final=st.lists(faults(), max_size=2),
    notes=st.dictionaries(st.integers(1, 400), ANY_TEXT, max_size=3),
    lag_ms=MS,
)
def test_any_text_and_number_comes_back(
    writer: Database, substituted: list[Fault], final: list[Fault], notes: dict[int, str], lag_ms: float
) -> None:
    """No note, sentence or log of a bot is lost or stops the referee."""
    played = eventful_records()[1]
    match = replace(played.matches[0], substituted=tuple(substituted), faults=tuple(final), notes=notes, lag_ms=lag_ms)
    record = replace(played, matches=(match,))
    writer.execute("BEGIN")
    try:
        insert_record(writer, record, "")
        assert read_record(writer, 1) == record
    finally:
        writer.execute("ROLLBACK")


@given(ANY_TEXT)
def test_texts_of_bots_are_read_as_they_were_written(text: str) -> None:
    """Both ways, and what is Unicode stays text that a person can read in the file."""
    assert read_text(write_text(text)) == text
    assert isinstance(write_text("grün \n\x00"), str)


def test_sums_are_those_of_the_matches() -> None:
    """By hand, for a bot that is asked with 2.345 ms a turn and one with 1 ms."""
    columns = outcome_columns(eventful_records()[1])
    record = eventful_records()[1]
    turns = [len(match.turns) for match in record.matches]
    mine = (turns[0] + 1) // 2 + turns[1] // 2 + (turns[2] + 1) // 2
    assert columns["turn_count_a"] == mine
    assert columns["turn_count_b"] == sum(turns) - mine
    assert columns["think_sum_ms_a"] == pytest.approx(mine * 2.35, abs=0.006)
    assert columns["think_max_ms_a"] == 2.35
    assert (columns["think_sum_ms_b"], columns["think_max_ms_b"]) == (sum(turns) - mine, 1.0)
    assert (columns["total_a"], columns["total_b"]) == record.totals
    assert (columns["points_a"], columns["points_b"]) == record.points


def test_largest_times() -> None:
    """Of all matches: a bot's longest turn, and the referee's own delay."""
    record = eventful_records()[1]
    one, two, three = record.matches
    slow = replace(two, think_ms=(two.think_ms[0], 9.99, *two.think_ms[2:]), lag_ms=3.5)
    columns = outcome_columns(replace(record, matches=(replace(one, lag_ms=0.5), slow, replace(three, lag_ms=1.0))))
    assert (columns["think_max_ms_a"], columns["think_max_ms_b"]) == (9.99, 1.0)  # b begins match 2
    assert columns["lag_ms"] == 3.5


def test_luck_is_that_of_a() -> None:
    """What is good for the opponent is bad for A; one match without luck leaves the series without."""
    record = eventful_records()[1]
    first, second, third = (match.luck or 0 for match in record.matches)
    assert luck_of_a(record) == pytest.approx(first - second + third)
    assert len({first, second, third, 0}) == 4
    assert luck_of_a(eventful_records()[3]) is None
    assert luck_of_a(eventful_records()[6]) is None


def test_a_faulted_turn_counts_as_a_turn_asked() -> None:
    """Series 3 ends in turn 5 of match 2, before which four turns were played."""
    record = eventful_records()[3]
    columns = outcome_columns(record)
    assert len(record.matches[1].turns) == 4
    assert columns["turn_count_a"] + columns["turn_count_b"] == len(record.matches[0].turns) + 5
    assert columns["losers"] == "B"


def test_nothing_played_adds_up_to_zero() -> None:
    """A withdrawn series has sums all the same."""
    columns = outcome_columns(eventful_records()[6])
    assert columns["losers"] == "A"
    assert (columns["match_count"], columns["turn_count_a"], columns["think_max_ms_a"]) == (0, 0, 0.0)
    assert (columns["points_a"], columns["points_b"]) == (0.0, 1.0)
    assert columns["lag_ms"] == 0


@pytest.mark.parametrize(
    ("sql", "place"),
    [
        ("UPDATE outcomes SET ending = 'lost' WHERE series = 1", "series 1: "),
        ("UPDATE outcomes SET losers = 'C' WHERE series = 3", "series 3: "),
        ("UPDATE matches SET turns = '+Q7 deck' WHERE series = 1 AND match = 2", "series 1, match 2: "),
        ("UPDATE matches SET think_ms = '[1,' WHERE series = 1 AND match = 2", "series 1, match 2: "),
        ("UPDATE matches SET notes = '[]' WHERE series = 1 AND match = 3", "series 1, match 3: "),
        ("UPDATE matches SET deal = '' WHERE series = 1 AND match = 3", "series 1, match 3: "),
        ("UPDATE faults SET kind = 'bad luck' WHERE series = 3", "series 3, match 2: "),
        ("UPDATE faults SET seat = 'third' WHERE series = 3", "series 3, match 2: "),
    ],
)
def test_rows_without_sense_are_named(folder: Path, sql: str, place: str) -> None:
    """Whatever stands in a column that cannot stand there, the error is ours, and says where."""
    assert change(folder, sql)
    with open_for_reading(folder) as database, pytest.raises(StoreError) as caught:
        read_record(database, int(place.split()[1].strip(":,")))
    assert str(caught.value).startswith(f"{place}what is stored makes no sense: ")


def test_a_series_without_result_is_named(tmp_path: Path) -> None:
    """There is nothing to be read of it."""
    new_store(tmp_path, encounter()).close()
    with (
        open_for_reading(tmp_path) as database,
        pytest.raises(StoreError, match=r"^series 2: there is no result of it$"),
    ):
        read_record(database, 2)
