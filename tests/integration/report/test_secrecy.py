"""Half an encounter: whatever was dealt, played, scored, noted or failed in it, what is shown is the same bytes."""

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from support.commands import command
from support.live import Reader, covered
from support.records import eventful_records, eventful_rows, new_store
from support.sql import change

from referee.report.live.app import build_app
from referee.report.live.coverage import Coverage
from referee.report.live.panel import EVENTS
from referee.report.live.situation import Observer
from referee.report.site.site import Site
from referee.results.reader import Results

NAMES = ("alpha", "greedy", "random")
GUESSED = (
    "",
    *(f"series/0/{number}.js" for number in range(8)),
    *(f"{part}/{name}/{number}.html" for part in ("encounters", "opponents") for name in NAMES for number in (1, 2)),
    *(f"{part}/1.{suffix}" for part in ("faults", "standings", "series") for suffix in ("html", "js")),
    *("running.json", "results.db", "seed", "site/index.html", "replay.json", "data/1.js"),
)
"""Where somebody who is curious would look."""
HIDDEN = {
    "outcomes": """total_a = total_a + 7000, total_b = total_b + 7000, luck = luck + 61.5, match_count = 3""",
    "matches": """score_first = 7001, score_second = 7002, margin_uses_first = 3, lag_ms = 5.5, luck = 61.5,
        deal_id = 'x', deal = 'x', turns = 'x', think_ms = '[]', notes = '{"1": "x"}'""",
    "faults": """match = match + 3, turn = turn + 70, position = position + 1, elapsed_ms = 9.5, limit_ms = 9.5,
        lag_ms = 9.5, exit_status = 9, detail = 'x', legal = 'x', request = x'00', reply = x'00', log_tail = 'x'""",
}
"""All that is not to be known of a series. Points, who failed in what way, and times count at once."""


@pytest.fixture(params=[1, 3, 4, 5], ids=["notes", "forfeit", "both lost", "substituted"])
def folders(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, Path]:
    """Two tournaments that differ only in what is hidden of one leg, whose other leg is still to be played."""
    half: int = request.param
    other_leg = half + 1 if half % 2 else half - 1
    one, other = tmp_path / "one" / "league", tmp_path / "other" / "league"
    with new_store(one, eventful_rows()) as store:
        for row in list(store.pending(1)):
            if row.number is not None and row.number != other_leg:
                store.save(row, eventful_records()[row.number])
    shutil.copytree(one, other)
    for table, values in HIDDEN.items():
        changed = change(other, f"UPDATE {table} SET {values} WHERE series = ?", half)  # noqa: S608 - ours
        assert changed or table == "faults"
    return one, other


def static(folder: Path) -> dict[str, bytes | None]:
    """All that the site can give out: its own paths, and guessed ones; None where nothing lies."""
    answers: dict[str, bytes | None] = {}
    with Results.open(folder) as results:
        site = Site(results)
        for path in {*site.paths(), *GUESSED}:
            try:
                answers[path] = site.render(path)
            except KeyError:
                answers[path] = None
    return answers


def live(folder: Path) -> dict[str, bytes | None]:
    """All that the live pages can give out, the newest event among it; a server's own mark is left out."""
    told: list[str] = []

    async def asked() -> dict[str, bytes | None]:
        coverage = Coverage(Observer(folder), told.append)
        app = build_app(coverage, told.append)
        await covered(coverage)
        answers: dict[str, bytes | None] = {}
        with Results.open(folder) as results:
            known = list(Site(results).paths())
        for path in {*known, *GUESSED}:
            reader = Reader(app, f"/{path}")
            await reader.task
            answers[path] = f"{reader.answer.status} {reader.answer.text}".encode()
        reader = Reader(app, f"/{EVENTS}")
        await reader.has_got("\ndata: ")
        reader.leave()
        await reader.task
        answers[EVENTS] = reader.answer.text.encode()
        mark = coverage.channel.epoch.encode()
        await coverage.close()
        return {path: answer and answer.replace(mark, b"mark") for path, answer in answers.items()}

    answers = asyncio.run(asked())
    assert not told
    return answers


def printed(folder: Path) -> dict[str, bytes | None]:
    """What the commands that show results print; their messages may name the folder."""
    asked = (
        *(["standings", *options] for options in ([], ["--json"], ["--csv"], ["--crosstable", "margin"])),
        *(["compare", one, other] for one in NAMES for other in NAMES if one < other),
        *(["replay", str(number)] for number in range(8)),
        *(["export", "--format", layout] for layout in ("jsonl", "csv", "pgn")),
    )
    answers: dict[str, bytes | None] = {}
    for name, *options in asked:
        outcome = command(name, str(folder), *options)
        text = f"{outcome.code} {outcome.out} {outcome.err}".replace(str(folder), "FOLDER")
        answers[" ".join([name, *options])] = text.encode()
    return answers


@pytest.mark.parametrize("answers_of", [static, live, printed])
def test_nothing_hidden_makes_a_difference(
    folders: tuple[Path, Path], answers_of: Callable[[Path], dict[str, bytes | None]]
) -> None:
    """No page, script, event, guessed address or table differs in a byte."""
    one, other = map(answers_of, folders)
    assert one.keys() == other.keys()
    assert [path for path in one if one[path] != other[path]] == []


def test_history_hides_it_too(tmp_path: Path) -> None:
    """A half encounter that was annulled is never complete: it has no replay, and nothing of it is shown."""
    with new_store(tmp_path, eventful_rows()) as store:
        for row in list(store.pending(1)):
            if row.number == 1:
                store.save(row, eventful_records()[1])
    change(tmp_path, "UPDATE series SET history = 'annulled', reason = 'wrong bot' WHERE number < 3")
    answers = static(tmp_path)
    assert answers["series/0/1.js"] is None
    assert not [path for path, answer in answers.items() if b"series=1" in (answer or b"")]
