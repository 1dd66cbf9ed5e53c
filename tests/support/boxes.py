"""Boxes for tests: attackers are run in proven ones only, and what they look for outside is planted."""

import functools
import json
import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from support.processes import MARK, descendants, eventually
from support.requires import skip_unless

from referee.bots.isolation.settings import BoxSettings
from referee.bots.isolation.survey import survey
from referee.bots.launch import BotProcess, Guardian
from referee.bots.spec import BotSpec, ProcessSettings

BOX: Final = BoxSettings(memory_mb=128, pids=24, tmp_mb=8, open_files=64)
BAD_BOT: Final = Path(__file__).parent / "bad_bot.py"


@functools.cache
def _missing() -> tuple[str, ...]:
    found = survey("standard")
    return () if found.best.level == "standard" else found.trials[0].missing


def need_boxes() -> None:
    """Skip the running test where boxes do not hold, and say what is missing."""
    skip_unless(not _missing(), f"no boxes here: {'; '.join(_missing())}")


def home(folder: Path, name: str, files: Mapping[str, str] | None = None) -> Path:
    """A bot's folder that everybody may read; those of pytest are for their owner alone."""
    place = folder / name
    place.mkdir()
    for file, text in (files or {}).items():
        (place / file).write_text(text)
    place.chmod(0o755)
    return place


def boxed(box: BoxSettings = BOX, **fields: Any) -> ProcessSettings:
    """Settings that put bots in boxes."""
    return ProcessSettings(box=box, stop_grace_ms=200, **fields)


def intruder(mark: str, place: Path, script: str, *, name: str = "intruder", words: tuple[str, ...] = ()) -> BotSpec:
    """A few lines of Python that run in a box, without site-packages."""
    command = ("{python}", "-I", "-S", "-c", script, *words)
    return BotSpec(name=name, command=command, dir=place, env=((MARK, mark),))


def start(spec: BotSpec, guardian: Guardian, settings: ProcessSettings | None = None) -> BotProcess:
    """A boxed bot that has printed `up`."""
    process = BotProcess(spec, settings or boxed(), guardian)
    assert eventually(lambda: "up" in process.log_tail()), process.log_tail()
    return process


def report(spec: BotSpec, guardian: Guardian, box: BoxSettings = BOX) -> Any:
    """What a script prints as JSON, as its last line, before it ends."""
    process = BotProcess(spec, boxed(box), guardian)
    exit_ = process.wait_exit(20.0)
    tail = process.log_tail()
    process.stop()
    assert exit_ is not None, tail
    assert exit_.status == 0, tail
    return json.loads(tail.splitlines()[-1])


def unfrozen(box: BoxSettings = BOX) -> BoxSettings:
    """The same, but free to go on at any time."""
    return replace(box, is_frozen_off_turn=False)


def inside(pid: int) -> list[int]:
    """The processes in the box of a bot, seen from outside: all below bubblewrap but its first child."""
    return [each for each in descendants(pid)[1:] if os.path.exists(f"/proc/{each}")]  # noqa: PTH110 - one that is just gone
