"""The table drawn with letters: both hands, expeditions in columns, discard piles, deck, and what was played last.

Every card has its letters; colors come on top where the terminal has them. Six colors fit into 80 columns.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from referee.bots.text import escape_text
from referee.report.frame import Frame, Move
from referee.report.prose import HANG, Prose, prose
from referee.rules.cards import Card, Color, color_of, format_card, is_handshake
from referee.rules.scoring import expedition_score, seat_score
from referee.rules.state import Seat
from referee.rules.turns import DECK, Placement

LABEL_WIDTH: Final = 9
COLUMN_WIDTH: Final = 10
CARD_WIDTH: Final = 5
NOTE_CHARACTERS: Final = 256 * 6
"""A note of 256 bytes, every one of them escaped, is not longer."""
EMPTY: Final = " ·"

STYLES: Final = {
    Color.YELLOW: "black on yellow",
    Color.BLUE: "bright_white on blue",
    Color.WHITE: "black on white",
    Color.GREEN: "black on green",
    Color.RED: "bright_white on red",
    Color.PURPLE: "bright_white on magenta",
}


class Board:
    """A moment of a match, drawn: first's side above, second's below, the newest cards nearest to the middle.

    On a terminal that is too low for it there are no empty lines: what does not fit would be cut off.

    Args:
        frame: the moment.
        is_told: whether the caption was shown already.
    """

    def __init__(self, frame: Frame, *, is_told: bool = False) -> None:
        self._frame = frame
        self._is_told = is_told
        self._colors = range(1, frame.state.variant.colors + 1)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        parts = [*self._parts(options)]
        if console.is_terminal and sum(len(console.render_lines(one, options)) for one in parts) > console.height:
            parts = [one for one in parts if not isinstance(one, Text) or one.plain.strip()]
        yield from parts

    def _parts(self, options: ConsoleOptions) -> Iterator[Text | Prose]:
        """All of it, from top to bottom."""
        if not self._is_told:
            yield from caption(self._frame)
            yield Text()
        yield self._name(Seat.FIRST)
        yield self._hand(Seat.FIRST)
        yield Text()
        yield _row("", [Text(f" {Color(color).label}", "dim") for color in self._colors])
        yield self._scores(Seat.FIRST)
        yield from self._expeditions(Seat.FIRST)
        yield self._line()
        yield from self._piles(options.max_width)
        yield self._line()
        yield from self._expeditions(Seat.SECOND)
        yield self._scores(Seat.SECOND)
        yield Text()
        yield self._hand(Seat.SECOND)
        yield self._name(Seat.SECOND)

    def _name(self, seat: Seat) -> Text:
        state = self._frame.state
        points = seat_score(state.expeditions[seat], state.variant)
        to_move = " · to move" if state.seat == seat and not state.is_over else ""
        return Text.assemble(
            (self._frame.bots[seat], "bold"), (f" ({seat.label})", "dim"), f" · {_points(points)}", (to_move, "bold")
        )

    def _hand(self, seat: Seat) -> Text:
        move = self._frame.move
        marked = move.drawn if move is not None and move.seat == seat else None
        cards = self._frame.state.hands[seat]
        # Of equal cards one is marked.
        place = cards.index(marked) if marked in cards else -1
        chips = [chip(card, is_marked=index == place) for index, card in enumerate(cards)]
        return _row("hand", chips, CARD_WIDTH)

    def _scores(self, seat: Seat) -> Text:
        state = self._frame.state
        return _row(
            "", [Text(_score_text(state.expeditions[seat][color], self._frame), "bold") for color in self._colors]
        )

    def _expeditions(self, seat: Seat) -> Iterator[Text]:
        columns = [self._frame.state.expeditions[seat][color] for color in self._colors]
        height = max(1, *map(len, columns))
        is_above = seat == Seat.FIRST
        for line in range(height):
            cells = []
            for column in columns:
                index = line - height + len(column) if is_above else line
                cells.append(self._placed(column, index, seat) if 0 <= index < len(column) else Text(""))
            yield _row("", cells)

    def _placed(self, column: Sequence[Card], index: int, seat: Seat) -> Text:
        move = self._frame.move
        is_marked = (
            move is not None
            and move.seat == seat
            and move.turn.placement == Placement.EXPEDITION
            and index == len(column) - 1
            and column[index] == move.turn.card
        )
        return chip(column[index], is_marked=is_marked)

    def _piles(self, width: int) -> Iterator[Text]:
        """The tops of the piles, and the deck: on a line of its own where there is no room beside them."""
        state, move = self._frame.state, self._frame.move
        discarded = move.turn.card if move is not None and move.turn.placement == Placement.DISCARD else None
        cells = []
        for color in self._colors:
            pile = state.piles[color]
            if not pile:
                cells.append(Text(EMPTY, "dim"))
                continue
            is_marked = discarded is not None and color == color_of(discarded)
            top = chip(pile[-1], is_marked=is_marked)
            cells.append(top.append(" " * (CARD_WIDTH - top.cell_len)).append(f" ({len(pile)})", "dim"))
        deck = Text(f" deck {len(state.deck)}", "bold")
        is_beside = LABEL_WIDTH + COLUMN_WIDTH * len(cells) + deck.cell_len <= width
        yield _row("discards", [*cells, deck] if is_beside else cells)
        if not is_beside:
            yield _row("deck", [Text(f" {len(state.deck)}", "bold")])

    def _line(self) -> Text:
        return Text(" " * LABEL_WIDTH + "─" * (COLUMN_WIDTH * len(self._colors)), "dim")


def chip(card: Card, *, is_marked: bool = False) -> Text:
    """A card: ` R7 `, or `[R7]` where it is the last one moved; `R10` is one wider."""
    word = format_card(card)
    style = STYLES[Color(color_of(card))]
    # Appended and not set as its base, so that what follows it has no part in its color.
    return Text().append(f"[{word}]", f"bold {style}") if is_marked else Text().append(f" {word} ", style)


def caption(frame: Frame) -> Iterator[Prose]:
    """What was played last, in words, and what the bot wrote beside it."""
    move = frame.move
    if move is None:
        yield prose(f"match {frame.match}: the deal", "bold")
        return
    words = Text(f"match {frame.match}, turn {move.number}: ", "bold")
    words.append(_told(frame, move)).append(f" · {move.think_ms:.1f} ms", "dim")
    yield Prose(text=words, hang=HANG)
    if move.note:
        note = Text.assemble(("note: ", "dim"), escape_text(move.note, NOTE_CHARACTERS))
        yield Prose(text=note, hang=HANG)
    if frame.state.is_over:
        yield prose("the deck is empty: the match is over", "bold")


def _told(frame: Frame, move: Move) -> str:
    name = frame.bots[move.seat]
    verb = "plays" if move.turn.placement == Placement.EXPEDITION else "discards"
    source = "deck" if move.turn.draw_from == DECK else f"{Color(move.turn.draw_from).label} pile"
    who = f"the referee, for {name}," if move.is_substituted else name
    return f"{who} {verb} {format_card(move.turn.card)} and draws {format_card(move.drawn)} from the {source}"


def _score_text(cards: Sequence[Card], frame: Frame) -> str:
    if not cards:
        return EMPTY
    handshakes = sum(map(is_handshake, cards))
    factor = f" ×{1 + handshakes}" if handshakes else ""
    return f" {expedition_score(cards, frame.state.variant):+d}{factor}"


def _points(points: int) -> str:
    return f"{points} {'point' if abs(points) == 1 else 'points'}"


def _row(label: str, cells: Sequence[Text], width: int = COLUMN_WIDTH) -> Text:
    row, gap = Text(), label.ljust(LABEL_WIDTH)
    for cell in cells:
        if cell:
            row.append(gap).append_text(cell)
            gap = ""
        gap += " " * (width - cell.cell_len)
    return row
