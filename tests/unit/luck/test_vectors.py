"""The published vectors of `luck-1`, every value of them: `referee.luck`, and the oracle it is checked against."""

from typing import Any

import numpy as np
import pytest
from support.luck_vectors import FINISHED, MATCHES, VECTORS, match_of
from support.plain_luck import BETA, Side, plain_luck, project, top
from support.positions import cards, columns

from referee.luck import LUCK_MODEL, match_luck, model
from referee.luck.census import Cards, _count, _read
from referee.rules.cards import Card, format_card
from referee.rules.turns import DECK
from referee.rules.variant import Variant

YELLOW = 1
(ENCOUNTER,) = VECTORS["encounters"]


def near(expected: object) -> Any:
    """Equal within the tolerance of the vectors, 1e-9."""
    return pytest.approx(expected, rel=0, abs=1e-9)


def test_vectors_are_of_this_model() -> None:
    """Name and numbers in the vectors are those of the model and of the oracle."""
    b_p, e_p, n_p, b_o, n_o, opening = VECTORS["beta"].values()
    assert VECTORS["version"] == LUCK_MODEL
    assert model._BETA.tolist() == [[b_p, e_p, n_p], [b_o, 0, n_o]]
    assert opening == model._BETA_OPENING
    assert (b_p, e_p, n_p, b_o, n_o) == BETA


@pytest.mark.parametrize("name", FINISHED)
def test_luck_of_a_match(name: str) -> None:
    """Opening, every term, and their sum; the margin less that sum is the adjusted margin."""
    expect, luck = MATCHES[name]["expect"], match_luck(*match_of(name))
    assert luck.opening == near(expect["opening"])
    assert luck.terms == near(tuple(draw["term"] for draw in expect["draws"]))
    assert luck.total == near(expect["luck"])
    scores = MATCHES[name]["record"]["scores"]
    assert scores["first"] - scores["second"] - luck.total == near(expect["adjusted_margin"])


@pytest.mark.parametrize("name", FINISHED)
def test_oracle_gives_every_intermediate_value(name: str) -> None:
    """The plain loops: h of both hands, and of each draw turn, cards left, card, features, means and term."""
    expect, plain = MATCHES[name]["expect"], plain_luck(*match_of(name))
    assert plain.h == near(tuple(expect["h"].values()))
    assert plain.opening == near(expect["opening"])
    assert plain.total == near(expect["luck"])
    for term, draw in zip(plain.terms, expect["draws"], strict=True):
        assert (term.turn, term.left, format_card(term.card)) == (draw["turn"], draw["left"], draw["card"])
        assert [*term.features, *term.means, term.term] == near([*draw["features"], *draw["means"], draw["term"]])


def test_luck_of_an_encounter() -> None:
    """Luck of bot A: plus where it is `first`, minus where it is `second`; the openings of the two legs cancel."""
    openings, lucks = [0.0, 0.0], [0.0, 0.0]
    for name in ENCOUNTER["matches"]:
        record, luck = MATCHES[name]["record"], match_luck(*match_of(name))
        sign = 1 if record["bots"]["first"] == ENCOUNTER["bot_a"] else -1
        openings[record["leg"] - 1] += sign * luck.opening
        lucks[record["leg"] - 1] += sign * luck.total
    assert openings == near([series["opening"] for series in ENCOUNTER["series"]])
    assert sum(openings) == near(0)
    assert lucks == near([series["luck"] for series in ENCOUNTER["series"]])
    assert ENCOUNTER["margin"] - sum(lucks) / 2 == near(ENCOUNTER["adjusted_margin"])


def test_forfeited_match_has_terms_up_to_the_fault() -> None:
    """One term for each draw from the deck that was made, each as the oracle has it."""
    deal, turns, variant = match_of("forfeit")
    luck, plain = match_luck(deal, turns, variant), plain_luck(deal, turns, variant)
    assert len(luck.terms) == sum(turn.draw_from == DECK for turn in turns) == 11
    assert luck.terms == near(tuple(term.term for term in plain.terms))


@pytest.mark.parametrize("case", VECTORS["project"])
def test_project(case: dict[str, Any]) -> None:
    """The points that yellow promises, by the oracle and by the arrays; the model's own example is among them."""
    expedition, hand, deck = (cards(" ".join(case[key])) for key in ("expedition", "hand", "deck"))
    variant = Variant(bonus_counts=case["bonus_counts"])
    side = Side(hand=hand, expeditions=columns(" ".join(case["expedition"])), turns=case["T"])
    assert project(side, YELLOW, deck, variant) == near(case["project"])
    outlook = model.foresee(count_cards(hand, expedition, deck), np.array([[case["T"]], [0]]))
    assert model.project(outlook, variant)[0, YELLOW - 1, 0, 0] == near(case["project"])


@pytest.mark.parametrize(("bonus_counts", "points"), [("all", 60.9), ("numbers", 40.9)])
def test_example_of_section_2(bonus_counts: Any, points: float) -> None:
    """Expedition H H, hand H 3 4 5 8 9, deck 7, T = 8: 60.9 points, and 40.9 where only numbers count."""
    table = count_cards(cards("YH Y3 Y4 Y5 Y8 Y9"), cards("YH YH"), cards("Y7"))
    outlook = model.foresee(table, np.array([[8], [8]]))
    promised = model.project(outlook, Variant(bonus_counts=bonus_counts))
    assert promised[0, YELLOW - 1, 0, 0] == near(points)


@pytest.mark.parametrize("case", VECTORS["top"])
def test_top_of_the_oracle(case: dict[str, Any]) -> None:
    """The best that a hand can still play in open colors."""
    words = " ".join(card for expedition in case["expeditions"] for card in expedition)
    assert top(Side(hand=cards(" ".join(case["hand"])), expeditions=columns(words), turns=case["T"])) == case["top"]


def count_cards(hand: list[Card], expedition: list[Card], deck: list[Card]) -> Cards:
    """One state as arrays; `second` holds and has played nothing."""
    return _read([b"".join(map(_count, (deck, hand, [], expedition, [])))], 5)
