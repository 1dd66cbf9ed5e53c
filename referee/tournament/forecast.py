"""What a run would do, and how long it takes: reckoned from the plan, the clock, and the series played so far."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from typing import Final

from referee.bots.clock import ClockSettings
from referee.results.agenda import PlanChange
from referee.results.planning import Counts
from referee.results.rows import Stage
from referee.results.store import Store
from referee.rules.cards import pack
from referee.rules.variant import MATCHES_PER_SERIES, Variant
from referee.tournament.config import TournamentConfig
from referee.tournament.enrolment import newest_bots
from referee.tournament.executors import LOOKAHEAD
from referee.tournament.notices import notices
from referee.tournament.warmth import Warmth

ASSUMED_SERIES_S: Final = 0.5
"""Of a series before any was played: about what example bots in Python take."""

ASSUMED_START_S: Final = 0.5
"""Of a bot: about what example bots in Python take, in a box."""

_SAMPLE_COUNT: Final = 1000
"""So many series tell how often a worker has no instance of a bot."""

_SEATS: Final = 2
_DEALT_COUNT: Final = 16
"""Cards in both hands."""
_ENDING_S: Final = 120.0
_NOTIFICATIONS: Final = _SEATS * (MATCHES_PER_SERIES + 2)
"""Of a series: its start, the end of each match, its end, told to both bots."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Forecast:
    """What a run would do.

    Attributes:
        config: of the tournament, changed by options.
        isolation: the level that is reached.
        stage: whose seed deals the cards of what is planned now.
        is_entropy_open: whether its public_entropy may still change.
        change: what becomes of the plan before the first series.
        notices: what is in the table and not in the TOML any more, a sentence each.
        counts: final and planned series.
        absent_count, later_count: planned series of bots that left the TOML; the others of rounds beyond its last.
        withdrawn: bots of the TOML that are not asked any more.
        start_count: how often a bot is probably started.
        expected_s: how long it probably takes, in seconds.
        is_measured: whether that follows from series played before, and not from ASSUMED_SERIES_S.
        worst_s: how long it takes if all bots use all the time they have, in seconds.
    """

    config: TournamentConfig
    isolation: str
    stage: Stage
    is_entropy_open: bool
    change: PlanChange
    notices: tuple[str, ...]
    counts: Counts
    absent_count: int
    later_count: int
    withdrawn: tuple[str, ...]
    start_count: int
    expected_s: float
    is_measured: bool
    worst_s: float


def forecast(store: Store, config: TournamentConfig, plan: tuple[Stage, PlanChange], isolation: str) -> Forecast:
    """The forecast of a run.

    Args:
        store: in which the series are planned.
        config: of the tournament.
        plan: the stage of what is planned now, and what became of the plan.
        isolation: the level that is reached.
    """
    stage, change = plan
    pending, mean_s = store.pending_counts(), store.mean_series_s()
    series_s = ASSUMED_SERIES_S if mean_s is None else mean_s
    starts = _start_count(store, config, sum(pending))
    absent_count, later_count = store.unwanted_counts(config.tournament.rounds)
    return Forecast(
        config=config,
        isolation=isolation,
        stage=stage,
        is_entropy_open=stage.seed is None and not store.has_result(stage.number),
        change=change,
        notices=notices(store, config),
        counts=store.counts(),
        absent_count=absent_count,
        later_count=later_count,
        withdrawn=tuple(sorted(bot.name for bot in newest_bots(store).values() if bot.withdrawn and not bot.removed)),
        start_count=starts,
        expected_s=(sum(pending) * series_s + starts * ASSUMED_START_S) / config.worker_count,
        is_measured=mean_s is not None,
        worst_s=worst_run_s(config, pending),
    )


def _start_count(store: Store, config: TournamentConfig, series_count: int) -> int:
    """How often a bot is probably started: each once before the first series, and where a worker keeps none of it.

    Workers that take turns stand for those that take the next series when they have done the last one.
    """
    withdrawn = {bot.name for bot in newest_bots(store).values() if bot.withdrawn}
    started = {spec.name for spec in config.entries if not spec.is_remote} - withdrawn
    keeps = config.worker_instance_limit if config.bots.processes == "reuse" else 0
    workers = [Warmth(keeps) for _ in range(config.worker_count)]
    pending = (row for number in store.rounds() for row in store.pending(number))
    coming = (row for row in pending if withdrawn.isdisjoint((row.a, row.b)))
    waiting = [[(name, row.leg) for name in (row.a, row.b) if name in started] for row in islice(coming, _SAMPLE_COUNT)]
    sample_count, count = len(waiting), 0
    for worker in islice(cycle(workers), sample_count):
        needed = max(waiting[:LOOKAHEAD], key=worker.of)
        waiting.remove(needed)
        count += len(needed) - worker.of(needed)
        worker.note(needed)
    return len(started) + round(count * series_count / sample_count) if sample_count else 0


def worst_run_s(config: TournamentConfig, pending: Sequence[int]) -> float:
    """How long a run takes at most by the clock, in seconds, without void attempts.

    Args:
        config: of the tournament.
        pending: series to be played, of each round; a round begins when the one before is complete.
    """
    clock, workers = config.clock, config.worker_count
    rehearsal_s = (clock.startup_ms + clock.notify_ms + _longest_turn_ms(clock)) / 1000
    series_s = worst_series_s(clock, config.rules)
    slots = sum(math.ceil(count / workers) for count in pending)
    return math.ceil(len(config.entries) / workers) * rehearsal_s + slots * series_s


def task_patience_s(config: TournamentConfig) -> float:
    """How long a worker may need for a task before it is taken to hang, in seconds: far more than the clock allows.

    The rest is for what the clock does not count: our own delays, and the end of bots that do not want to end.
    """
    return 2 * worst_series_s(config.clock, config.rules) + _ENDING_S


def worst_series_s(clock: ClockSettings, variant: Variant) -> float:
    """How long a series takes at most, in seconds: both bots are started, and answer at the last moment each time."""
    turns = math.ceil(most_turns(variant) / _SEATS)
    match_ms = _SEATS * _longest_seat_ms(clock, turns)
    return (_SEATS * clock.startup_ms + _NOTIFICATIONS * clock.notify_ms + MATCHES_PER_SERIES * match_ms) / 1000


def most_turns(variant: Variant) -> int:
    """How many turns a match has at most: the whole deck is left when only the deck may be drawn from."""
    return variant.deck_only_after + len(pack(variant.colors)) - _DEALT_COUNT


def _longest_seat_ms(clock: ClockSettings, turns: int) -> float:
    """What one seat may use in so many turns: each within the turn limit, all within the bank; the margin always."""
    limits = []
    if clock.turn_ms:
        limits.append(turns * clock.turn_ms)
    if clock.bank_ms:
        limits.append(clock.bank_ms + (turns - 1) * clock.increment_ms)
    return min(limits) + turns * clock.margin_ms


def _longest_turn_ms(clock: ClockSettings) -> float:
    """What the first turn of a match may take."""
    return min(limit for limit in (clock.turn_ms, clock.bank_ms) if limit) + clock.margin_ms
