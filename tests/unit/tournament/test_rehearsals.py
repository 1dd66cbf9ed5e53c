"""Every bot tried before the first match: our own failure is no fault of a bot, and is tried again."""

from collections.abc import Callable

import pytest
from support.scripted_executor import ScriptedExecutor
from support.tournaments import Audience

from referee.bots.spec import BotSpec
from referee.errors import NotStartedError, RefereeError
from referee.play.faults import Place, Question, describe_fault
from referee.rules.state import Seat
from referee.tournament.dispatch import Dispatcher
from referee.tournament.rehearsals import rehearse_all
from referee.tournament.tasks import RehearsalTask, Rehearsed, Result, Void

SPECS = {name: BotSpec(name=name, command=("x",)) for name in ("greedy", "random")}
STALL = Void(reason="Traceback …\nreferee.errors.StalledError: the machine stood still\n")


def rehearse(outcome: Callable[[str, int], Result]) -> tuple[list[str], list[RehearsalTask]]:
    """The bots that are fit to play, and the tasks that were run, in order."""
    executor = ScriptedExecutor(RehearsalTask, lambda task, before: outcome(task.spec.name, before))
    fit = rehearse_all(Dispatcher(executor, lambda: False), SPECS, Audience(), exclude_broken=False)
    return list(fit), executor.tasks


def test_stalled_rehearsal_is_tried_again() -> None:
    """A bot that takes all of the processor cannot stop the run: stalls are forgiven but the last time."""
    fit, tasks = rehearse(
        lambda name, before: STALL if name == "greedy" and before < 2 else Rehearsed(bot=name, fault=None)
    )
    assert fit == ["greedy", "random"]
    assert [(task.spec.name, task.forgives_stalls) for task in tasks] == [
        ("greedy", True),
        ("greedy", True),
        ("greedy", False),
        ("random", True),
    ]


def test_third_failure_of_ours_stops_the_run() -> None:
    """With the bot that was to be tried, and the last traceback."""
    with pytest.raises(RefereeError, match="the referee itself failed to try random 3 times") as caught:
        rehearse(lambda name, _: STALL if name == "random" else Rehearsed(bot=name, fault=None))
    assert str(caught.value).endswith(STALL.reason)
    assert caught.value.exit_code == 1


@pytest.mark.parametrize(("broken", "fit"), [("a", ""), ("b", "ac"), ("", "abc")])
def test_gauntlet_is_nothing_without_its_first_bot(broken: str, fit: str) -> None:
    """Others may be excluded; that one meets them all."""
    specs = {name: BotSpec(name=name, command=("x",)) for name in "abc"}

    def outcome(task: RehearsalTask, _: int) -> Result:
        name = task.spec.name
        place = Place(match=1, turn=0, bot=name, seat=Seat.FIRST)
        fault = describe_fault(place, NotStartedError("exited"), Question()) if name == broken else None
        return Rehearsed(bot=name, fault=fault)

    def rehearsed() -> str:
        dispatcher = Dispatcher(ScriptedExecutor(RehearsalTask, outcome), lambda: False)
        return "".join(rehearse_all(dispatcher, specs, Audience(), exclude_broken=True, subject="a"))

    if fit:
        assert rehearsed() == fit
        return
    with pytest.raises(RefereeError, match="1 of 3 bots is not fit to play, and a is the one that all others meet"):
        rehearsed()
