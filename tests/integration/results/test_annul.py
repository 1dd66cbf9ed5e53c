"""An encounter annulled: out of the tables, kept as history, planned again."""

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from support.records import SEED, encounter, finish, new_store, play_series
from support.sql import ask

from referee.cli import annul as annul_command
from referee.deals import commitment
from referee.errors import ConfigError, RefusedError
from referee.results.annul import annul
from referee.results.export import export_lines
from referee.results.reader import Results
from referee.results.reveal import reveal
from referee.results.seeds import read_seeds
from referee.results.store import Store
from referee.results.verify import verify

HISTORY = "SELECT number, history, reason FROM series ORDER BY number"


@pytest.fixture
def league(tmp_path: Path) -> Path:
    """Three encounters, all played."""
    rows = [*encounter(), *encounter("alpha", "greedy", pairing=2), *encounter("alpha", "random", pairing=3)]
    with new_store(tmp_path, rows) as store:
        finish(store)
    return tmp_path


def exported(folder: Path) -> list[str]:
    """The series of an export, as CSV has them."""
    with Results.open(folder) as results:
        return [line.split(",")[0] for line in export_lines(results, "csv")][1:]


@pytest.mark.parametrize("number", [1, 2])
def test_both_legs_become_history(league: Path, number: int) -> None:
    """Whichever is named; the reason is kept, and both are out of tables and exports."""
    annulment = annul(league, number, " a power cut ")
    assert [leg.number for leg in annulment.legs] == [1, 2]
    assert ask(league, HISTORY)[:3] == [(1, "annulled", "a power cut"), (2, "annulled", "a power cut"), (3, None, None)]
    with Results.open(league) as results:
        assert [result.number for result in results.series_rows()] == [3, 4, 5, 6]
        assert results.counts() == (4, 6)
        assert results.record(1).number == 1
        assert results.history(2) == ("annulled", "a power cut")
        assert results.history(3) is None
    assert exported(league) == ["3", "4", "5", "6"]
    assert verify(league).series_count == 6


def test_it_is_planned_again_with_fresh_deals(league: Path) -> None:
    """Under the next number of replay, at the same place of its round, in the same stage as long as that is open."""
    annulment = annul(league, 1, "a power cut")
    assert annulment.opened is None
    assert annulment.again is not None
    assert annulment.again.deal_id(1) == "1/greedy~1|random~1/1.1/1"
    with Store.open(league) as store:
        again = list(store.pending(1))
        assert [(row.number, row.replay, row.stage, row.day, row.pairing) for row in again] == [
            (7, 1, 1, 1, 1),
            (8, 1, 1, 1, 1),
        ]
        finish(store)
    assert verify(league).differences == ()
    assert exported(league) == ["3", "4", "5", "6", "7", "8"]
    old, new = (dict(ask(league, "SELECT match, deal FROM matches WHERE series = ?", series)) for series in (1, 7))
    assert set(old.values()).isdisjoint(new.values())
    assert annul(league, 8, "again").again == replace(again[0], number=None, replay=2)


def test_published_seed_deals_no_more(league: Path) -> None:
    """After `reveal` it is played in a new stage, with the public entropy of the TOML, and its commitment is told."""
    with Store.open(league) as store:
        config = store.stored_config()
        store.update_config({**config, "tournament": {**config["tournament"], "public_entropy": "drand 4711"}})
    reveal(league)
    annulment = annul(league, 1, "a power cut")
    opened, again = annulment.opened, annulment.again
    assert opened is not None
    assert again is not None
    assert (opened.number, again.stage, opened.public_entropy) == (2, 2, "drand 4711")
    assert opened.commitment == commitment(read_seeds(league)[2]) != commitment(SEED)
    assert annul(league, 3, "another one").opened is None
    assert verify(league).differences == ()


def test_encounter_that_is_half_played_can_be_annulled(tmp_path: Path) -> None:
    """The leg that is still planned leaves the plan too: its deals are those of the other."""
    with new_store(tmp_path, encounter()) as store:
        first = next(store.pending(1))
        store.save(first, play_series(first))
    annul(tmp_path, 2, "a bug of ours")
    with Store.open(tmp_path) as store:
        assert [row.number for row in store.pending(1)] == [3, 4]


def test_gone_bot_is_not_planned(league: Path) -> None:
    """Nobody could play it; it is planned when the bot is back."""
    with Store.open(league) as store:
        store.put_bots([replace(bot, removed=True) for bot in store.bots() if bot.name == "random"])
    assert annul(league, 1, "a power cut").again is None
    with Results.open(league) as results:
        assert results.counts() == (4, 4)


def test_withdrawn_bots_are_named(league: Path) -> None:
    """They would lose it again, without being asked; the other bot is not spoken of."""
    with Store.open(league) as store:
        store.put_bots([replace(bot, withdrawn=True) for bot in store.bots() if bot.name == "random"])
    assert annul(league, 1, "a power cut").withdrawn == ("random",)
    assert annul(league, 3, "a power cut").withdrawn == ()


@pytest.mark.parametrize(
    ("names", "end"),
    [
        ((), "`referee run` plays it"),
        (
            ("random",),
            "random is withdrawn, and would lose it unasked; to have it played: referee run TOML --reinstate random",
        ),
        (
            ("greedy", "random"),
            (
                "greedy and random are withdrawn, and would lose it unasked;"
                " to have it played: referee run TOML --reinstate greedy --reinstate random"
            ),
        ),
    ],
)
def test_command_says_what_plays_it(league: Path, names: tuple[str, ...], end: str) -> None:
    """The plain run, or the one that lets withdrawn bots play again."""
    with Store.open(league) as store:
        store.put_bots([replace(bot, withdrawn=True) for bot in store.bots() if bot.name in names])
    result = CliRunner().invoke(annul_command.command, [str(league), "1", "--reason", "a power cut"])
    assert result.stderr.splitlines()[-1] == f"planned again as round 1.1, with fresh deals: {end}"


@pytest.mark.parametrize("reason", ["", "  \n", "x" * 501])
def test_reason_is_required(league: Path, reason: str) -> None:
    """Somebody will ask."""
    with pytest.raises(ConfigError, match="--reason: expected 1 to 500 characters, got"):
        annul(league, 1, reason)
    assert ask(league, HISTORY)[0] == (1, None, None)


@pytest.mark.parametrize("reason", ["x", f" {'x' * 500}\n"])
def test_shortest_and_longest_reason(league: Path, reason: str) -> None:
    """One character is enough, 500 are not too many; space around them is not counted."""
    annul(league, 1, reason)
    assert ask(league, HISTORY)[0] == (1, "annulled", reason.strip())


def test_reason_that_is_no_text(league: Path) -> None:
    """As a terminal of another encoding gives it: the byte is kept as an escape."""
    annul(league, 1, "Stromausfall, M\udcfcller")
    with Results.open(league) as results:
        assert results.history(1) == ("annulled", r"Stromausfall, M\udcfcller")


def test_what_is_not_in_the_tables_cannot_leave_them(tmp_path: Path) -> None:
    """No such series, nothing played yet, history already: refused, and nothing changes."""
    with new_store(tmp_path, [*encounter(), *encounter(round=2)]) as store:
        first = next(store.pending(1))
        store.save(first, play_series(first))
    with pytest.raises(RefusedError, match=r"^series 9: there is none, expected 1 to 4$"):
        annul(tmp_path, 9, "why not")
    with pytest.raises(RefusedError, match=r"^series 3 \(greedy against random\): nothing of its encounter is played"):
        annul(tmp_path, 3, "why not")
    annul(tmp_path, 1, "a power cut")
    with pytest.raises(RefusedError, match=r"^series 2 \(greedy against random\): annulled already: a power cut$"):
        annul(tmp_path, 2, "why not")
    with pytest.raises(ConfigError, match="no results here"):
        annul(tmp_path / "absent", 1, "why not")


def test_working_referee_is_not_disturbed(league: Path) -> None:
    """It has the plan in hand."""
    with Store.open(league), pytest.raises(RefusedError, match="a referee already works here"):
        annul(league, 1, "why not")
