"""The commands: thin, one file each; every one is a call into the packages below.

Text for people goes to stderr, data to stdout or files. Whatever the referee raises on purpose is one message and
the exit code of its class; a traceback is our own bug.
"""

import errno
import importlib
import os
import signal
import sys
from types import FrameType
from typing import Final

import click

from referee import __version__
from referee.bots.text import escape_text
from referee.cli.streams import prepare_streams, show_cursor, silence
from referee.cli.usage import usage_fault
from referee.errors import ConfigError, RefereeError
from referee.results.writing import DISK_FULL, FULL_ERRORS
from referee.tournament.interrupts import ENDINGS, is_delicate, signal_again

COMMANDS: Final = {
    "run": "play a tournament, or go on with it",
    "play": "play one series between two bots, and show it",
    "check": "check a bot alone, step by step",
    "standings": "the table of a tournament",
    "compare": "two bots head to head",
    "replay": "show a stored series turn by turn",
    "export": "all finished matches as JSON lines, CSV or PGN",
    "report": "the tournament as pages, in a folder",
    "serve": "the pages of a tournament, live while it runs",
    "verify": "check every stored result against the rules and the seed",
    "reveal": "close a stage and publish its seed",
    "annul": "take an encounter out of the tables, and have it played again",
    "doctor": "find out what this machine can keep bots from",
    "new-bot": "make a bot of one's own to start from",
}
"""Every command and its one line of help, in the order of `referee --help`; each is a module of this package."""

_PATH_ERRORS: Final = (
    errno.EACCES, errno.EPERM, errno.ENAMETOOLONG, errno.ELOOP, errno.ENOTDIR, errno.EISDIR, errno.EROFS,
)  # fmt: skip
_PATH_LENGTH: Final = 200

INTERRUPTED: Final = 130
"""The exit code of whatever a signal ended."""


class LazyGroup(click.Group):
    """A group whose commands are imported when they are run: `referee --help` imports none."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of `COMMANDS`."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command's module; its click command is called `command`."""
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(f"referee.cli.{cmd_name.replace('-', '_')}").command
        assert isinstance(command, click.Command)  # noqa: S101 - what each module of this package defines
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="referee")
def cli() -> None:
    """Run tournaments of Lost Cities bots, and rate them."""


class InterruptedCommand(KeyboardInterrupt):
    """Ctrl-C or SIGTERM.

    A class of its own, since Python ends a process by SIGINT if a plain KeyboardInterrupt ever passed through `exec`,
    where records are defined, even if it was caught.
    """


def _interrupt(_number: int, frame: FrameType | None) -> None:
    """End the program: what a signal does while no command has a way of its own with it."""
    if not is_delicate(frame):
        raise InterruptedCommand
    signal_again()


def _heed(unraisable: "sys.UnraisableHookArgs") -> None:
    """Deal with an exception that could not leave where it was raised: one of a signal is raised again."""
    if isinstance(unraisable.exc_value, InterruptedCommand):
        signal_again()
    else:
        sys.__unraisablehook__(unraisable)


def main() -> None:
    """Run a command and exit with its code."""
    prepare_streams()
    # SIGTERM ends every command as Ctrl-C does; `run` has a gentler way of its own once it has begun.
    for number in ENDINGS:
        signal.signal(number, _interrupt)
    sys.unraisablehook = _heed
    try:
        code = _run()
        _heed_no_signal()
    except KeyboardInterrupt:  # once more, while the first one was dealt with
        code = INTERRUPTED
        _heed_no_signal()
    if code == INTERRUPTED:
        show_cursor(sys.stdout, sys.stderr)
    sys.exit(code)


def _heed_no_signal() -> None:
    """Stand by the exit code: whoever asks again gets it, and not a death by signal or a traceback of the last moment.

    Python itself would give the signals back to the system before it has put everything away.
    """
    for number in ENDINGS:
        signal.signal(number, signal.SIG_IGN)


def _run() -> int:
    """Run a command; its exit code."""
    try:
        code = cli.main(standalone_mode=False, prog_name="referee")
        sys.stdout.flush()
    except click.UsageError as error:
        if words := sys.argv[1:]:
            click.echo(f"referee: {usage_fault(error, cli, words)}", err=True)
        else:
            error.show()  # without any word: the help
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except RefereeError as error:
        click.echo(f"referee: {error}", err=True)
        return error.exit_code
    except OSError as error:
        return _system_error(error)
    except SystemExit:
        return 0  # click ends so, and only so, when whoever read our output has seen enough
    return int(code or 0)


def _system_error(error: OSError) -> int:
    """The exit code after the system refused something that nobody has looked after."""
    if error.errno == errno.ENOENT and not _is_somewhere():
        click.echo("referee: the folder that you are in is gone; change to another one", err=True)
        return ConfigError.exit_code
    return _end_output(error) if error.filename is None else _refuse_path(error)


def _is_somewhere() -> bool:
    """Whether the working folder is still there: `report`, for one, replaces that of the pages."""
    try:
        os.getcwd()  # noqa: PTH109 - asked for its error
    except FileNotFoundError:
        return False
    return True


def _refuse_path(error: OSError) -> int:
    """The exit code after a path of somebody's could not be used: nothing that we make ourselves is out of reach.

    But there may be no room for it.
    """
    path = escape_text(os.fsdecode(error.filename), _PATH_LENGTH)
    if error.errno in FULL_ERRORS:
        click.echo(f"referee: {path}: {DISK_FULL}", err=True)
        return RefereeError.exit_code
    if error.errno not in _PATH_ERRORS:
        raise error
    click.echo(
        f"referee: {path}: {(error.strerror or '').lower()}; name another, or see to it that you may use it", err=True
    )
    return ConfigError.exit_code


def _end_output(error: OSError) -> int:
    """The exit code after stdout failed: 0 if its reader has seen enough; anything else but a full disk is our bug."""
    if error.errno not in (errno.EPIPE, *FULL_ERRORS):
        raise error
    silence(sys.stdout)
    if error.errno == errno.EPIPE:
        return 0
    click.echo("referee: the disk that the output goes to is full; make room, or write it elsewhere", err=True)
    return RefereeError.exit_code
