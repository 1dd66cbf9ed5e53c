"""What is wrong with a command line, in the form of all our messages: where, expected, got, next step."""

import re
from collections.abc import Sequence
from typing import Final

import click

from referee.tournament.wording import listed, quoted, suggestion

_EXTRA: Final = re.compile(r"[Uu]nexpected extra arguments? \((?P<words>.*)\)")
_VALUES: Final = re.compile(r"requires (?:an|(?P<count>\d+)) arguments?")


def usage_fault(error: click.UsageError, group: click.Group, words: Sequence[str]) -> str:
    """The fault of a command line as one sentence: `run: expected TOML, got nothing; see "referee run --help"`.

    Args:
        error: what click found.
        group: of all commands.
        words: of the command line, without the program's name.
    """
    context = click.Context(group, info_name="referee")
    name = next((word for word in words if not word.startswith("-")), None)
    command = None if name is None else group.get_command(context, name)
    if command is None:
        return _with_help(_at_top(error, group, context, name), "referee")
    return _with_help(f"{name}: {_in_command(error, command)}", f"referee {name}")


def _with_help(fault: str, program: str) -> str:
    return f"{fault}{'' if fault.endswith('?') else ';'} see `{program} --help`"


def _at_top(error: click.UsageError, group: click.Group, context: click.Context, name: str | None) -> str:
    if isinstance(error, click.NoSuchOption) or name is None:
        return _option(error, group)
    return f"expected a command, got {quoted(name)}{suggestion(name, group.list_commands(context))}"


def _in_command(error: click.UsageError, command: click.Command) -> str:
    if isinstance(error, click.MissingParameter) and error.param is not None:
        return f"expected {_shown(error.param)}, got nothing"
    if isinstance(error, click.BadParameter) and error.param is not None:
        return f"{_shown(error.param)}: {_value(error.param, error.message)}"
    if extra := _EXTRA.search(error.message):
        return f"expected {_arguments(command) or 'no argument'}, and got {quoted(extra['words'])} too"
    if isinstance(error, click.BadArgumentUsage):
        return f"expected {_arguments(command)}, got fewer"
    return _option(error, command)


def _option(error: click.UsageError, command: click.Command) -> str:
    if isinstance(error, click.NoSuchOption):
        options = [name for param in command.params if isinstance(param, click.Option) for name in param.opts]
        return f"no option {quoted(error.option_name)}{suggestion(error.option_name, options)}"
    if isinstance(error, click.BadOptionUsage) and (values := _VALUES.search(error.message)):
        count = values["count"]
        return f"{error.option_name}: expected {f'{count} values, got fewer' if count else 'a value, got nothing'}"
    if isinstance(error, click.BadOptionUsage):
        return f"{error.option_name}: expected no value, got one"
    return f"{error.message[:1].lower()}{error.message[1:].rstrip('.')}"


def _shown(param: click.Parameter) -> str:
    """A parameter as the help has it: `TOML`, `--rounds`."""
    return max(param.opts, key=len) if isinstance(param, click.Option) else param.metavar or str(param.name).upper()


def _arguments(command: click.Command) -> str:
    """All arguments as the help has them: `DIR SERIES [MATCH]`."""
    arguments = [param for param in command.params if isinstance(param, click.Argument)]
    shown = [_shown(one) if one.required else f"[{_shown(one).strip('[]')}]" for one in arguments]
    return " ".join(shown)


def _value(param: click.Parameter, message: str) -> str:
    """What was expected and what came, from click's message: "'x' is not a valid integer range."."""
    got, is_known, _ = message.partition(" is not ")
    if not is_known:
        return message.rstrip(".")
    word = got.strip("'")
    close = suggestion(word, param.type.choices) if isinstance(param.type, click.Choice) else ""
    return f"expected {_expected(param)}, got {quoted(word)}{close}"


def _expected(param: click.Parameter) -> str:
    match param.type:
        case click.Choice(choices=choices):
            return listed(choices)
        case click.IntRange(min=low, max=high):
            return f"a whole number {_range(low, high)}"
        case click.FloatRange(min=low, max=high):
            return f"a number {_range(low, high)}"
        case _:
            return "a number" if param.type.name == "float" else f"a {param.type.name}"


def _range(low: float | None, high: float | None) -> str:
    return f"of {_bound(low)} or more" if high is None else f"from {_bound(low)} to {_bound(high)}"


def _bound(value: float | None) -> str:
    return str(value) if isinstance(value, int) else f"{value:g}"
