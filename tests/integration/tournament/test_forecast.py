"""What a run would do and how long it takes, without doing it."""

from dataclasses import replace
from pathlib import Path

import pytest
from support.records import finish, play_series
from support.tomls import TWO_BOTS, load

from referee.bots.clock import ClockSettings
from referee.deals import commitment
from referee.errors import ConfigError, RefusedError
from referee.results.opening import RESULTS_FILE
from referee.results.reader import Results
from referee.results.seeds import add_seed, read_seeds
from referee.rules.variant import Variant
from referee.tournament.config import TournamentConfig
from referee.tournament.forecast import (
    ASSUMED_SERIES_S,
    ASSUMED_START_S,
    Forecast,
    most_turns,
    task_patience_s,
    worst_run_s,
    worst_series_s,
)
from referee.tournament.isolation import Isolation
from referee.tournament.runner import RunOptions, Tournament

PLAN = """
[tournament]
rounds = 3
concurrency = 2
"""


def forecast(config: TournamentConfig, folder: Path, *, reinstate: tuple[str, ...] = ()) -> Forecast:
    """What a run of it would do."""
    return Tournament.forecast(config, folder / "out", RunOptions(reinstate=reinstate), Isolation())


def test_seed_is_made_and_committed_to(tmp_path: Path) -> None:
    """Once: it is the same in a second forecast, and in the run."""
    config = load(tmp_path, PLAN + TWO_BOTS)
    first = forecast(config, tmp_path)
    assert commitment(read_seeds(tmp_path / "out")[1]) == first.stage.commitment
    assert forecast(config, tmp_path).stage == first.stage
    with Tournament.open(config, tmp_path / "out", RunOptions()) as tournament:
        assert tournament.commitment == first.stage.commitment


def test_nothing_else_is_kept(tmp_path: Path) -> None:
    """Neither bots nor plan; so all of it may still change."""
    config = load(tmp_path, PLAN + TWO_BOTS)
    assert forecast(config, tmp_path).counts == (0, 6)
    with Results.open(tmp_path / "out") as results:
        assert (results.counts(), results.bots()) == ((0, 0), [])
    config = load(tmp_path, PLAN.replace("3", "5") + TWO_BOTS.replace("left", "middle"))
    assert forecast(config, tmp_path).counts == (0, 10)


def test_public_entropy_may_change_until_a_match_is_stored(tmp_path: Path) -> None:
    """The commitment stays."""
    config = load(tmp_path, PLAN + TWO_BOTS)
    first = forecast(config, tmp_path)
    assert (first.stage.public_entropy, first.is_entropy_open) == ("", True)
    settings = replace(config.tournament, public_entropy="drand 4711")
    second = forecast(replace(config, tournament=settings), tmp_path)
    assert second.stage == replace(first.stage, public_entropy="drand 4711")


def test_what_a_run_refuses_is_refused(tmp_path: Path) -> None:
    """Another seed than the one committed to; a bot to be reinstated that is not there."""
    config = load(tmp_path, PLAN + TWO_BOTS)
    forecast(config, tmp_path)
    with pytest.raises(RefusedError, match=r"tournament\.seed: stage 1 is committed to SHA-256"):
        forecast(replace(config, seed=bytes(32)), tmp_path)
    with pytest.raises(ConfigError, match="expected a bot of"):
        forecast(config, tmp_path, reinstate=("nobody",))


def test_seeds_of_results_that_are_gone_are_refused(tmp_path: Path) -> None:
    """Else a dry run would commit to deals that somebody may have seen, and the run after it would play them."""
    config = load(tmp_path, PLAN + TWO_BOTS)
    add_seed(tmp_path / "out", 1, bytes(32))
    with pytest.raises(RefusedError, match="expected none, since there are no results here"):
        forecast(config, tmp_path)
    assert not (tmp_path / "out" / RESULTS_FILE).exists()


def test_expected_duration_is_assumed_before_the_first_series(tmp_path: Path) -> None:
    """By the number of series and of starts, and how many are played at once."""
    first = forecast(load(tmp_path, PLAN + TWO_BOTS), tmp_path)
    assert first.start_count == 2 + 4  # each before the first match, then each for each leg
    assert (first.expected_s, first.is_measured) == ((6 * ASSUMED_SERIES_S + 6 * ASSUMED_START_S) / 2, False)


def test_what_was_played_is_reckoned_with(tmp_path: Path) -> None:
    """Series take as long as those before, and the entropy is settled."""
    config = load(tmp_path, PLAN + TWO_BOTS)
    with Tournament.open(config, tmp_path / "out", RunOptions()) as tournament:
        store = tournament._store
        row = next(store.pending(1))
        store.save(row, replace(play_series(row), finished_utc="2026-11-29T19:45:55.623Z"))
    now = forecast(config, tmp_path)
    assert (now.is_entropy_open, now.is_measured, now.withdrawn) == (False, True, ())
    assert now.expected_s == pytest.approx((5 * 3.5 + now.start_count * ASSUMED_START_S) / 2, abs=0.001)


def test_series_of_withdrawn_bots_take_no_time(tmp_path: Path) -> None:
    """They are lost unasked; the bot is named, as long as the TOML has it."""
    config = load(tmp_path, PLAN + TWO_BOTS + TWO_BOTS.replace("left", "third").partition('[[bot]]\nname = "right')[0])
    before = forecast(config, tmp_path)
    with Tournament.open(config, tmp_path / "out", RunOptions()) as tournament:
        tournament._store.withdraw(["right"], [])
    now = forecast(config, tmp_path)
    assert now.withdrawn == ("right",)
    assert (before.counts.planned, now.counts.planned) == (18, 18)
    assert now.start_count < before.start_count
    assert now.expected_s == (6 * ASSUMED_SERIES_S + now.start_count * ASSUMED_START_S) / 2
    assert now.worst_s < before.worst_s
    gone = load(tmp_path, PLAN + TWO_BOTS.replace("right", "third"))
    assert forecast(gone, tmp_path).withdrawn == (), "who left is told as that"


@pytest.mark.parametrize(
    ("sections", "bots", "count"),
    [
        ("[bots]\nprocesses = 'fresh'\n", TWO_BOTS, 2 + 2 * 6),
        ("", TWO_BOTS.replace('command = "left"', 'address = "far.example:1"'), 1 + 2),
        ("", "".join(f"[[bot]]\nname = 'b{number:03}'\ncommand = 'b'\n" for number in range(130)), 130 + 2 * 50_310),
    ],
)
def test_starts_of_bots(tmp_path: Path, sections: str, bots: str, count: int) -> None:
    """Two a series where none is kept, or in a league too large for any to be met again; none of those elsewhere."""
    assert forecast(load(tmp_path, PLAN + sections + bots), tmp_path).start_count == count


def test_nothing_is_started_for_nothing(tmp_path: Path) -> None:
    """All is played: no bot is tried either, and there is no riddle in the table that is to be explained."""
    config = load(tmp_path, PLAN + TWO_BOTS)
    with Tournament.open(config, tmp_path / "out", RunOptions()) as tournament:
        finish(tournament._store)
    now = forecast(config, tmp_path)
    assert (now.start_count, now.expected_s, now.notices) == (0, 0, ())


@pytest.mark.parametrize(("colors", "after", "turns"), [(5, 300, 344), (6, 400, 456), (5, 0, 44)])
def test_longest_match(colors: int, after: int, turns: int) -> None:
    """Everybody draws from piles as long as that is possible; then the whole deck is left."""
    assert most_turns(Variant(colors=colors, deck_only_after=after)) == turns


@pytest.mark.parametrize(
    ("clock", "match_s"),
    [
        (ClockSettings(turn_ms=1000, bank_ms=0, margin_ms=0), 44.0),
        (ClockSettings(turn_ms=1000, bank_ms=0, margin_ms=100), 48.4),
        (ClockSettings(turn_ms=0, bank_ms=5000, margin_ms=0), 10.0),
        (ClockSettings(turn_ms=0, bank_ms=5000, margin_ms=100), 14.4),
        (ClockSettings(turn_ms=0, bank_ms=5000, increment_ms=100, margin_ms=0), 14.2),
        (ClockSettings(turn_ms=100, bank_ms=5000, increment_ms=100, margin_ms=0), 4.4),
    ],
)
def test_worst_match_by_the_clock(clock: ClockSettings, match_s: float) -> None:
    """22 turns each, within turn limit and bank, whichever is less; an increment after the last turn is of no use."""
    bare = replace(clock, startup_ms=0, notify_ms=0)
    assert worst_series_s(bare, Variant(deck_only_after=0)) == pytest.approx(3 * match_s)


def test_worst_series_has_starts_and_messages() -> None:
    """Two starts, two announcements, six ends of matches, two ends of the series."""
    clock = ClockSettings(turn_ms=0, bank_ms=1, margin_ms=0, startup_ms=1000, notify_ms=10)
    assert worst_series_s(clock, Variant()) == pytest.approx(2.0 + 0.1 + 3 * 0.002)


def test_worst_run_waits_for_rounds(tmp_path: Path) -> None:
    """Five series on two workers take as long as six: a round begins when the last one is complete."""
    config = load(tmp_path, PLAN + TWO_BOTS)
    series_s = worst_series_s(config.clock, config.rules)
    rehearsals_s = worst_run_s(config, [])
    assert rehearsals_s == pytest.approx(10 + 1 + 1.02)
    slow = replace(config, clock=ClockSettings(turn_ms=0, bank_ms=5000))
    assert worst_run_s(slow, []) == pytest.approx(10 + 1 + 5.02)
    assert worst_run_s(config, [5, 3]) == pytest.approx(rehearsals_s + 5 * series_s)
    alone = load(tmp_path, PLAN.replace("concurrency = 2", "concurrency = 1") + TWO_BOTS)
    assert worst_run_s(alone, [5, 3]) == pytest.approx(2 * rehearsals_s + 8 * series_s)


def test_worker_is_waited_for_longer_than_any_series_takes(tmp_path: Path) -> None:
    """By the clock of the tournament, however short; so that only one that hangs is taken to hang."""
    config = load(tmp_path, PLAN + TWO_BOTS)
    for clock in (config.clock, ClockSettings(turn_ms=1, bank_ms=0, margin_ms=0, startup_ms=1, notify_ms=1)):
        worst_s = worst_series_s(clock, config.rules)
        assert task_patience_s(replace(config, clock=clock)) > 1.5 * worst_s + 60
