"""The replay page and the scripts it loads."""

from pathlib import Path

import pytest
from support.records import encounter, eventful_folder, finish, new_store, play_series, withdrawn
from support.replays import read_script, replay_data
from support.sql import change

from referee.errors import RefusedError, ReplayError
from referee.report.site.replay import replay_page, series_script
from referee.report.site.shell import asset_names, read_asset
from referee.results.reader import Results


@pytest.fixture(scope="module")
def eventful(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished tournament in which everything happened."""
    folder = tmp_path_factory.mktemp("eventful")
    eventful_folder(folder)
    return folder


def test_page_names_the_series_there_are(eventful: Path) -> None:
    """The lowest that can be shown is opened where the address names none; the highest tells what cannot exist."""
    with Results.open(eventful) as results:
        page = replay_page(results)
    assert 'data-first="1" data-last="6" data-folder-size="1000"' in page


def test_page_has_nothing_that_the_live_pages_forbid(eventful: Path) -> None:
    """No script and no style in the page itself."""
    with Results.open(eventful) as results:
        page = replay_page(results)
    assert "style=" not in page
    assert "<style" not in page
    assert page.count("<script") == page.count("<script src=")


def test_page_loads_all_its_parts(eventful: Path) -> None:
    """Every style sheet and script of the replay page, each once; none of them reads texts as HTML."""
    with Results.open(eventful) as results:
        page = replay_page(results)
    parts = [name for name in asset_names() if name.startswith("replay")]
    assert [page.count(f'"assets/{name}"') for name in parts] == [1] * len(parts)
    scripts = [read_asset(name).decode() for name in parts if name.endswith(".js")]
    assert scripts
    assert not any(word in script for script in scripts for word in ("innerHTML", "insertAdjacent", "eval("))


def test_name_of_the_tournament_is_escaped(tmp_path: Path) -> None:
    """Whatever a host calls it."""
    with new_store(tmp_path, encounter()):
        pass
    change(tmp_path, """UPDATE tournament SET name = '<b>"x"' || char(27)""")
    with Results.open(tmp_path) as results:
        page = replay_page(results)
    assert "<b>" not in page
    assert "\x1b" not in page
    assert "&lt;b&gt;&#34;x&#34;\\x1b" in page


def test_page_before_the_first_series(tmp_path: Path) -> None:
    """It names no first one."""
    with new_store(tmp_path, encounter()):
        pass
    with Results.open(tmp_path) as results:
        assert 'data-first="" data-last="2"' in replay_page(results)


def test_script_is_one_statement(eventful: Path) -> None:
    """On one line, with the number it was asked for."""
    with Results.open(eventful) as results:
        number, data = read_script(series_script(results, 3))
    assert number == data["series"] == 3


def test_script_may_stand_in_a_page(tmp_path: Path) -> None:
    """Whatever a bot writes: it ends no script, begins no comment, and ends no line."""
    reason = "</script><!-- & \u2028\u2029"
    with new_store(tmp_path, encounter()) as store:
        for row in list(store.pending(1)):
            store.save(row, withdrawn(row, "random"))
    change(tmp_path, "UPDATE series SET history = 'annulled', reason = ? WHERE number = 1", reason)
    with Results.open(tmp_path) as results:
        script = series_script(results, 1)
    assert not set("<&\u2028\u2029") & set(script)
    history = read_script(script)[1]["history"]
    assert history == "series 1 is annulled, and in no table: </script><!-- & \\u2028\\u2029"


def test_nothing_of_an_encounter_before_both_legs_are_final(tmp_path: Path) -> None:
    """The script is refused, and the page does not offer the series."""
    with new_store(tmp_path, encounter()) as store:
        row = next(store.pending(1))
        store.save(row, play_series(row))
    with Results.open(tmp_path) as results:
        with pytest.raises(RefusedError, match=r"^series 1 \(greedy against random\): withheld until the other leg"):
            series_script(results, 1)
        with pytest.raises(RefusedError, match="not played yet"):
            series_script(results, 2)
        with pytest.raises(RefusedError, match="there is none, expected 1 to 2"):
            series_script(results, 3)
        assert 'data-first=""' in replay_page(results)


def test_record_that_cannot_have_been_played(tmp_path: Path) -> None:
    """It is refused with its place, and no half of it is given out."""
    with new_store(tmp_path, encounter()) as store:
        finish(store)
    change(tmp_path, "UPDATE matches SET turns = '+P5 deck' || substr(turns, instr(turns, ',')) WHERE match = 2")
    with Results.open(tmp_path) as results, pytest.raises(ReplayError, match=r"^series 1, match 2, turn 1: "):
        series_script(results, 1)


def test_hostile_texts_are_escaped(eventful: Path) -> None:
    """Notes, sentences and logs: nothing is left that a screen would act upon."""
    for number in range(1, 7):
        with Results.open(eventful) as results:
            script = series_script(results, number)
        assert script.rstrip("\n").isprintable()
    note = replay_data(eventful, 1)["matches"][0]["notes"]["3"]
    assert note == '\\x1b[31mred\\x1b[0m, "quoted"\\r\\n=1+1\\u202e\\x7f'
    assert "\\x1b[31mred" in replay_data(eventful, 4)["faults"][0]["deed"]
