"""The published vectors of the luck model, read from tests/vectors/luck.json."""

import json
from pathlib import Path
from typing import Any, Final

from referee.rules.cards import Card
from referee.rules.notation import parse_card, parse_turn
from referee.rules.turns import Turn
from referee.rules.variant import Variant

VECTORS: Final[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "vectors" / "luck.json").read_text())
MATCHES: Final[dict[str, Any]] = {match["name"]: match for match in VECTORS["matches"]}
FINISHED: Final = [name for name, match in MATCHES.items() if match["expect"]]


def match_of(name: str) -> tuple[list[Card], list[Turn], Variant]:
    """Deal, turns and rules of a match of the vectors."""
    record = MATCHES[name]["record"]
    deal = [parse_card(word) for word in record["deal"]]
    return deal, [parse_turn(text) for text in record["turns"]], Variant(**record["rules"])
