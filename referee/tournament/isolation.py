"""How the bots of a run are kept apart: the level that is reached, and what is refused because of it."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from referee.bots.isolation.protections import LEVELS, UNBOXED, Level, states, summary, weaker
from referee.bots.isolation.settings import BoxSettings
from referee.bots.isolation.survey import Survey, Trial, Wanted, survey
from referee.bots.lodging import choose_folder
from referee.errors import AnswerIsNoError, ConfigError, RefusedError
from referee.results.store import Store
from referee.tournament.config import TournamentConfig
from referee.tournament.toml import read_toml
from referee.tournament.wording import printable_path

_MOUNTS: Final = (Path("/proc"), Path("/dev"), Path("/run/bot"), Path("/usr"))
"""What every box has of its own, or whole."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Isolation:
    """How the bots of a run are kept apart. A context manager: it gives back what was made for it.

    Attributes:
        level: which was reached.
        states: of every protection, by name: on, weak or off.
        box: what a bot's box allows; None where there are none.
        warnings: what the host should know, a sentence each.
        sharing: what bots can read of each other all the same, a sentence; "" for nothing.
    """

    level: Level = "none"
    states: Mapping[str, str] = field(default_factory=lambda: states(UNBOXED))
    box: BoxSettings | None = None
    warnings: tuple[str, ...] = ()
    sharing: str = ""
    survey: Survey | None = field(default=None, repr=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self.survey is not None:
            self.survey.close()

    @property
    def record(self) -> dict[str, Any]:
        """What is stored with the results, JSON-ready."""
        return {"level": self.level, "protections": dict(self.states)}

    @property
    def sentence(self) -> str:
        """What a person is told at the start of a run: `isolation standard, all protections on`."""
        return f"isolation {summary(self.level, self.states)}"


def isolate(config: TournamentConfig, folder: Path, wanted: Wanted | None = None) -> Isolation:
    """Find out how bots can be kept apart here, and check that it is enough and that no folder is in the way.

    Args:
        config: the tournament.
        folder: where its results go.
        wanted: the level, instead of the TOML's; None for that one.

    Raises:
        AnswerIsNoError: the level is not reached here, or is less than is required.
        ConfigError: a bot's folder holds what it must not see.
    """
    level = wanted or config.isolation.level
    _check_wanted(level, config.isolation.require)
    if all(spec.is_remote for spec in config.entries):
        return Isolation(warnings=("all bots run elsewhere: how they are kept apart is up to those who run them",))
    found = survey(level, may_think_off_turn=config.isolation.off_turn == "allow")
    try:
        _check_reached(found, level, config.isolation.require)
        best = found.best
        if best.level == "none":
            return Isolation(warnings=_unboxed(found))
        _check_folders(config, folder)
        return Isolation(
            level=best.level,
            states=states(best.findings),
            box=_box(config, best.level, found),
            sharing=_shared_folders(config),
            survey=found,
        )
    except BaseException:
        found.close()
        raise


def check_not_weaker(store: Store, isolation: Isolation) -> None:
    """Check that new results may stand beside the stored ones: bots that were kept apart still are.

    Raises:
        RefusedError: naming each protection that is weaker than it was.
    """
    stored = store.header.isolation
    old = stored.get("level", "none")
    changes = weaker(stored.get("protections", {}), isolation.states)
    if LEVELS.index(old) <= LEVELS.index(isolation.level) and not changes:
        return
    head = (
        f"{store.folder}: the stored results were played at isolation {old}, and this run would be weaker, at"
        f" {isolation.level}; `referee doctor` says what is missing, or name another folder with --out"
    )
    lines = [f"isolation.{name}: was {stored['protections'][name]}, is {isolation.states[name]}" for name in changes]
    raise RefusedError("\n".join([head, *lines]))


def _check_wanted(wanted: Wanted, required: Level) -> None:
    if wanted != "auto" and LEVELS.index(wanted) < LEVELS.index(required):
        raise AnswerIsNoError(
            f"isolation {wanted} is less than the tournament requires: {required} (isolation.require)"
        )


def _check_reached(found: Survey, wanted: Wanted, required: Level) -> None:
    """Never less than was asked for by name, nor than is required."""
    least = required if wanted == "auto" else wanted
    if LEVELS.index(found.best.level) >= LEVELS.index(least):
        return
    missing = [f"  {sentence}" for trial in found.trials if trial.level == least for sentence in trial.missing]
    raise AnswerIsNoError(
        "\n".join([f"isolation {least} is not reached on this machine, only {found.best.level}; missing:", *missing])
        + "\n`referee doctor` shows every protection"
    )


def _unboxed(found: Survey) -> tuple[str, ...]:
    """Why there are no boxes, in one sentence."""
    tried: list[Trial] = [trial for trial in found.trials if trial.level == "standard"]
    why = f" ({tried[0].missing[0]})" if tried else ""
    return (f"bots run without boxes{why}: play only bots that you trust",)


def _box(config: TournamentConfig, level: Level, found: Survey) -> BoxSettings:
    settings = config.isolation
    return BoxSettings(
        level="strict" if level == "strict" else "standard",
        memory_mb=settings.memory_mb,
        pids=settings.pids,
        tmp_mb=settings.tmp_mb,
        open_files=settings.open_files,
        is_frozen_off_turn=settings.off_turn == "freeze",
        read_only=settings.read_only,
        cgroup=None if found.cgroup is None else str(found.cgroup),
    )


def _check_folders(config: TournamentConfig, folder: Path) -> None:
    """Check what bots could read in their own folders: all of it.

    Raises:
        ConfigError: a folder holds the TOML, the results, or what boxes are made of; or, where isolation is required,
            another bot's.
    """
    faults = [*_exposures(config, folder)]
    if config.isolation.require != "none":
        faults += _overlaps(config)
    if faults:
        where = _lines(config)
        raise ConfigError(*(f"{where[bot]}: {text}" for bot, text in faults))


def _exposures(config: TournamentConfig, folder: Path) -> Iterator[tuple[str, str]]:
    """Folders that hold what no bot may read: a bot that is in each, and what is wrong."""
    secrets = {
        "this file": config.path.resolve(),
        "the results and the seed": folder.resolve(),
        "temporary files of the referee": choose_folder().parent.resolve(),
        **{f"{path}, which is the box's own": path for path in _MOUNTS},
    }
    names: dict[Path, list[str]] = {}
    for spec in config.entries:
        if not spec.is_remote:
            names.setdefault(spec.dir.resolve(), []).append(spec.name)
    for place, bots in names.items():
        if held := [what for what, secret in secrets.items() if secret.is_relative_to(place)]:
            text = (
                f"[[bot]] {', '.join(bots)}: dir {printable_path(place)} holds {', '.join(held)}, and in a box all of"
                " dir can be read; put what the bot needs into a folder of its own and name that as its dir, or play"
                " with isolation none"
            )
            yield bots[0], text


def _overlaps(config: TournamentConfig) -> Iterator[tuple[str, str]]:
    """Folders in one another: a bot of each pair, and what is wrong."""
    for one, other in _overlapping(config):
        text = (
            f"[[bot]] {one} and {other}: one's dir holds the other's; give each a folder of its own, which"
            f' isolation.require = "{config.isolation.require}" demands'
        )
        yield other, text


def _lines(config: TournamentConfig) -> dict[str, str]:
    """By bot: the file, and the line of its dir, else of its [[bot]]."""
    file = read_toml(config.path)
    numbers = {spec.name: file.line_of(("bot", place, "dir")) for place, spec in enumerate(config.entries)}
    return {name: f"{printable_path(config.path)}, line {number}" for name, number in numbers.items()}


def _shared_folders(config: TournamentConfig) -> str:
    """Which bots can read each other's files; "" for none."""
    names = {name for pair in _overlapping(config) for name in pair}
    sharing = [spec.name for spec in config.entries if spec.name in names]
    return f"{', '.join(sharing)} share folders, and can read each other's files" if sharing else ""


def _overlapping(config: TournamentConfig) -> Iterator[tuple[str, str]]:
    started = [spec for spec in config.entries if not spec.is_remote]
    for one, other in combinations(started, 2):
        folders = [os.path.realpath(spec.dir) for spec in (one, other)]
        if os.path.commonpath(folders) in folders:
            yield one.name, other.name
