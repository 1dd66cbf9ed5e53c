"""How sentences become lines."""

import re

import pytest
from rich.text import Text
from support.screens import shown

from referee.report.prose import Prose, prose

WHOLE = [
    "+B2 deck",
    "-R10 R",
    "plays WH",
    "draws Y8",
    "discards G10",
    "35 %",
    "± 95 %",
    "15.9 ± 4.9",
    "1.8 ms",
    "+10 points",
    "-5 Elo",
]


@pytest.mark.parametrize("width", range(16, 40))
def test_what_is_one_word_stays_on_one_line(width: int) -> None:
    """Turns, cards with their verbs, and amounts; no line is too long, and no word is lost."""
    text = ", ".join(WHOLE * 3)
    lines = shown(prose(text), width).splitlines()
    assert max(map(len, lines)) <= width
    assert " ".join(lines) == text
    assert all(sum(line.count(word) for line in lines) == text.count(word) for word in WHOLE)


def test_list_that_goes_on_is_indented() -> None:
    """Below where it began; lines of their own and empty ones stay as they are."""
    text = Text("legal: +B2 deck, -B2 deck\n    hand: Y2, Y3, Y4, Y5, Y6\n\nend")
    assert shown(Prose(text=text, indent=2, hang=2), 22).split("\n") == [
        "  legal: +B2 deck,",
        "    -B2 deck",
        "      hand: Y2, Y3,",
        "        Y4, Y5, Y6",
        "",
        "  end",
        "",
    ]


def test_styles_stay_where_they_were() -> None:
    """Also where a line ends inside of one."""
    text = Text.assemble(("one two three", "bold"), " four")
    colored = shown(Prose(text=text, hang=2), 9, color="standard")
    assert re.sub(r"\x1b\[\d*m", "", colored) == "one two\n  three\n  four\n"
    assert "\x1b[1mone two\x1b[0m" in colored
    assert "\x1b[1mthree\x1b[0m" in colored


def test_what_fits_on_no_line_is_cut_into_pieces() -> None:
    """Nothing is lost where the terminal is narrower than a word."""
    assert "".join(shown(prose("+R10 deck, x"), 4).split()) == "+R10deck,x"
