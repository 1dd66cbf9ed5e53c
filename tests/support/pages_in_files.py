"""Sites as files: what the browser tests look at."""

from pathlib import Path
from typing import Final

from support.records import HOSTILE, bots, encounter, eventful_folder, finish, new_store, play_series
from support.sql import change

from referee.report.site.writing import write_site
from referee.results.opening import open_for_reading
from referee.results.reader import Results

LARGE: Final = 130
LONG_NAME: Final = "a-bot-with-a-name-of-forty-characters-xy"
NAMES: Final = ("</script><script>alert(1)</script>", f'<img src=x onerror=alert(2)>"{HOSTILE}', "x" * 300)


def written(results: Path, site: Path) -> Path:
    """The site of results, whatever their bots are called: names that no bot can have are refused before."""
    with Results(results, open_for_reading(results)) as opened:
        for _ in write_site(opened, site):
            pass
    return site


def league_site(folder: Path) -> Path:
    """Three bots, with all kinds of faults."""
    results = folder / "league.results"
    results.mkdir()
    eventful_folder(results)
    return written(results, folder / "site")


def hostile_site(folder: Path) -> Path:
    """The same, with names that were written into the file by hand."""
    results = folder / "hostile.results"
    results.mkdir()
    eventful_folder(results)
    for number, name in enumerate(NAMES, 1):
        change(results, "UPDATE bots SET name = ? WHERE bot = ?", name, number)
    change(results, "UPDATE tournament SET name = ?", NAMES[0])
    return written(results, folder / "site")


def long_named_site(folder: Path) -> Path:
    """The same, with a name as long as the rules let it be."""
    results = folder / "long.results"
    results.mkdir()
    eventful_folder(results)
    change(results, "UPDATE bots SET name = ? WHERE bot = 3", LONG_NAME)
    return written(results, folder / "site")


def large_site(folder: Path, count: int = LARGE) -> Path:
    """130 bots, or as many as told, of which a few have met."""
    results = folder / "large.results"
    results.mkdir()
    names = [f"bot{number:03}" for number in range(count)]
    rows = [row for place in range(3) for row in encounter(*names[place : place + 2], pairing=place + 1)]
    with new_store(results, rows) as store:
        store.put_bots(bots(*names))
        finish(store, {1: play_series(next(iter(store.pending(1))))})
    return written(results, folder / "site")
