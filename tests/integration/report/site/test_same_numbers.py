"""The numbers of pages are those that the commands tell of the same results."""

import json
import random
import re
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import pytest
from support.commands import command
from support.pages import check_page
from support.records import encounter, finish, new_store
from support.sql import ask, change

from referee.report.site import paths
from referee.report.site.site import Site
from referee.results.reader import Results

NAMES = ("ann", "bob", "cleo")
ROUNDS = 5
NUMBER = re.compile(r"[−+]?(?:\d[\d,]*(?:\.\d+)?½?|½)")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A league whose scores, times and luck are given by chance."""
    folder = tmp_path_factory.mktemp("league")
    rows = [
        leg
        for round_ in range(1, ROUNDS + 1)
        for pairing, (a, b) in enumerate(combinations(NAMES, 2), 1)
        for leg in encounter(a, b, pairing=pairing, round=round_)
    ]
    with new_store(folder, rows) as store:
        finish(store)
    dice = random.Random(7)
    for (number,) in ask(folder, "SELECT series FROM outcomes ORDER BY series"):
        totals = dice.randint(-90, 160), dice.randint(-90, 160)
        won = ((totals[0] >= totals[1]) + (totals[0] > totals[1])) / 2
        times = [dice.uniform(100, 9000) for _ in range(4)]
        values = (*totals, won, 1 - won, dice.gauss(0, 20), *times, number)
        change(
            folder,
            "UPDATE outcomes SET total_a = ?, total_b = ?, points_a = ?, points_b = ?, luck = ?, think_sum_ms_a = ?,"
            " think_sum_ms_b = ?, think_max_ms_a = ?, think_max_ms_b = ? WHERE series = ?",
            *values,
        )
    return folder


@pytest.fixture(scope="module")
def site(folder: Path) -> Iterator[Site]:
    """Its pages."""
    with Results.open(folder) as results:
        yield Site(results)


def told(folder: Path, name: str, *words: str) -> Any:
    """What a command prints as JSON."""
    return json.loads(command(name, str(folder), *words, "--json").out)


def lines_of(html: str) -> Iterator[dict[str, list[float]]]:
    """The numbers in each line of the first table, by the class of the cell."""
    body = re.search(r"<tbody>(.*?)</tbody>", html, re.DOTALL)
    assert body is not None
    for row in re.findall(r"<tr.*?</tr>", body[1], re.DOTALL):
        cells = re.findall(r'<t[dh](?: scope="row")?(?: class="([^"]*)")?>(.*?)</t[dh]>', row, re.DOTALL)
        yield {name: numbers(re.sub(r"<[^>]*>", " ", text)) for name, text in cells}


def numbers(text: str) -> list[float]:
    """All numbers in a text of a page."""
    return [
        float(word.replace("−", "-").replace(",", "").replace("½", "") or "0") + 0.5 * ("½" in word)
        for word in NUMBER.findall(text)
    ]


def rounded(values: Sequence[float | None], digits: int) -> Any:
    """As a page rounds them; None is left out."""
    return pytest.approx([value for value in values if value is not None], abs=0.5001 * 10**-digits)


def test_standings(folder: Path, site: Site) -> None:
    """Every column of the table."""
    html = site.render(paths.FRONT).decode()
    lines = told(folder, "standings")["bots"]
    assert re.findall(r'<tr data-name="([^"]*)"', html) == [line["bot"] for line in lines]
    for row, line in zip(lines_of(html), lines, strict=True):
        strength, elo, times = line["strength"], line["elo"], line["think_ms"]
        assert row["rank"] == [line["place"]]
        assert row[""] == rounded([line["points"], line["percent"]], 1)
        assert row["c-wdl"] == [line["wins"], line["draws"], line["losses"]]
        assert row["c-strength"] == rounded([strength["value"], strength["error"]], 1)
        assert row["c-elo"] == rounded([elo["value"], elo["error"]], 0)
        assert row["c-average"] == rounded([line["average_score"]], 1)
        assert row["c-ms"] == rounded([times["mean"], times["max"]], 0)
        assert row["c-faults"] == [0]


def test_verdict_and_remarks(folder: Path, site: Site) -> None:
    """The sentences, word for word."""
    page = check_page(site.render(paths.FRONT).decode())
    table = told(folder, "standings")
    text = " ".join(page.text.split())
    assert table["verdict"] in re.sub(r" (?=[,.])", "", text)
    for fact in table["facts"]:
        name, _, rest = fact.partition(":")
        assert name == "Deals" or rest.strip() in text


@pytest.mark.parametrize(("one", "other"), [*permutations(NAMES, 2)])
def test_head_to_head(folder: Path, site: Site, one: str, other: str) -> None:
    """A bot's page, from its side."""
    opponents = [name for name in site_order(folder) if name != one]
    row = list(lines_of(site.render(paths.bot_page(one)).decode()))[opponents.index(other)]
    head = told(folder, "compare", one, other)
    margin, elo = head["margin"], head["elo"]
    assert row[""] == head["points"]
    assert row["c-wdl"] == [head["series"][name] for name in ("wins", "draws", "losses")]
    assert row["c-strength"] == rounded([margin["value"], margin["error"]], 1)
    assert row["c-average"] == rounded([100 * margin["probability_stronger"]], 0)
    assert row["c-elo"] == rounded([elo["value"], elo["wilson"]["low"], elo["wilson"]["high"]], 0)
    assert row["c-series"][0] == head["series"]["count"]


def test_crosstable(folder: Path, site: Site) -> None:
    """Margins and probabilities of every cell."""
    script = site.render(paths.CROSSTABLE).decode()
    _, data = json.loads(script.removeprefix("LostCities.take(...").removesuffix(");\n"))
    for kind, factor, digits in (("margin", 1, 0), ("stronger", 100, 0)):
        table = told(folder, "standings", "--crosstable", kind)
        assert data["rows"] == table["bots"]
        for shown, cells in zip(data["texts"][kind], table["cells"], strict=True):
            values = [None if cell is None else factor * cell for cell in cells]
            assert [number for text in shown for number in numbers(text or "")] == rounded(values, digits)


def site_order(folder: Path) -> list[str]:
    """The bots in the order of the table."""
    return [line["bot"] for line in told(folder, "standings")["bots"]]
