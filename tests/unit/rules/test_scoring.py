"""Points: the table of DESIGN section 2 under every variant, and what a rule book reader would ask."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.positions import cards, columns, position

from referee.rules.cards import is_handshake, rank_of
from referee.rules.scoring import expedition_score, scores, seat_score
from referee.rules.variant import BonusCounts, HandshakesAlone, Variant

RUN = "Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9"

# expedition; by default; with numbers; with free; with both
TABLE = [
    ("Y2 Y3 Y7 Y8 Y10", 10, 10, 10, 10),
    ("YH YH Y4 Y5 Y6 Y7 Y8 Y10", 80, 60, 80, 60),
    ("YH Y4 Y6 Y7", -6, -6, -6, -6),
    ("YH YH YH Y2 Y3 Y4 Y5 Y6", 20, 0, 20, 0),
    (f"YH YH YH {RUN} Y10", 156, 156, 156, 156),
    (RUN, 44, 44, 44, 44),
    ("YH", -40, -40, 0, 0),
    ("YH YH", -60, -60, 0, 0),
    ("YH YH YH", -80, -80, 0, 0),
    ("Y3", -17, -17, -17, -17),
    ("YH YH Y3 Y4 Y5 Y7 Y8 Y9", 68, 48, 68, 48),
    ("YH Y2", -36, -36, -36, -36),
    ("Y2 Y3 Y4 Y5 Y6", 0, 0, 0, 0),
    ("Y3 Y4 Y5 Y6 Y7 Y8 Y9", 22, 22, 22, 22),
    ("", 0, 0, 0, 0),
]
VARIANTS: list[tuple[BonusCounts, HandshakesAlone]] = [
    ("all", "scored"),
    ("numbers", "scored"),
    ("all", "free"),
    ("numbers", "free"),
]


@pytest.mark.parametrize(
    ("words", "variant", "expected"),
    [
        pytest.param(words, Variant(bonus_counts=bonus, handshakes_alone=alone), points, id=f"{words}-{bonus}-{alone}")
        for words, *row in TABLE
        for (bonus, alone), points in zip(VARIANTS, row, strict=True)
    ],
)
def test_expedition_scores_as_in_the_table(words: str, variant: Variant, expected: int) -> None:
    """Each expedition of the table has its score under each variant."""
    assert expedition_score(cards(words), variant) == expected


@pytest.mark.parametrize("color", "YBWGRP")
def test_all_colors_score_alike(color: str) -> None:
    """The color of an expedition does not change its score."""
    assert expedition_score(cards(RUN.replace("Y", color)), Variant()) == 44


def test_all_fifteen_handshakes_and_nothing_else_cost_four_hundred() -> None:
    """Five expeditions of three handshakes are −80 each, −400 together; free they are 0."""
    board = columns(" ".join(f"{color}H {color}H {color}H" for color in "YBWGR"))
    assert seat_score(board, Variant()) == -400
    assert seat_score(board, Variant(handshakes_alone="free")) == 0


def test_best_boards_of_both_packs() -> None:
    """Every card of a color is 156 points: 780 for five colors and 936 for six."""
    full = "?H ?H ?H ?2 ?3 ?4 ?5 ?6 ?7 ?8 ?9 ?10"
    assert seat_score(columns(" ".join(full.replace("?", color) for color in "YBWGR")), Variant()) == 780
    assert seat_score(columns(" ".join(full.replace("?", color) for color in "YBWGRP")), Variant(colors=6)) == 936


def test_bonus_is_not_multiplied() -> None:
    """With one handshake the eighth card adds its doubled value and 20, once."""
    seven, eight = cards("YH Y2 Y3 Y4 Y5 Y6 Y7"), cards("YH Y2 Y3 Y4 Y5 Y6 Y7 Y8")
    assert expedition_score(eight, Variant()) - expedition_score(seven, Variant()) == 2 * 8 + 20


def test_scores_are_of_both_seats_and_cards_in_hand_score_nothing() -> None:
    """`scores` reads the two boards, first's then second's, and nothing else."""
    state = position(hand="R8 R9 R10", mine="Y3", theirs="RH", opponent="B10", piles="W2 W3")
    assert scores(state) == (-17, -40)


@given(
    numbers=st.sets(st.integers(2, 10)),
    handshakes=st.integers(0, 3),
    bonus=st.sampled_from(("all", "numbers")),
    alone=st.sampled_from(("scored", "free")),
)
def test_score_is_the_formula(numbers: set[int], handshakes: int, bonus: BonusCounts, alone: HandshakesAlone) -> None:
    """For every expedition that can be: (sum − 20) × (1 + handshakes) + 20 for eight, 0 if none is played."""
    words = " ".join(["GH"] * handshakes + [f"G{number}" for number in sorted(numbers)])
    expedition = cards(words)
    counted = [card for card in expedition if bonus == "all" or not is_handshake(card)]
    expected = (sum(numbers) - 20) * (1 + handshakes) + (20 if len(counted) >= 8 else 0)
    if not expedition or (alone == "free" and all(rank_of(card) == 1 for card in expedition)):
        expected = 0
    assert expedition_score(expedition, Variant(bonus_counts=bonus, handshakes_alone=alone)) == expected
