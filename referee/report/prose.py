"""Sentences in lines: what is read as one word, such as a turn, stays on one line, and a list that goes on is indented.

The terminal's own wrapping would end a line inside `+R7 deck` or `35 %`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

GLUE: Final = "\ue000"
"""Stands for a blank that no line may end at, while lines are made. Nothing shown has this character: it is not
printable, so that it is escaped in whatever a bot wrote."""
HANG: Final = 2
"""Blanks that a line of a list has more where it goes on."""

_CARD: Final = "[YBWGRP](?:H|10|[2-9])"
_BLANK: Final = re.compile(
    r"(?<=[+-][YBWGRP][H2-9]) (?=deck|[YBWGRP]\b)"
    r"|(?<=[+-][YBWGRP]10) (?=deck|[YBWGRP]\b)"
    rf"|(?<=plays|draws) (?={_CARD}\b)|(?<=discards) (?={_CARD}\b)"
    r"|(?<=\d) (?=%|ms\b|points?\b|Elo\b|±)|(?<=[±≥≤]) (?=\d)"
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Prose:
    """Text in as many lines as the width makes of it.

    Attributes:
        text: one line or more; nothing foreign in it that is not escaped.
        indent: blanks before every line.
        hang: blanks more where a line goes on; what a line begins with is kept before both.
    """

    text: Text
    indent: int = 0
    hang: int = 0

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in self.text.split("\n", allow_blank=True):
            yield from self._wrap(console, line, options.max_width) if line else (line,)

    def _wrap(self, console: Console, line: Text, width: int) -> Iterator[Text]:
        body = _stripped(line)
        indent = self.indent + len(line) - len(body)
        first, *others = wrap_whole(console, body, width - indent)
        yield Text(" " * indent).append_text(first)
        if others:
            rest = _stripped(body[len(first) :])
            for other in wrap_whole(console, rest, width - indent - self.hang):
                yield Text(" " * (indent + self.hang)).append_text(other)


def prose(words: str, style: str = "") -> Prose:
    """Plain words in one style."""
    return Prose(text=Text(words, style))


def wrap_whole(console: Console, text: Text, width: int) -> list[Text]:
    """The lines of a text in a width of so many characters, 1 at least, without blanks at their ends."""
    glued = text.copy()
    glued.plain = _BLANK.sub(GLUE, text.plain)
    lines = list(glued.wrap(console, max(1, width)))
    for line in lines:
        line.plain = line.plain.replace(GLUE, " ")
        line.rstrip()
    return lines


def _stripped(text: Text) -> Text:
    """The text without the blanks at its beginning."""
    return text[len(text.plain) - len(text.plain.lstrip()) :]
