"""Deals that anyone can check: seed, commitment, order of the pack (DESIGN section 3).

Everything here follows from the seed and names by SHA-256 and HMAC; only `new_seed` asks the system for chance.
"""

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from referee.rules.cards import Card, pack

SEED_BYTES: Final = 32


@dataclass(frozen=True, kw_only=True, slots=True)
class Pairing:
    """Two bots of one stage that meet in one encounter.

    Attributes:
        stage: number of the stage, from 1.
        a, b: the names; `a` is first in code-point order.
        generation_a, generation_b: how often the bot was replaced, from 1.
        round: `3`, or `3.1`, `3.2` … for the replays of an annulled encounter of round 3.
    """

    stage: int
    a: str
    b: str
    generation_a: int = 1
    generation_b: int = 1
    round: str = "1"

    @property
    def label(self) -> str:
        """The part of a deal id that names the encounter: `1/greedy~1|random~1/3`."""
        return f"{self.stage}/{self.a}~{self.generation_a}|{self.b}~{self.generation_b}/{self.round}"

    def deal_id(self, match: int) -> str:
        """The id of a deal; `match` is 1..3, and 4..6 in the second leg of an encounter that is not mirrored."""
        return f"{self.label}/{match}"


def new_seed() -> bytes:
    """A secret seed of 32 bytes from the operating system."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(seed: bytes) -> str:
    """SHA-256 of the seed's 32 bytes, in hex: published before the first match."""
    return hashlib.sha256(seed).hexdigest()


def deal_key(seed: bytes, public_entropy: str = "") -> bytes:
    """The key of a stage's deals: HMAC-SHA256(seed, public_entropy as UTF-8)."""
    return hmac.digest(seed, public_entropy.encode(), "sha256")


@lru_cache(maxsize=32)  # the second leg of an encounter follows soon, with the same deals
def deal(key: bytes, deal_id: str, colors: int) -> tuple[Card, ...]:
    """The order of the whole pack of 5 or 6 colors.

    Card i of the sorted pack (from 0) goes where HMAC-SHA256(key, "{deal_id}/{i}") puts it, ascending.
    """
    digests = [hmac.digest(key, f"{deal_id}/{i}".encode(), "sha256") for i in range(len(pack(colors)))]
    return tuple(card for _, card in sorted(zip(digests, pack(colors), strict=True)))


def random_seed(key: bytes, pairing: Pairing, *, leg: int, bot: str) -> int:
    """The 64 bits a bot may use for its own dice; another value in each leg and for each of the two bots.

    HMAC-SHA256(key, "random-seed/{pairing}/{leg}/{bot}"), its first 8 bytes, big-endian: a label no deal id can have.
    """
    digest = hmac.digest(key, f"random-seed/{pairing.label}/{leg}/{bot}".encode(), "sha256")
    return int.from_bytes(digest[:8], "big")
