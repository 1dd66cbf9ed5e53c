"""Somebody who edits a TOML and runs it, without a process: series are played between bots that are fakes."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from support.records import SEED, finish, play_series
from support.sql import ask
from support.tomls import load

from referee.errors import RefusedError
from referee.results.seeds import read_seeds
from referee.tournament.runner import RunOptions, Tournament

DEFAULTS: Final = RunOptions()


class Host:
    """Somebody who edits a TOML and runs it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.results = folder / "t.results"
        self.names = ["a", "b", "c"]
        self.tournament = {"seed": f'"{SEED.hex()}"'}
        self.sections = ""
        for name in "abcd":
            self.program(name, "1")

    def program(self, name: str, text: str) -> None:
        """Write the file of a bot."""
        (self.folder / f"{name}.py").write_text(text)

    @contextmanager
    def opened(self, options: RunOptions = DEFAULTS) -> Iterator[Tournament]:
        """The tournament as the TOML is now."""
        keys = "".join(f"{key} = {value}\n" for key, value in self.tournament.items())
        bots = "".join(f'[[bot]]\nname = "{name}"\ncommand = "{{python}} {name}.py"\n' for name in self.names)
        config = load(self.folder, f"[tournament]\n{keys}{self.sections}\n{bots}")
        with Tournament.open(config, self.results, options) as tournament:
            yield tournament

    def change(self, options: RunOptions = DEFAULTS) -> str:
        """Open it once; what became of the plan."""
        with self.opened(options) as tournament:
            return str(tournament.change)

    def play(self, count: int | None = None) -> None:
        """Play so many series, or all."""
        with self.opened() as tournament:
            store = tournament._store
            if count is None:
                finish(store)
            for row in list(store.pending(1))[: count or 0]:
                store.save(row, play_series(row))

    def refusal(self, error: type[Exception] = RefusedError) -> str:
        """Why it cannot be opened, without the folder; nothing in the folder changes."""
        before = self.state()
        with pytest.raises(error) as caught, self.opened():
            pass
        assert self.state() == before
        return str(caught.value).replace(str(self.results), "DIR")

    def state(self) -> tuple[object, ...]:
        """Everything that the folder says."""
        tables = ("tournament", "stages", "bots", "series", "outcomes")
        return (read_seeds(self.results), *(ask(self.results, f"SELECT * FROM {table}") for table in tables))  # noqa: S608 - ours
