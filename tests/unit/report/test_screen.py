"""A match on a terminal: one board that moves, and what stays of it."""

import io
import re
from collections.abc import Iterable

import pytest
from rich.console import Console
from support.records import eventful_records

from referee.report.frame import Frame
from referee.report.replay import replay_frames
from referee.report.screen import Screen
from referee.rules.variant import Variant


def terminal(kind: str = "xterm") -> tuple[Console, io.StringIO]:
    """A terminal of a kind, and what is written to it."""
    file, environment = io.StringIO(), {"TERM": kind}
    return Console(file=file, force_terminal=True, width=80, height=60, _environ=environment), file


def frames() -> list[Frame]:
    """The moments of a match."""
    return list(replay_frames(eventful_records()[1].matches[0], Variant()))


def left_on(file: io.StringIO) -> str:
    """What a terminal shows in the end."""
    rows, row = [""], 0
    for part in re.split(r"(\x1b\[[0-9;?]*[A-Za-z]|\n)", file.getvalue()):
        if part == "\n":
            row += 1
            rows += [""] * (row == len(rows))
        elif part == "\x1b[1A":
            row -= 1
        elif part == "\x1b[2K":
            rows[row] = ""
        elif not part.startswith("\x1b"):
            rows[row] += part.strip("\r")
    return "\n".join(rows)


def interrupt(screen: Screen, shown: Iterable[Frame], *, finished: Frame | None = None) -> None:
    """Show moments, the last of them as the end of a match, and then be interrupted."""
    with screen:
        for frame in shown:
            screen.show(frame)
        if finished is not None:
            screen.finish(finished)
        raise KeyboardInterrupt


def test_last_board_stays_when_it_is_stopped() -> None:
    """Ctrl-C leaves the board that one looked at, and not an empty screen."""
    console, file = terminal()
    with pytest.raises(KeyboardInterrupt):
        interrupt(Screen(console), frames()[:6])
    assert [word for word in ("turn 4", "turn 5") if word in left_on(file)] == ["turn 5"]


def test_board_stays_once_when_a_match_has_ended() -> None:
    """Also if it is stopped right then."""
    console, file = terminal()
    *_, last = shown = frames()
    with pytest.raises(KeyboardInterrupt):
        interrupt(Screen(console), shown, finished=last)
    assert left_on(file).count(f"turn {len(shown) - 1}") == 1


def test_simple_terminal_has_a_line_for_every_turn() -> None:
    """As a pipe has: there no board moves."""
    console, file = terminal("dumb")
    with Screen(console) as screen:
        for frame in frames()[:6]:
            screen.show(frame)
    assert [number for number in range(1, 9) if f"turn {number}:" in file.getvalue()] == [1, 2, 3, 4, 5]


def test_nothing_of_the_moving_board_stays_otherwise() -> None:
    """The boards of matches that have ended do."""
    console, file = terminal()
    with Screen(console) as screen:
        screen.show(frames()[5])
    assert left_on(file).strip() == ""


@pytest.mark.parametrize("count", [1, 6])
def test_pipe_is_told_the_last_turn_of_a_forfeited_match_once(count: int) -> None:
    """With the board below it; also where there was no turn."""
    file = io.StringIO()
    *_, last = shown = frames()[:count]
    with Screen(Console(file=file, width=80)) as screen:
        for frame in shown:
            screen.show(frame)
        screen.finish(last)
    text = file.getvalue()
    told = f"turn {count - 1}:" if count > 1 else "match 1: the deal"
    assert (text.count(told), text.count("(second)")) == (1, 1)
