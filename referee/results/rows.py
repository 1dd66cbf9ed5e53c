"""What a results file tells, as frozen records. The schema stands in `schema`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.deals import Pairing
from referee.errors import FaultKind
from referee.play.records import SeriesEnd
from referee.rules.variant import MATCHES_PER_SERIES


@dataclass(frozen=True, kw_only=True, slots=True)
class TournamentHeader:
    """What holds for a tournament as a whole.

    Attributes:
        name: what it is called.
        config: the TOML's tables with defaults, without the seed, JSON-ready (DESIGN section 14).
        referee_version, protocol_version: what the tournament was begun with.
        luck_model: name of the model of luck, or None where luck is not computed.
        isolation: level and protections of the bots' boxes, JSON-ready.
        created_utc: ISO 8601, UTC, to the millisecond; "" for now.
    """

    name: str
    config: Mapping[str, Any]
    referee_version: str
    protocol_version: str
    luck_model: str | None = None
    isolation: Mapping[str, Any] = field(default_factory=dict)
    created_utc: str = ""

    def is_remote(self, bot: str) -> bool | None:
        """Whether a bot runs elsewhere and is dialled; None of one that the TOML does not name any more."""
        return next(("address" in one for one in self.config.get("bot", []) if one["name"] == bot), None)


@dataclass(frozen=True, kw_only=True, slots=True)
class StoredBot:
    """One generation of one bot.

    Attributes:
        name: as in the TOML.
        generation: from 1; one more each time the bot was replaced and its series are played again.
        fingerprint: of its files and its command, in hex.
        command: how it is started, or the address it is dialled at.
        position: place in the TOML, from 0.
        withdrawn: whether it is asked no more, after too many faults.
        reinstated: the first round whose faults count against it; 0 where all do.
        removed: whether the TOML no longer names it; its results stay.
    """

    name: str
    generation: int = 1
    fingerprint: str
    command: str
    position: int
    withdrawn: bool = False
    reinstated: int = 0
    removed: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Stage:
    """Part of a tournament under one seed.

    Attributes:
        number: from 1.
        commitment: SHA-256 of the seed, in hex.
        public_entropy: text mixed into the seed; "" for none.
        seed: 32 bytes, once it is published; None before.
    """

    number: int
    commitment: str
    public_entropy: str = ""
    seed: bytes | None = field(default=None, repr=False)


@dataclass(frozen=True, kw_only=True, slots=True)
class WantedEncounter:
    """One encounter that the TOML asks for.

    Attributes:
        round: from 1.
        day, pairing: place in the round's order, from 1.
        a, b: names; `a` is first in code-point order.
        mirrored: whether both legs play the same deals.
    """

    round: int
    day: int
    pairing: int
    a: str
    b: str
    mirrored: bool = True


def round_text(number: int, replay: int) -> str:
    """A round as deal ids have it: `3`, or `3.1` for the first replay of an encounter."""
    return f"{number}.{replay}" if replay else str(number)


@dataclass(frozen=True, kw_only=True, slots=True)
class SeriesRow:
    """One planned series: one leg of one encounter.

    Attributes:
        number: order of planning, from 1, never changed; None before it is stored.
        stage: number of the stage whose seed deals the cards.
        round: from 1.
        replay: 0, or 1, 2 … where an annulled encounter is played again.
        day, pairing: place in the round's order, from 1.
        leg: 1 or 2.
        a, b: names; `a` is first in code-point order.
        generation_a, generation_b: of the bots, from 1.
        mirrored: whether both legs of the encounter play the same deals.
    """

    number: int | None = None
    stage: int
    round: int
    replay: int = 0
    day: int
    pairing: int
    leg: int
    a: str
    b: str
    generation_a: int = 1
    generation_b: int = 1
    mirrored: bool = True

    @property
    def round_text(self) -> str:
        """The round as deal ids have it: `3`, or `3.1` for the first replay."""
        return round_text(self.round, self.replay)

    @property
    def encounter(self) -> Pairing:
        """What the deals of both legs are derived from."""
        return Pairing(
            stage=self.stage,
            a=self.a,
            b=self.b,
            generation_a=self.generation_a,
            generation_b=self.generation_b,
            round=self.round_text,
        )

    def deal_id(self, match: int) -> str:
        """The id of the deal of a match, 1..3; leg 2 has deals of its own, 4..6, where it is not mirrored."""
        is_own = self.leg == 2 and not self.mirrored
        return self.encounter.deal_id(match + MATCHES_PER_SERIES if is_own else match)


@dataclass(frozen=True, kw_only=True, slots=True)
class SeriesResult:
    """A final series without its turns: all that tables need. Pairs are of A and B.

    Attributes:
        number, stage, round, replay, leg, a, b, generation_a, generation_b, mirrored: as in SeriesRow.
        is_complete: whether the other leg is final too.
        end: why it ended.
        losers: bots that lost it by fault or withdrawal: none, one, or both.
        points: league points: 1, ½ or 0; both 0 when both were at fault.
        totals: points over the matches, the boards as they stand.
        match_count: matches that were begun, 0..3.
        turn_counts: turns asked of each bot, a faulted one included.
        think_sum_ms, think_max_ms: over these turns, in milliseconds; 0 without a turn.
        margin_uses: turns that used the margin.
        lag_ms: the referee's largest own delay, in milliseconds.
        luck: of A over the matches, in points; None where it is not known.
    """

    number: int
    stage: int
    round: int
    replay: int
    leg: int
    a: str
    b: str
    generation_a: int
    generation_b: int
    mirrored: bool
    is_complete: bool
    end: SeriesEnd
    losers: tuple[str, ...]
    points: tuple[float, float]
    totals: tuple[int, int]
    match_count: int
    turn_counts: tuple[int, int]
    think_sum_ms: tuple[float, float]
    think_max_ms: tuple[float, float]
    margin_uses: tuple[int, int]
    lag_ms: float
    luck: float | None


@dataclass(frozen=True, kw_only=True, slots=True)
class FaultSummary:
    """One fault, as far as it may be shown.

    Attributes:
        series: number of the series.
        bot: its name.
        kind: DESIGN section 7.
        substituted: whether the referee played that turn, and the match went on.
        match, turn, detail: place and sentence; None until both legs of the encounter are final.
    """

    series: int
    bot: str
    kind: FaultKind
    substituted: bool
    match: int | None
    turn: int | None
    detail: str | None
