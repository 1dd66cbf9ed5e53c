"""What is to be started or dialled, and how: plain values that cross to worker processes."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from referee.bots.isolation.settings import BoxSettings

Transport = Literal["unix", "tcp"]
"""Where a started bot listens: on a unix socket, or on a port of 127.0.0.1."""


@dataclass(frozen=True, kw_only=True, slots=True)
class BotSpec:
    """One bot of a tournament: either a command that the referee starts, or an address where it runs already.

    Attributes:
        name: unique in the tournament.
        command: argv, its tokens may hold `{python}` (the referee's interpreter) and `{address}` (where to listen);
            None for a remote bot.
        dir: where the command runs.
        files: patterns below `dir` that its fingerprint covers.
        address: `host:port` of a remote bot; None for a command.
        transport: where a started bot listens.
        env: variables added to its clean environment, as pairs.
        tls: whether a remote bot is dialled with TLS.
        ca: PEM file of the authority that signed its certificate; None for the public ones.
        token_file: file whose text is sent to a remote bot as bearer token with each call; None sends none.
        is_listed: whether it stands in a TOML, with keys that may be wrong; else it was given on a command line.
    """

    name: str
    command: tuple[str, ...] | None = None
    dir: Path = Path()
    files: tuple[str, ...] = ()
    address: str | None = None
    transport: Transport = "unix"
    env: tuple[tuple[str, str], ...] = ()
    tls: bool = False
    ca: Path | None = None
    token_file: Path | None = None
    is_listed: bool = True

    @property
    def is_remote(self) -> bool:
        """Whether it runs somewhere already: then there is no process to watch or to stop."""
        return self.command is None


@dataclass(frozen=True, kw_only=True, slots=True)
class ProcessSettings:
    """How bots are run, the same for all of a tournament.

    Attributes:
        startup_ms: from the start of a process to its answer to Describe, in milliseconds.
        log_kb: of each instance's log that are kept, in KiB, at least 1: the first half, and the newest of the rest.
        log_dir: holds one folder of logs a bot; None keeps a log only as long as its instance.
        stop_grace_ms: between SIGTERM and SIGKILL, in milliseconds.
        processes: `reuse` keeps an instance for later series, `fresh` starts one a series.
        env: variables for every bot, as pairs; a bot's own come after.
        open_files: file descriptors of one process without a box; None is as many as we may have.
        box: what a bot's box allows; None starts bots without one.
    """

    startup_ms: int = 10_000
    log_kb: int = 256
    log_dir: Path | None = None
    stop_grace_ms: int = 500
    processes: Literal["reuse", "fresh"] = "reuse"
    env: tuple[tuple[str, str], ...] = ()
    open_files: int | None = None
    box: BoxSettings | None = None
