"""`referee standings` with its options."""

import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from support.fake_bot import FakeBot, by_hash, discarding
from support.records import encounter, finish, lively, new_store, play_series

from referee.cli.standings import command
from referee.errors import ConfigError

POLICIES = {"ann": lively, "bob": discarding, "cyd": by_hash}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Results of three different bots, four rounds."""
    path = tmp_path_factory.mktemp("standings")
    pairs = [("ann", "bob"), ("ann", "cyd"), ("bob", "cyd")]
    rows = [
        row
        for round_ in range(1, 5)
        for pairing, (a, b) in enumerate(pairs, 1)
        for row in encounter(a, b, pairing=pairing, round=round_)
    ]
    records = {
        number: play_series(
            replace(row, number=number), (FakeBot(policy=POLICIES[row.a]), FakeBot(policy=POLICIES[row.b]))
        )
        for number, row in enumerate(rows, 1)
    }
    with new_store(path, rows) as store:
        finish(store, records)
    return path


def run(folder: Path, *words: str) -> Result:
    """Run the command."""
    return CliRunner().invoke(command, [str(folder), *words], catch_exceptions=False)


def test_table(folder: Path) -> None:
    """The table with Strength, Place and what was done about luck."""
    text = run(folder).output
    assert "Strength ±" in text
    assert "Place" in text
    assert "Luck: luck-1 is taken out of margins" in text
    assert "likely the strongest" in text


def test_data_agree(folder: Path) -> None:
    """JSON and CSV hold the same numbers."""
    document = json.loads(run(folder, "--json").output)
    lines = list(csv.DictReader(io.StringIO(run(folder, "--csv").output)))
    for bot, line in zip(document["bots"], lines, strict=True):
        assert float(line["strength"]) == bot["strength"]["value"]
        assert float(line["strength_error"]) == bot["strength"]["error"]
        assert (int(line["place_low"]), int(line["place_high"])) == (
            bot["strength"]["place_low"],
            bot["strength"]["place_high"],
        )
        assert float(line["strongest"]) == bot["strength"]["strongest"]


def test_markdown(folder: Path) -> None:
    """The same columns as a table."""
    assert "| Strength ± | Elo ± | Place |" in run(folder, "--markdown").output


def test_sort(folder: Path) -> None:
    """Rows in the order of Strength."""
    document = json.loads(run(folder, "--json", "--sort", "strength").output)
    values = [bot["strength"]["value"] for bot in document["bots"]]
    assert document["sort"] == "strength"
    assert values == sorted(values, reverse=True)
    assert "has the highest Strength" in document["verdict"]


def test_no_luck(folder: Path) -> None:
    """Luck left in gives other strengths, and says so."""
    taken, left = (json.loads(run(folder, "--json", *words).output) for words in ((), ("--no-luck",)))
    assert (taken["luck"]["taken_out"], left["luck"]["taken_out"]) == (True, False)
    assert left["luck"]["audited_bots"] is None
    assert [bot["strength"]["value"] for bot in taken["bots"]] != [bot["strength"]["value"] for bot in left["bots"]]
    assert "Luck: left in" in run(folder, "--no-luck").output


@pytest.mark.parametrize("kind", ["score", "margin", "stronger"])
def test_crosstable(folder: Path, kind: str) -> None:
    """Every bot against every other, in every format, in the order of the table."""
    document = json.loads(run(folder, "--crosstable", kind, "--json").output)
    assert document["kind"] == kind
    order = [bot["bot"] for bot in json.loads(run(folder, "--json").output)["bots"]]
    assert document["bots"] == order
    assert run(folder, "--crosstable", kind, "--csv").output.startswith(f"bot,{','.join(order)}\n")
    assert f"| 1 | {order[0]} | · |" in run(folder, "--crosstable", kind, "--markdown").output
    assert run(folder, "--crosstable", kind).output.startswith("tiny\n")


def test_unknown_crosstable(folder: Path) -> None:
    """A kind that does not exist is a usage error that lists those that do."""
    result = run(folder, "--crosstable", "elo")
    assert result.exit_code == 2
    assert "'score', 'margin', 'stronger'" in result.output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--csv", "--json"), "--json and --csv: expected one of them, got 2"),
        (("--markdown", "--json", "--crosstable", "score"), "--json and --markdown: expected one of them, got 2"),
        (("--markdown", "--csv", "--json"), "--json and --csv and --markdown: expected one of them, got 3"),
    ],
)
def test_one_form_at_a_time(folder: Path, words: tuple[str, ...], message: str) -> None:
    """Two are refused, exit 2, and nothing is printed: which one was meant cannot be known."""
    result = CliRunner().invoke(command, [str(folder), *words])
    assert isinstance(result.exception, ConfigError)
    assert (str(result.exception), result.exception.exit_code, result.stdout) == (message, 2, "")
