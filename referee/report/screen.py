"""A match shown turn by turn: a board that moves on a terminal, lines where it is piped."""

import time
from contextlib import ExitStack
from typing import Self

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.text import Text

from referee.play.match import MatchInPlay
from referee.report.board import Board, caption
from referee.report.frame import Frame, Move
from referee.report.terminal import can_redraw
from referee.rules.state import Seat


class Screen:
    """Shows frames as they come. Use as a context manager.

    On a terminal one board is redrawn for each turn; elsewhere each turn is a line, and the board stands at the end of
    a match.

    Args:
        console: where to.
        pause_s: how long each turn stays on a terminal, in seconds, beyond the time it took.
        every_board: whether to print a board for every turn, one below the other.
    """

    def __init__(self, console: Console, *, pause_s: float = 0.0, every_board: bool = False) -> None:
        self._console = console
        self._pause_s = pause_s
        self._every_board = every_board
        self._resources = ExitStack()
        self._live: Live | None = None
        self._told: Frame | None = None

    def __enter__(self) -> Self:
        if can_redraw(self._console) and not self._every_board:
            live = Live(console=self._console, auto_refresh=False, transient=True)
            self._live = self._resources.enter_context(live)
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None and self._live is not None:
            self._live.transient = False  # whoever stops it looks at this very board
        self._resources.close()

    def watch(self, match: MatchInPlay) -> None:
        """Show a match that is being played."""
        frame = live_frame(match)
        self.show(frame)
        if match.state.is_over:
            self.finish(frame)

    def show(self, frame: Frame) -> None:
        """Show the next moment; the last one of a match stays on the screen."""
        if self._live is not None:
            self._live.update(Board(frame), refresh=True)
            time.sleep(self._pause_s)
        elif self._every_board:
            self.say(Group(Board(frame), Text()))
        elif not frame.state.is_over:  # the last turn is told by the board that `finish` leaves
            self._told = frame
            self.say(Group(*caption(frame)))

    def finish(self, frame: Frame) -> None:
        """Leave the board of a match that has ended on the screen."""
        if self._live is not None:
            self._live.update(Group(), refresh=True)
        if not self._every_board:
            self.say(Group(Text(), Board(frame, is_told=frame is self._told), Text()))

    def say(self, words: RenderableType) -> None:
        """Print something that stays."""
        self._console.print(words)


def live_frame(match: MatchInPlay) -> Frame:
    """The present moment of a match that is being played; good until the next turn."""
    names = (match.players[0].name, match.players[1].name)
    number = len(match.turns)
    if not number:
        return Frame(match=match.number, bots=names, state=match.state)
    assert match.last_drawn is not None  # noqa: S101 - every turn draws a card
    move = Move(
        number=number,
        seat=Seat((number - 1) % 2),
        turn=match.turns[-1],
        drawn=match.last_drawn,
        think_ms=match.think_ms[-1],
        note=match.notes.get(number, ""),
        is_substituted=any(fault.turn == number for fault in match.substituted),
    )
    return Frame(match=match.number, bots=names, state=match.state, move=move)
