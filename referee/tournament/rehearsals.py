"""Every bot once, before the first match; all that are not fit to play are told together."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from referee.bots.spec import BotSpec
from referee.bots.text import log_line
from referee.errors import RefereeError
from referee.play.records import Fault
from referee.tournament.dispatch import Dispatcher
from referee.tournament.rounds import ATTEMPTS
from referee.tournament.spectator import Spectator
from referee.tournament.tasks import RehearsalTask, Rehearsed, Void
from referee.tournament.wording import command_text

_LINE_LENGTH = 200


def rehearse_all(
    dispatcher: Dispatcher,
    specs: Mapping[str, BotSpec],
    spectator: Spectator,
    *,
    exclude_broken: bool,
    subject: str | None = None,
) -> dict[str, BotSpec]:
    """Rehearse every bot.

    Args:
        dispatcher: of the run.
        specs: of the bots, by name.
        spectator: is told which ones are excluded.
        exclude_broken: play on without those that are not fit to play.
        subject: the bot that meets all others in a gauntlet; None in a league.

    Returns:
        Those that are fit to play, in their order; all of them unless `exclude_broken`, or if the run is stopped.

    Raises:
        RefereeError: bots are not fit to play, and are not to be excluded, or leave nobody who could meet.
    """
    faults = _faults(dispatcher, specs)
    if not faults or dispatcher.is_draining():  # what a bot did while the run was stopped says nothing
        return dict(specs)
    report = "\n".join(describe_rehearsal(specs[name], faults[name]) for name in specs if name in faults)
    fit = {name: spec for name, spec in specs.items() if name not in faults}
    verb = "is" if len(faults) == 1 else "are"
    head = f"{len(faults)} of {len(specs)} bots {verb} not fit to play"
    if not exclude_broken:
        raise RefereeError(f"{head}; nothing was played\n{report}\nmend them, or play without them: --exclude-broken")
    if len(fit) < 2:
        raise RefereeError(f"{head}, and one alone cannot play\n{report}")
    if subject in faults:
        raise RefereeError(f"{head}, and {subject} is the one that all others meet: nothing can be played\n{report}")
    spectator.message(f"{head}; all rounds go on without them, and their series wait for another run\n{report}")
    return fit


def rehearse_changed(dispatcher: Dispatcher, specs: Mapping[str, BotSpec]) -> None:
    """Rehearse bots whose results are to be given up for new ones; nothing is found out if the run is stopped.

    Raises:
        RefereeError: some are not fit to play: their results are all there is of them.
    """
    faults = _faults(dispatcher, specs)
    if faults and not dispatcher.is_draining():
        report = "\n".join(describe_rehearsal(specs[name], faults[name]) for name in specs if name in faults)
        whom = "a changed bot is" if len(faults) == 1 else f"{len(faults)} changed bots are"
        raise RefereeError(
            f"{whom} not fit to play; nothing was changed, and all results are as they were\n{report}\n"
            "mend them, then say --replay-changed again"
        )


def describe_rehearsal(spec: BotSpec, fault: Fault) -> str:
    """What a person needs to mend a bot: what happened, how it was started, and what it wrote last."""
    started = f"command: {command_text(spec.command)}, in {spec.dir}" if spec.command else f"address: {spec.address}"
    written = [f"    | {log_line(line, _LINE_LENGTH)}" for line in fault.evidence.log_tail.splitlines()]
    return "\n".join([f"  {spec.name} {fault.reason}", f"    {started}", *written])


def _faults(dispatcher: Dispatcher, specs: Mapping[str, BotSpec]) -> dict[str, Fault]:
    """The faults by name. A failure of our own is tried again, as that of a series is."""
    faults: dict[str, Fault] = {}
    voids: Counter[str] = Counter()
    for task, result in dispatcher.run(iter([RehearsalTask(spec=spec) for spec in specs.values()])):
        assert isinstance(task, RehearsalTask)  # noqa: S101 - there are no other tasks yet
        if isinstance(result, Void):
            voids[task.spec.name] += 1
            if voids[task.spec.name] == ATTEMPTS:
                raise RefereeError(
                    f"the referee itself failed to try {task.spec.name} {ATTEMPTS} times:\n{result.reason}"
                )
            dispatcher.again(replace(task, forgives_stalls=voids[task.spec.name] < ATTEMPTS - 1))
        elif isinstance(result, Rehearsed):
            dispatcher.room[result.bot] = result.room
            if result.fault is not None:
                faults[result.bot] = result.fault
    return faults
