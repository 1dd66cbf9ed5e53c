"""A round between two bots, played without workers: a test says what comes of each series."""

from collections.abc import Callable

from support.records import SEED
from support.scripted_executor import ScriptedExecutor
from support.tournaments import Audience

from referee.bots.spec import BotSpec
from referee.deals import deal_key
from referee.results.activity import Activity
from referee.results.store import Store
from referee.tournament.assignment import assign
from referee.tournament.dispatch import Dispatcher
from referee.tournament.executors import LostWorkerError
from referee.tournament.rounds import RoundInPlay
from referee.tournament.tasks import Result, SeriesTask


def play_round(
    store: Store,
    outcome: Callable[[SeriesTask, int], Result | LostWorkerError],
    *,
    is_draining: Callable[[], bool] = lambda: False,
    activity: Activity | None = None,
) -> tuple[list[SeriesTask], Audience]:
    """Play round 1, between greedy and random; the tasks that were run, in order, and what was told."""
    executor, audience = ScriptedExecutor(SeriesTask, outcome), Audience()
    specs = {name: BotSpec(name=name, command=("x",)) for name in ("greedy", "random")}
    pairs = [(row, assign(row, deal_key(SEED), specs, colors=5)) for row in store.pending(1)]
    RoundInPlay(store, Dispatcher(executor, is_draining), audience, activity).play(iter(pairs))
    return executor.tasks, audience
