"""An export checked by a program of its own, written from DESIGN sections 2, 3 and 9: nothing of the referee is used.

It reads JSON lines and nothing else; whoever has the seeds can check a tournament with it.
"""

import hashlib
import hmac
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from support.rulebook import PlainGame

SEATS = ("first", "second")


def check_lines(lines: Iterable[str], seeds: Mapping[int, bytes]) -> list[str]:
    """Everything that is wrong with an export; `seeds` by stage."""
    header, *matches = map(json.loads, lines)
    if header["format"] != "lostcities-tournament/1":
        return [f"the first line is {header['format']}"]
    problems = list(check_header(header, seeds))
    keys = {
        stage["stage"]: hmac.new(seeds[stage["stage"]], stage["public_entropy"].encode(), "sha256").digest()
        for stage in header["stages"]
    }
    by_series = defaultdict(list)
    for match in matches:
        by_series[match["series"]].append(match)
        place = f"series {match['series']}, match {match['match']}"
        problems += [f"{place}: {text}" for text in check_match(match, header, keys[match["stage"]])]
    problems += [f"series {number}: {text}" for number, one in by_series.items() for text in check_series(one)]
    return problems + list(check_mirrors(by_series.values(), is_mirrored=header["config"]["tournament"]["mirror"]))


def check_header(header: dict[str, Any], seeds: Mapping[int, bytes]) -> Iterator[str]:
    """Commitments are those of the seeds, and published seeds are the seeds."""
    for stage in header["stages"]:
        seed = seeds[stage["stage"]]
        if hashlib.sha256(seed).hexdigest() != stage["commitment"]:
            yield f"stage {stage['stage']}: the commitment is not that of the seed"
        if stage["seed"] not in (None, seed.hex()):
            yield f"stage {stage['stage']}: another seed is published"


def check_match(match: dict[str, Any], header: dict[str, Any], key: bytes) -> Iterator[str]:
    """One line: id, deal, turns, end, scores, times."""
    if match["format"] != "lostcities-match/1" or match["tournament"] != header["tournament"]:
        yield "format or tournament is another one"
    if match["rules"] != {name: header["config"]["rules"][name] for name in match["rules"]}:
        yield "the rules are not those of the tournament"
    if match["deal_id"] != deal_id(match, header):
        yield f"the deal is {match['deal_id']}, expected {deal_id(match, header)}"
    if match["deal"] != shuffle(key, match["deal_id"], match["rules"]["colors"]):
        yield "the deal does not follow from the seed"
    rules = match["rules"]
    game = PlainGame(match["deal"], own_end=rules["draw"] == "own-end", deck_only_after=rules["deck_only_after"])
    referees = {fault["turn"] for fault in match["substituted"]}
    for turn in match["turns"]:
        if not game.allows(turn):
            yield f"turn {game.turn_number} is illegal: {turn}"
            return
        if game.turn_number in referees and turn != f"-{lowest(game.hands[game.seat])} deck":
            yield f"turn {game.turn_number} is not the referee's: {turn}"
        game.play(turn)
    yield from check_end(match, game)


def check_end(match: dict[str, Any], game: PlainGame) -> Iterator[str]:
    """What stands when all turns are played."""
    is_forfeit = match["end"] == "forfeit"
    if is_forfeit != bool(match["faults"]) or is_forfeit == (not game.deck):
        yield f"it ended by {match['end']} with {len(game.deck)} cards left and {len(match['faults'])} faults"
    for fault in match["faults"]:
        seat = SEATS[game.seat] if fault["turn"] else fault["seat"]
        if fault["turn"] not in (0, game.turn_number) or (fault["seat"], fault["bot"]) != (seat, match["bots"][seat]):
            yield f"the fault in turn {fault['turn']} does not belong here"
        if (fault["elapsed_ms"] is None) != (fault["turn"] == 0):
            yield "a fault has a time or it is before the first turn"
    asked = len(match["turns"]) + sum(fault["turn"] > 0 for fault in match["faults"])
    if len(match["think_ms"]) != asked:
        yield f"{asked} turns were asked, {len(match['think_ms'])} times are told"
    scores = {seat: score(board.values(), match["rules"]) for seat, board in zip(SEATS, game.expeditions, strict=True)}
    if match["scores"] != scores:
        yield f"the scores are {match['scores']}, expected {scores}"
    if not all(1 <= int(turn) <= len(match["turns"]) for turn in match["notes"]):
        yield "a note belongs to no turn"


def check_series(matches: list[dict[str, Any]]) -> Iterator[str]:
    """Three matches, or up to the forfeit; A starts 1 and 3 of leg 1, B the other way round in leg 2."""
    if [match["match"] for match in matches] != list(range(1, len(matches) + 1)):
        yield "the matches are not in order"
    ends = [match["end"] for match in matches]
    if ends not in (["deck-empty"] * 3, ["deck-empty"] * (len(ends) - 1) + ["forfeit"]) or len(ends) > 3:
        yield f"the matches ended by {ends}"
    a, b = sorted(matches[0]["bots"].values())
    for match in matches:
        starter = a if (match["leg"] + match["match"]) % 2 == 0 else b
        if match["bots"]["first"] != starter or {a, b} != set(match["bots"].values()):
            yield f"match {match['match']}: the seats are wrong"


def check_mirrors(series: Iterable[list[dict[str, Any]]], *, is_mirrored: bool) -> Iterator[str]:
    """Both legs play the same deals with the seats swapped, or without a mirror other deals."""
    legs = defaultdict(list)
    for match in (match for matches in series for match in matches):
        names = tuple(sorted(match["bots"].values()))
        legs[match["stage"], names, match["round"], match["match"]].append(match)
    for place, pair in legs.items():
        if len(pair) == 1:  # the other leg was forfeited before this match
            continue
        first, second = pair
        if (first["deal"] == second["deal"]) != is_mirrored or {first["leg"], second["leg"]} != {1, 2}:
            yield f"{place}: the two legs are no mirror"
        if first["bots"]["first"] != second["bots"]["second"]:
            yield f"{place}: the seats are not swapped"


def deal_id(match: dict[str, Any], header: dict[str, Any]) -> str:
    """The id that the deal of a match must have."""
    generations = {bot["name"]: bot["generation"] for bot in header["bots"]}
    a, b = (f"{name}~{generations[name]}" for name in sorted(match["bots"].values()))
    is_own = match["leg"] == 2 and not header["config"]["tournament"]["mirror"]
    return f"{match['stage']}/{a}|{b}/{match['round']}/{match['match'] + 3 * is_own}"


def shuffle(key: bytes, name: str, colors: int) -> list[str]:
    """The pack, sorted by the digests of its cards."""
    pack = [
        color + rank for color in "YBWGRP"[:colors] for rank in ["H"] * 3 + [str(number) for number in range(2, 11)]
    ]
    order = sorted(range(len(pack)), key=lambda i: hmac.new(key, f"{name}/{i}".encode(), hashlib.sha256).digest())
    return [pack[i] for i in order]


def score(expeditions: Iterable[list[str]], rules: dict[str, Any]) -> int:
    """The points of one seat."""
    total = 0
    for cards in expeditions:
        numbers = [int(card[1:]) for card in cards if card[1:] != "H"]
        handshakes = len(cards) - len(numbers)
        if not cards or (not numbers and rules["handshakes_alone"] == "free"):
            continue
        counted = len(numbers) if rules["bonus_counts"] == "numbers" else len(cards)
        total += (sum(numbers) - 20) * (1 + handshakes) + 20 * (counted >= 8)
    return total


def lowest(hand: list[str]) -> str:
    """The first card of the sorted hand: by color, then handshake, then number."""
    return min(hand, key=lambda card: ("YBWGRP".index(card[0]), 1 if card[1:] == "H" else int(card[1:])))
