"""What a turn costs the referee and a bare gRPC client, measured in turn in one process on one core.

    python -m support.turn_costs LANGUAGE SECONDS

prints a JSON list of slices, each `[referee_wall_s, referee_cpu_s, bare_wall_s, bare_cpu_s]` a turn. A slice is one
series, played as a worker of `referee run` plays it, and then as many calls of the bare client. CPU time is this
process's, all threads of it: bots and keepers are others.
"""

import json
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from support.bare import BareBots
from support.example_bots import FOLDER as PYTHON_BOTS
from support.languages import specs
from support.sent_views import request_bytes

from referee.bots.clock import ClockSettings
from referee.bots.command import argv_of
from referee.bots.spec import BotSpec, ProcessSettings
from referee.deals import Pairing, deal, deal_key
from referee.play.records import Deal, SeriesRecord
from referee.play.series import PlaySettings, SeriesPlan
from referee.rules.state import deal_match
from referee.rules.turns import apply_turn
from referee.rules.variant import Variant
from referee.tournament.tasks import Bench, Played, SeriesTask, WorkerSettings
from referee.view import build_view

SETTINGS: Final = WorkerSettings(
    play=PlaySettings(variant=Variant(), clock=ClockSettings()), processes=ProcessSettings(), max_processes=4
)


class Cost(NamedTuple):
    """What a turn took, in seconds: by the wall clock, and of this process's CPU time."""

    wall_s: float
    cpu_s: float


def trivial_bot(language: str) -> BotSpec:
    """A bot that hardly thinks: in Python the discarder, in other languages the pathfinder."""
    if language == "python":
        return BotSpec(name="bot", command=("{python}", "discarder.py"), dir=PYTHON_BOTS)
    return replace(specs()[language], name="bot", transport="unix")


def series_task(spec: BotSpec, number: int) -> SeriesTask:
    """A series of a bot against itself, with deals of its own."""
    key, pairing = deal_key(bytes(32)), Pairing(stage=1, a="a", b="b", round=str(number))
    deals = [Deal(deal_id=text, cards=deal(key, text, 5)) for text in map(pairing.deal_id, (1, 2, 3))]
    plan = SeriesPlan(number=number, bots=("a", "b"), leg=1, deals=tuple(deals), random_seeds=(1, 2))
    return SeriesTask(plan=plan, specs=(replace(spec, name="a"), replace(spec, name="b")))


def turn_count(record: SeriesRecord) -> int:
    """The turns of all its matches."""
    return sum(len(match.turns) for match in record.matches)


def requests_of(record: SeriesRecord) -> list[bytes]:
    """What the bots of a series were asked, as bytes of the same length."""
    requests = []
    for match in record.matches:
        state = deal_match(match.deal.cards, SETTINGS.play.variant)
        for turn in match.turns:
            request = request_bytes(
                build_view(state, state.seat, points=(20, 30)),
                match_number=match.number,
                variant=SETTINGS.play.variant,
                turn_number=state.turn_number,
                bank_left_ms=29_000,
                last_turn_charged_ms=1,
            )
            requests.append(request)
            apply_turn(state, turn)
    return requests


def slices(spec: BotSpec, duration_s: float) -> Iterator[tuple[Cost, Cost]]:
    """The referee's cost and the bare client's, alternately, for some seconds; what comes first warms up."""
    argv = argv_of(spec, {**os.environ, "LOST_CITIES_BOT_ADDRESS": "{address}"})
    with Bench(SETTINGS) as bench, BareBots(argv, spec.dir) as bots:
        requests = requests_of(_play(bench, series_task(spec, 0)))
        bots.ask(requests, len(requests))
        end_s, number = time.monotonic() + duration_s, 0
        while time.monotonic() < end_s:
            number += 1
            task, before = series_task(spec, number), _now()
            count = turn_count(_play(bench, task))
            between = _now()
            bots.ask(requests, count)
            yield _a_turn(before, between, count), _a_turn(between, _now(), count)


def _play(bench: Bench, task: SeriesTask) -> SeriesRecord:
    result = bench.attempt(task)
    assert isinstance(result, Played), result
    assert not any(match.faults for match in result.record.matches)
    return result.record


def _now() -> Cost:
    return Cost(time.perf_counter(), time.process_time())


def _a_turn(start: Cost, end: Cost, count: int) -> Cost:
    return Cost((end.wall_s - start.wall_s) / count, (end.cpu_s - start.cpu_s) / count)


def main() -> None:
    """Measure, and print what came out."""
    language, duration_s = sys.argv[1:]
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    found = [[*referee, *bare] for referee, bare in slices(trivial_bot(language), float(duration_s))]
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
