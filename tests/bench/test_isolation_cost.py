"""What a box costs at a turn, and being frozen in between: whole series, one of each kind in turn."""

import os
import statistics
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import Final

import pytest
from support.boxes import BOX, need_boxes, unfrozen
from support.languages import TOOLS, build, specs

from referee.bots.clock import ClockSettings
from referee.bots.instance import Instance
from referee.bots.launch import Guardian
from referee.bots.spec import BotSpec, ProcessSettings
from referee.deals import Pairing, deal
from referee.play.records import Deal
from referee.play.series import PlaySettings, SeriesInPlay, SeriesPlan
from referee.rules.variant import Variant

pytestmark = [pytest.mark.bench, pytest.mark.timeout(1800)]

SERIES_COUNT: Final = 120
WARM_COUNT: Final = 40
"""Series of each kind that are not counted: as long as a Java runtime goes on compiling."""
ROOM: Final = replace(BOX, memory_mb=1024, pids=200)
SETTINGS: Final = PlaySettings(variant=Variant(), clock=ClockSettings())
KINDS: Final = {
    "no box": ProcessSettings(),
    "box": ProcessSettings(box=unfrozen(ROOM)),
    "frozen": ProcessSettings(box=ROOM),
}
LIMITS: Final = {"box": 1.10, "frozen": 1.15}


@contextmanager
def one_core() -> Iterator[None]:
    """All on one core, as a worker and its bots are."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def turn_s(bots: tuple[Instance, Instance], number: int) -> float:
    """The mean time from turn to turn in one series, in seconds."""
    ids = [Pairing(stage=1, a="a", b="b", round=str(number)).deal_id(match) for match in (1, 2, 3)]
    deals = tuple(Deal(deal_id=deal_id, cards=deal(bytes(32), deal_id, 5)) for deal_id in ids)
    plan = SeriesPlan(number=number, bots=("a", "b"), leg=1, deals=deals, random_seeds=(1, 2))
    began_s = time.perf_counter()
    record = SeriesInPlay(plan, bots, SETTINGS).play()
    return (time.perf_counter() - began_s) / sum(len(match.turns) for match in record.matches)


@pytest.mark.parametrize("language", TOOLS)
def test_turn_in_a_box(language: str) -> None:
    """It costs a tenth more at most, and 15 % where bots are frozen between their turns."""
    need_boxes()
    spec: BotSpec = specs()[language]
    build(language, spec.dir)
    times_s: dict[str, list[float]] = {kind: [] for kind in KINDS}
    with one_core(), Guardian() as guardian, ExitStack() as undo:
        pairs = {}
        for kind, settings in KINDS.items():
            pairs[kind] = (Instance.start(spec, settings, guardian), Instance.start(spec, settings, guardian))
            for instance in pairs[kind]:
                undo.callback(instance.stop)
        for number in range(SERIES_COUNT):
            for kind, pair in pairs.items():
                times_s[kind].append(turn_s(pair, number + 1))
    typical_s = {kind: statistics.median(times[WARM_COUNT:]) for kind, times in times_s.items()}
    ratios = {kind: typical_s[kind] / typical_s["no box"] for kind in LIMITS}
    told = ", ".join(f"{kind} x{ratio:.3f}" for kind, ratio in ratios.items())
    print(f"{language}: {typical_s['no box'] * 1e6:.0f} us a turn; {told}")  # noqa: T201 - what it is run for
    assert all(ratio < LIMITS[kind] for kind, ratio in ratios.items()), ratios
