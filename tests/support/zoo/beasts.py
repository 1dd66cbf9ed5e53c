"""One bad bot with what must come of it, and short ways to describe one."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from referee.errors import FaultKind


@dataclass(frozen=True, kw_only=True, slots=True)
class Beast:
    """One bad bot, in each of the two legs against an honest one.

    Attributes:
        words: what it does (support/zoo/bot.py).
        kind: of its fault; None: its series are played out.
        says: the fault's sentence after its place; `#` is any card, `~` any color or pile, `…` any time or path.
        match: in which it fails.
        turns: in which it fails, if it moves first in match 1, and if it does not; -1 is any.
        substituted: turns that the referee plays for it in a series.
        script: of the shell, run each time before it starts.
        transport: where it listens.
    """

    words: str
    kind: FaultKind | None = None
    says: str = ""
    match: int = 1
    turns: tuple[int, int] = (3, 2)
    substituted: int = 0
    script: str = ""
    transport: str = "unix"


def plain(sentence: str) -> str:
    """A sentence with cards, colors, paths and elapsed milliseconds made equal."""
    sentence = re.sub(r"\(\d+ ms\)", "(… ms)", sentence)
    sentence = re.sub(r"/\S*/(?=bot\.s)", "…/", sentence)
    sentence = re.sub(r"\b[YBWGRP](?:10|[2-9]|H)\b", "#", sentence)
    sentence = re.sub(r"(?<=# )[YBWGRP](?=:)", "~", sentence)
    sentence = re.sub(r"(?<=already at )\d+", "#", sentence)
    return re.sub(r"\b(yellow|blue|white|green|red)\b", "~", sentence)


def illegal(words: str, says: str, turns: tuple[int, int] = (3, 2)) -> Beast:
    """One that plays against the rules."""
    return Beast(words=words, kind=FaultKind.ILLEGAL_TURN, says=f"played {says}", turns=turns)


def malformed(words: str, says: str) -> Beast:
    """One whose reply says no turn."""
    return Beast(words=words, kind=FaultKind.MALFORMED_REPLY, says=f"answered {says}")


def error(words: str, says: str, turns: tuple[int, int] = (3, 2)) -> Beast:
    """One that answers with an error."""
    return Beast(words=words, kind=FaultKind.BOT_ERROR, says=f"answered with gRPC status {says}", turns=turns)


def crashed(words: str, says: str, *, match: int = 1, turns: tuple[int, int] = (3, 2)) -> Beast:
    """One whose process ends."""
    return Beast(words=words, kind=FaultKind.CRASHED, says=f"crashed: {says}", match=match, turns=turns)


def over_tcp(beast: Beast) -> Beast:
    """The same, on a port of 127.0.0.1."""
    return replace(beast, transport="tcp")


def late(words: str) -> Beast:
    """One that is too slow for its 300 ms."""
    return Beast(words=words, kind=FaultKind.TIMEOUT, says="did not answer within 300 ms (… ms)")


def absent(words: str, says: str, *, script: str = "") -> Beast:
    """One that does not start, after it did so in its rehearsal."""
    return Beast(words=f"later {words}", kind=FaultKind.NOT_STARTED, says=says, turns=(0, 0), script=script)


def harmless(words: str, *, substituted: int = 0) -> Beast:
    """One that hurts nobody, not even itself."""
    return Beast(words=words, substituted=substituted)


def patient(beasts: Mapping[str, Beast]) -> dict[str, Beast]:
    """The same bots where the referee plays three turns for each first: those after the first that went wrong."""
    return {
        name: replace(beast, substituted=3, turns=(beast.turns[0] + 6, beast.turns[1] + 6))
        for name, beast in beasts.items()
        if beast.kind in {FaultKind.ILLEGAL_TURN, FaultKind.TIMEOUT}
    }
