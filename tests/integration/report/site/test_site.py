"""All pages of a tournament in which everything happened, of one with hostile names, and of one half played."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from support.pages import check_page, targets
from support.records import HOSTILE, encounter, eventful_folder, finish, new_store, play_series
from support.replays import read_script
from support.sql import change

from referee.report.site import paths
from referee.report.site.site import Site
from referee.results.opening import open_for_reading
from referee.results.reader import Results

NAMES = ("</script><script>alert(1)</script>", "x" * 300, f'../../"{HOSTILE}\u2028')
"""The last one leads."""


@contextmanager
def opened(folder: Path) -> Iterator[Site]:
    """The site of results, whatever their bots are called: names that no bot can have are refused before."""
    with Results(folder, open_for_reading(folder)) as results:
        yield Site(results)


@pytest.fixture(scope="module")
def eventful(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Notes, a forfeit, a loss for both, a substituted turn, a withdrawal."""
    folder = tmp_path_factory.mktemp("eventful")
    eventful_folder(folder)
    return folder


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same, with names that were written into the file by hand."""
    folder = tmp_path_factory.mktemp("hostile")
    eventful_folder(folder)
    for number, name in enumerate(NAMES, 1):
        change(folder, "UPDATE bots SET name = ? WHERE bot = ?", name, number)
    change(folder, "UPDATE tournament SET name = ?, created_utc = '<b>'", NAMES[0])
    change(folder, "UPDATE stages SET public_entropy = ?", NAMES[2])
    change(folder, "UPDATE outcomes SET finished_utc = ?", NAMES[2])
    change(folder, "UPDATE faults SET legal = ?", NAMES[2])
    return folder


@pytest.mark.parametrize("name", ["eventful", "hostile"])
def test_every_page_is_sound(name: str, request: pytest.FixtureRequest) -> None:
    """Well formed, nothing inline, no number that is none, below 1 MB; every link leads to a page and place we have."""
    with opened(request.getfixturevalue(name)) as site:
        files = {path: site.render(path) for path in site.paths()}
    assert list(files)[-1] == paths.FRONT
    pages = {path: check_page(content.decode()) for path, content in files.items() if path.endswith(".html")}
    for path, page in pages.items():
        for target, anchor in targets(page, path):
            assert target in files, (path, target)
            assert not anchor or target == paths.REPLAY or anchor in pages[target].ids, (path, target, anchor)
    assert max(map(len, files.values())) < 1_000_000
    assert {len(Path(path).parts) for path in files} <= {1, 2, 3}


def test_hostile_names_are_text(hostile: Path) -> None:
    """Nothing of them is a tag or a mark of direction, on pages and in scripts; they are shown all the same."""
    with opened(hostile) as site:
        files = {path: site.render(path).decode() for path in site.paths() if not path.startswith(paths.ASSETS)}
    for path, text in files.items():
        assert "<script>alert" not in text, path
        assert not {*"\u202e\u2028\x1b\x7f"} & {*text}, path
        assert "</script>" not in text or path.endswith(".html"), path
    *_, rows = files[paths.CROSSTABLE].partition('"rows":')
    assert "\\\\u202e" in rows
    assert "\\u202e" not in rows.replace("\\\\u202e", "")
    assert "alert(1)" in check_page(files[paths.FRONT]).text
    assert "\\u202e" in check_page(files[paths.FRONT]).text


def test_front_page_tells_it_all(eventful: Path) -> None:
    """Verdict, bots, remarks, faults with links to the turn, commitment, and how to verify."""
    with opened(eventful) as site:
        page = check_page(site.render(paths.FRONT).decode())
    for words in (
        "begun 29 Nov 2026, 19:45 UTC",
        "finished 29 Nov 2026, 19:45 UTC",
        "random leads with 3 points",
        "series played 6",
        "matches to replay 12",
        "faults, by 2 bots 6",
        "No Strength, no average: alpha, greedy",
        "illegal-turn",
        "played +P6 deck: purple is not in a pack of 5 colors",
        "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
        "secret until the host runs referee reveal",
        f"referee verify {eventful.name}",
    ):
        assert words in page.text
    assert paths.replay_link(3, 2, 5) in page.addresses
    assert paths.replay_link(4, 1, 0) in page.addresses


def test_pages_of_a_bot(eventful: Path) -> None:
    """Its opponents, its faults, and its encounters with links to every series that was played."""
    with opened(eventful) as site:
        page = check_page(site.render(paths.bot_page("greedy")).decode())
        encounters = check_page(site.render(paths.encounters_page("greedy", 1)).decode())
    assert "2 illegal-turn, 1 not-started" in page.text
    assert "+P6 deck" in page.text
    assert {f"../{paths.bot_page(name)}" for name in ("alpha", "random")} <= {*page.addresses}
    shown = {address for address in encounters.addresses if "series=" in address}
    assert shown == {f"../../{paths.replay_link(number)}" for number in (1, 2, 3, 4)}


@pytest.mark.parametrize(
    ("bot", "expected"),
    [
        ("alpha", ["withdrawn", "opponent: forfeit", "both: forfeit"]),
        ("greedy", ["forfeit", "both: forfeit"]),
        ("random", ["opponent: withdrawn"]),
    ],
)
def test_encounters_say_whose_forfeit_it_was(eventful: Path, bot: str, expected: list[str]) -> None:
    """Its own without a word, else the opponent's, or that of both."""
    with opened(eventful) as site:
        page = site.render(paths.encounters_page(bot, 1)).decode()
    assert re.findall(r'class="tag">([^<]+)<', page) == expected


def test_nothing_of_half_an_encounter_is_shown(tmp_path: Path) -> None:
    """Its fault is bot and kind only, its series has no link and no script, until the other leg is final."""
    with new_store(tmp_path, encounter()) as store:
        leg = next(iter(store.pending(1)))
        store.save(leg, play_series(leg))
    change(
        tmp_path,
        "INSERT INTO faults (series, match, substituted, position, bot, seat, kind, turn, detail, legal,"
        " request, log_tail) VALUES (1, 2, 1, 0, 'A', 'second', 'timeout', 5, 'secret sentence', '', x'', '')",
    )
    with opened(tmp_path) as site:
        files = {path: site.render(path).decode() for path in site.paths()}
        with pytest.raises(KeyError):
            site.render(paths.series_script(1))
    assert paths.series_script(1) not in files
    for path, text in files.items():
        assert "secret sentence" not in text, path
        assert "series=1" not in text, path
    page = check_page(files[paths.FRONT])
    assert "greedy timeout told in full when both legs are final – –" in page.text
    assert "in progress" in page.text
    assert not [path for path in files if path.startswith("encounters/")]


def test_what_counts_no_more_can_be_replayed(tmp_path: Path) -> None:
    """An annulled encounter is on no page, but whoever has a link to it sees its matches, and why it counts no more."""
    eventful_folder(tmp_path)
    change(tmp_path, "UPDATE series SET history = 'annulled', reason = 'power cut' WHERE number IN (3, 4)")
    with opened(tmp_path) as site:
        files = {path: site.render(path).decode() for path in site.paths()}
    assert not [path for path, text in files.items() if path.endswith(".html") and "series=3" in text]
    number, data = read_script(files[paths.series_script(3)])
    assert (number, data["history"]) == (3, "series 3 is annulled, and in no table: power cut")
    assert data["matches"]


def test_tournament_without_a_series(tmp_path: Path) -> None:
    """There is a page all the same, which says so."""
    new_store(tmp_path, encounter()).close()
    with opened(tmp_path) as site:
        pages = [check_page(site.render(path).decode()) for path in site.paths() if path.endswith(".html")]
    assert any("No series is final yet" in page.text for page in pages)
    assert any("It has met nobody yet" in page.text for page in pages)


@pytest.mark.parametrize(
    "path",
    [
        "",
        "/index.html",
        "../index.html",
        "assets/../index.html",
        "assets/",
        "assets/none.js",
        "bots/none.html",
        "bots/greedy.js",
        "versus/greedy.html",
        "series/0/99.js",
        "series/7/1.js",
        "series/0/01.js",
        "series/0/99999999999999999999.js",
        "standings/1.html",
        "faults/1.html",
        "encounters/greedy/0.html",
        "encounters/greedy/2.html",
        "encounters/none/1.html",
        "opponents/greedy/1.html",
        "standings/greedy/1.html",
        "data/none.js",
        "index.html\n",
    ],
)
def test_no_page_there(eventful: Path, path: str) -> None:
    """What is no page of the site is none, however it is asked for."""
    with opened(eventful) as site, pytest.raises(KeyError):
        site.render(path)


def test_site_is_of_one_moment(tmp_path: Path) -> None:
    """What becomes final afterwards is in the next one."""
    with new_store(tmp_path, encounter()) as store, Results.open(tmp_path) as results:
        before = Site(results)
        finish(store)
        assert list(before.paths()).count(paths.series_script(1)) == 0
        assert list(Site(results).paths()).count(paths.series_script(1)) == 1
        assert b"No series is final yet" in before.render(paths.FRONT)
