"""What a keeper is ordered to start: a bot as it is, or in a box."""

import errno
import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.bots.command import argv_of, environment_of
from referee.bots.diagnosis import (
    Remedies,
    folder_not_entered,
    folder_not_readable,
    folder_not_there,
    no_room,
    not_executed,
    remedies,
)
from referee.bots.isolation.cgroups import make_cgroup
from referee.bots.isolation.host import this_host
from referee.bots.isolation.identity import Identity
from referee.bots.isolation.lodging import BoxedLodging
from referee.bots.isolation.plan import Tenant, plan_box
from referee.bots.isolation.runtime import find_runtime
from referee.bots.isolation.settings import BoxSettings
from referee.bots.lodging import Lodging
from referee.bots.spec import BotSpec, ProcessSettings
from referee.errors import NotStartedError, RefereeError

# Not the bot's fault when it cannot be started for want of these.
_MACHINE_IS_FULL = frozenset({errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE})


@dataclass(frozen=True, kw_only=True, slots=True)
class Order:
    """An order for a keeper.

    Attributes:
        program: absolute path of what is executed, for messages.
        message: the order itself.
    """

    program: Path
    message: Mapping[str, Any]


def plain_order(spec: BotSpec, settings: ProcessSettings, lodging: Lodging) -> Order:
    """The order for a bot without a box.

    Raises:
        NotStartedError: its folder or its command is not there.
    """
    _check_folder(spec.dir)
    environment = environment_of(spec, settings, home=str(lodging.folder), told=lodging.told)
    argv = argv_of(spec, environment)
    message = {
        "argv": argv,
        "env": environment,
        "dir": str(spec.dir.absolute()),
        "log_kb": settings.log_kb,
        "open_files": settings.open_files,
        "box": None,
    }
    return Order(program=Path(argv[0]), message=message)


def boxed_order(spec: BotSpec, settings: ProcessSettings, lodging: BoxedLodging, identity: Identity | None) -> Order:
    """The order for a bot in a box.

    Args:
        spec: the bot.
        settings: how all bots are run, and what a box allows.
        lodging: where it is to listen.
        identity: who it is outside, where we are root.

    Raises:
        NotStartedError: its folder or its command is not there, or cannot be used in its box.
        RefereeError: no box can be built here.
    """
    host, box = this_host(), settings.box or BoxSettings()
    if host.bwrap is None:
        raise RefereeError("bubblewrap is not installed here, and bots are to be boxed; `referee doctor` says more")
    _check_folder(spec.dir)
    uid = None if identity is None else identity.uid
    folder = spec.dir.resolve()
    if uid is not None:
        _check_readable(folder)
    environment = environment_of(spec, settings, home=lodging.home, told=lodging.told)
    argv = argv_of(spec, environment)
    _check_program(Path(argv[0]), remedies(is_listed=spec.is_listed))
    runtime = find_runtime(argv, folder, environment["PATH"], memory_mb=box.memory_mb)
    tenant = Tenant(
        argv=argv,
        environment={**runtime.variables, **environment},
        folder=folder,
        paths=(*runtime.paths, *box.read_only),
        uid=uid,
    )
    plan = plan_box(host, box, tenant)
    message = {
        "argv": plan.command,
        "log_kb": settings.log_kb,
        "box": {
            "bwrap": host.bwrap,
            "options": plan.options,
            "seccomp": None if host.seccomp is None else host.seccomp.hex(),
            "memory_mb": box.memory_mb,
            "relay": lodging.relay_socket,
            "cgroup": make_cgroup(box),
        },
    }
    return Order(program=Path(argv[0]), message=message)


def _check_folder(folder: Path) -> None:
    try:
        is_folder = folder.is_dir()
    except OSError:
        is_folder = False
    if not is_folder:
        raise NotStartedError(folder_not_there(folder))
    if not os.access(folder, os.X_OK):
        raise NotStartedError(folder_not_entered(folder))


def _check_readable(folder: Path) -> None:
    """In its box a bot of root's is another user, whom the folder must let in."""
    needed = stat.S_IROTH | stat.S_IXOTH
    if folder.stat().st_mode & needed != needed:
        raise NotStartedError(folder_not_readable(folder))


def _check_program(program: Path, remedy: Remedies) -> None:
    """What the system would say of it outside; inside nobody is told so well."""
    try:
        is_file = stat.S_ISREG(program.stat().st_mode)
    except OSError as error:
        raise NotStartedError(not_executed(program, error.errno or 0, error.strerror or "", remedy)) from error
    if not is_file or not os.access(program, os.X_OK):
        raise NotStartedError(not_executed(program, errno.EACCES, os.strerror(errno.EACCES), remedy))


def refusal(answer: Mapping[str, Any], program: Path, spec: BotSpec, *, is_boxed: bool) -> RefereeError:
    """Why the system did not start the bot, by what the keeper says: for a fault of the bot, or for want of means."""
    number, message = answer["failed"], answer["message"]
    if is_boxed:
        return RefereeError(f"bubblewrap cannot be started: {message}")
    if number in _MACHINE_IS_FULL:
        return RefereeError(no_room("processes", message))
    return NotStartedError(not_executed(program, number, message, remedies(is_listed=spec.is_listed)))
