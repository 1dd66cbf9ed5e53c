"""What leaves, and what of it could do harm. The formats whole: `tests/golden/test_exports.py`."""

import csv
import json
import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from support.records import HOSTILE, SEED, encounter, eventful_records, header, new_store
from support.sql import change

from referee.play.records import SeriesRecord
from referee.results.export import FORMATS, Format, export_lines
from referee.results.reader import Results
from referee.results.reveal import reveal
from referee.results.rows import SeriesRow
from referee.results.store import Store


def export(folder: Path, layout: Format) -> str:
    """The whole text."""
    with Results.open(folder) as results:
        return "".join(export_lines(results, layout))


def tags(text: str) -> Iterator[dict[str, str]]:
    """The tags of each record of a PGN file, read as its standard says."""
    for record in text.split("\n\n")[::2]:
        if record:
            yield {
                name: re.sub(r"\\(.)", r"\1", value)
                for name, value in re.findall(r'^\[(\w+) "((?:[^"\\]|\\.)*)"\]$', record, re.MULTILINE)
            }


@pytest.mark.parametrize("layout", FORMATS)
def test_no_control_character_leaves(folder: Path, layout: Format) -> None:
    """Whatever bots wrote into notes, refusals and logs; and what a host wrote into the name."""
    change(folder, "UPDATE tournament SET name = ?", HOSTILE)
    text = export(folder, layout)
    assert all(character.isprintable() or character == "\n" for character in text)
    assert "red" in text


def test_notes_come_through_json_as_they_were(folder: Path) -> None:
    """Escaped, not cut: a program reads what the bot wrote."""
    first = json.loads(export(folder, "jsonl").splitlines()[1])
    assert first["notes"] == {"3": HOSTILE}


def test_a_published_seed_stands_in_the_header(folder: Path) -> None:
    """Null until then."""
    assert json.loads(export(folder, "jsonl").splitlines()[0])["stages"][0]["seed"] is None
    reveal(folder)
    assert json.loads(export(folder, "jsonl").splitlines()[0])["stages"][0]["seed"] == SEED.hex()


def test_bots_stand_in_the_header_in_their_present_generation(folder: Path) -> None:
    """With the marks that a program needs."""
    with Store.open(folder) as store:
        greedy = store.bots()[1]
        store.put_bots([replace(greedy, generation=2, withdrawn=True)])
    bots = json.loads(export(folder, "jsonl").splitlines()[0])["bots"]
    assert bots[1] == {"name": "greedy", "generation": 2, "fingerprint": greedy.fingerprint, "withdrawn": True}
    assert [bot["name"] for bot in bots] == ["alpha", "greedy", "random"]


def test_rounds_are_numbers_and_replays_are_texts(tmp_path: Path) -> None:
    """As they stand in the ids of the deals."""
    with new_store(tmp_path, [*encounter(), *encounter(replay=1)]) as store:
        for row, record in zip(store.pending(1), played_twice(), strict=True):
            store.save(row, replace(record, number=row.number or 0))
    lines = [json.loads(line) for line in export(tmp_path, "jsonl").splitlines()[1:]]
    assert [line["round"] for line in lines] == [1] * 6 + ["1.1"] * 6
    assert [tag["Round"] for tag in tags(export(tmp_path, "pgn"))] == ["1", "1", "1.1", "1.1"]


def played_twice() -> list[SeriesRecord]:
    """Greedy against random, both legs, as often as is needed."""
    return [eventful_records()[number] for number in (1, 2, 1, 2)]


def test_history_is_not_exported(folder: Path) -> None:
    """Annulled, superseded and void: `verify` looks at them, no program counts them."""
    change(folder, "UPDATE series SET history = 'superseded' WHERE number IN (1, 2)")
    change(folder, "UPDATE series SET history = 'annulled' WHERE number IN (3, 4)")
    with Store.open(folder) as store:
        store.save_void(row_of(folder, 5), 1, "Traceback")
    lines = export(folder, "jsonl").splitlines()[1:]
    assert {json.loads(line)["series"] for line in lines} == {5}
    assert [row["series"] for row in csv.DictReader(export(folder, "csv").splitlines())] == ["5", "6"]


def row_of(folder: Path, number: int) -> SeriesRow:
    """A planned series."""
    with Results.open(folder) as results:
        return results.row(number)


def test_csv_has_a_line_a_series(folder: Path) -> None:
    """Whatever was said in it; what was not played is empty."""
    text = export(folder, "csv")
    rows = list(csv.DictReader(text.splitlines()))
    assert len(text.splitlines()) == 7
    assert [row["end"] for row in rows] == ["played", "played", "forfeit", "forfeit", "played", "withdrawn"]
    third = eventful_records()[3]
    assert rows[2]["total_a"] == str(third.totals[0])
    assert (rows[2]["score_a_1"], rows[2]["score_a_2"], rows[2]["score_a_3"]) == (
        str(third.matches[0].score_of("alpha")),
        str(third.matches[1].score_of("alpha")),
        "",
    )
    assert rows[2]["losers"] == "greedy"
    assert (rows[3]["points_a"], rows[3]["points_b"], rows[3]["luck_a"]) == ("0", "0", "")


def test_no_cell_is_a_formula(folder: Path) -> None:
    """A table calculation must not start to calculate: what is no number begins with a letter or a digit."""
    for row in csv.reader(export(folder, "csv").splitlines()):
        assert all(re.fullmatch(r"|-?[\d.]+|[A-Za-z0-9].*", cell) for cell in row)


def test_white_is_who_starts_match_1(folder: Path) -> None:
    """A in leg 1, B in leg 2; the result is White's first."""
    games = list(tags(export(folder, "pgn")))
    assert [(game["White"], game["Black"], game["Result"]) for game in games] == [
        ("greedy", "random", "1-0"),
        ("random", "greedy", "1-0"),
        ("alpha", "greedy", "1-0"),
        ("greedy", "alpha", "*"),  # both were at fault
        ("alpha", "random", "0-1"),
        ("random", "alpha", "*"),  # withdrawn
    ]


def test_a_draw_is_a_half(tmp_path: Path) -> None:
    """As PGN writes it."""
    first = eventful_records()[1]
    drawn = replace(first, matches=tuple(replace(match, scores=(0, 0)) for match in first.matches))
    with new_store(tmp_path, encounter()) as store:
        for row in store.pending(1):
            store.save(row, replace(drawn, number=row.number or 0, leg=row.leg))
    assert [game["Result"] for game in tags(export(tmp_path, "pgn"))] == ["1/2-1/2"] * 2
    assert "\n1/2-1/2\n\n" in export(tmp_path, "pgn")


def test_names_are_quoted_in_pgn(folder: Path) -> None:
    """Quotes and backslashes in a tournament's name end no tag."""
    change(folder, "UPDATE tournament SET name = ?", 'a "b" \\ c')
    assert {game["Event"] for game in tags(export(folder, "pgn"))} == {'a "b" \\ c'}


@pytest.mark.parametrize("layout", FORMATS)
def test_exports_of_nothing_are_exports(layout: Format, tmp_path: Path) -> None:
    """A tournament that has just begun: a header, or nothing at all."""
    Store.open(tmp_path, header()).close()
    assert len(export(tmp_path, layout).splitlines()) == (0 if layout == "pgn" else 1)


def test_exports_stream(folder: Path) -> None:
    """A line is there before the next series is read; one that is given up leaves the file free."""
    with Results.open(folder) as results:
        with closing(export_lines(results, "jsonl")) as lines:
            next(lines)
            assert json.loads(next(lines))["series"] == 1
            change(folder, "UPDATE matches SET turns = '+Q7 deck' WHERE series = 1")
            assert json.loads(next(lines))["turns"] != ["+Q7 deck"]  # all is of one moment
        with results.snapshot():
            assert results.counts().final == 6
