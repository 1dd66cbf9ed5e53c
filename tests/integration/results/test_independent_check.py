"""Exports stand up to a program that knows nothing of the referee."""

import hmac
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.plain_results import check_lines, score, shuffle
from support.records import SEED, bots, encounter, new_store, play_series

from referee.results.export import export_lines
from referee.results.reader import Results
from referee.rules.variant import Variant

VARIANTS = [
    Variant(),
    Variant(draw="shared", bonus_counts="numbers"),
    Variant(colors=6, deck_only_after=400),
    Variant(colors=6, draw="shared", handshakes_alone="free", deck_only_after=20),
]


def export(folder: Path) -> list[str]:
    """The lines of the folder's export."""
    with Results.open(folder) as results:
        return list(export_lines(results, "jsonl"))


def test_everything_that_can_happen_is_right(folder: Path) -> None:
    """Notes, forfeits, substituted turns, a series without a turn."""
    lines = export(folder)
    assert check_lines(lines, {1: SEED}) == []
    assert len(lines) == 1 + 3 + 3 + 2 + 1 + 3  # a withdrawn series has none


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_every_variant_is_right(tmp_path: Path, variant: Variant) -> None:
    """Five and six colors, both draw modes, both bonuses, with public entropy."""
    with new_store(tmp_path, encounter(), variant=variant, public_entropy="drand 4711") as store:
        for row in store.pending(1):
            store.save(row, play_series(row, variant=variant, public_entropy="drand 4711"))
    lines = export(tmp_path)
    assert check_lines(lines, {1: SEED}) == []
    assert len(lines) == 7


def test_generations_replays_and_encounters_without_mirror_are_right(tmp_path: Path) -> None:
    """All that a deal depends on."""
    rows = encounter(round=3, replay=1, generation_b=2, mirrored=False)
    with new_store(tmp_path, []) as store:
        config = store.stored_config()
        store.update_config({**config, "tournament": {**config["tournament"], "mirror": False}})
        greedy, random = bots("greedy", "random")
        store.put_bots([greedy, random, replace(random, generation=2)])
        store.plan(rows)
        for row in store.pending(3):
            store.save(row, play_series(row))
    lines = export(tmp_path)
    assert check_lines(lines, {1: SEED}) == []
    assert json.loads(lines[-1])["deal_id"] == "1/greedy~1|random~2/3.1/6"


def in_match(change: Callable[[dict[str, Any]], object]) -> Callable[[list[str]], list[str]]:
    """Change the second line."""

    def changed(lines: list[str]) -> list[str]:
        match = json.loads(lines[1])
        change(match)
        return [lines[0], json.dumps(match), *lines[2:]]

    return changed


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda lines: [lines[0].replace("66687aad", "66687aae"), *lines[1:]], "the commitment"),
        (lambda lines: [lines[0], *lines[2:]], "not in order"),
        (in_match(lambda match: match["deal"].reverse()), "does not follow"),
        (in_match(lambda match: match.update(deal_id="1/greedy~1|random~1/1/2")), "expected 1/greedy~1|random~1/1/1"),
        (in_match(lambda match: match["turns"].pop()), "deck-empty with 1 cards left"),
        (in_match(lambda match: match["turns"].insert(0, "-RH R")), "turn 1 is illegal"),
        (in_match(lambda match: match["think_ms"].pop()), "times are told"),
        (in_match(lambda match: match["scores"].update(first=0)), "the scores"),
        (in_match(lambda match: match["notes"].update({"99": "x"})), "a note belongs to no turn"),
        (in_match(lambda match: match.update(end="forfeit")), "it ended by forfeit"),
        (in_match(lambda match: match["substituted"].append({"turn": 1})), "not the referee's"),
        (in_match(lambda match: match["rules"].update(bonus_counts="numbers")), "the rules"),
        (in_match(lambda match: match.update(leg=2)), "the seats are wrong"),
        (in_match(lambda match: match.update(bots={"first": "random", "second": "greedy"})), "the seats are wrong"),
    ],
)
def test_the_program_finds_what_is_wrong(folder: Path, change: Callable[[list[str]], list[str]], problem: str) -> None:
    """It is no check if it cannot fail."""
    assert any(problem in text for text in check_lines(change(export(folder)), {1: SEED}))


def test_the_program_knows_the_published_deal_and_scores() -> None:
    """The example of DESIGN section 3, and one of section 2."""
    key = hmac.digest(bytes(32), b"", "sha256")
    start = "RH Y6 Y5 R10 G4 B10 W5 W8 GH WH BH B5 B3 R9 YH G5"
    assert shuffle(key, "1/greedy~1|random~1/1/1", 5)[:16] == start.split()
    rules = {"bonus_counts": "numbers", "handshakes_alone": "scored"}
    assert score([["GH", "GH", *(f"G{number}" for number in (4, 5, 6, 7, 8, 10))], ["RH"]], rules) == 60 - 40
