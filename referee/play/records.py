"""What is known of a series for good: enough to replay every turn, and all evidence of a fault."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from referee.errors import FaultKind
from referee.rules.cards import Card
from referee.rules.state import Seat
from referee.rules.turns import Turn


class MatchEnd(StrEnum):
    """Why a match ended; who won is another question."""

    DECK_EMPTY = "deck-empty"
    FORFEIT = "forfeit"


class SeriesEnd(StrEnum):
    """Why a series ended; who won is another question."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, kw_only=True, slots=True)
class Evidence:
    """What proves a fault.

    Attributes:
        request: the bytes of the request, with the view as it was sent; b"" where nothing was asked.
        reply: the bytes of the answer, cut at 64 KiB; None without one.
        legal: every legal turn, as text.
        limit_ms: the time the bot had, in milliseconds; None outside a call.
        exit_status: exit code of its process, negative for a signal; None while it lives or is remote.
        log_tail: the last lines it wrote, as they came.
        lag_ms: the referee's own delay around the call, in milliseconds; None outside a call.
    """

    request: bytes = b""
    reply: bytes | None = None
    legal: tuple[str, ...] = ()
    limit_ms: float | None = None
    exit_status: int | None = None
    log_tail: str = ""
    lag_ms: float | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Fault:
    """One fault of one bot.

    Attributes:
        bot: its name.
        seat: where it sat in the match.
        kind: DESIGN section 7.
        match: number of the match, 1..3.
        turn: number of the turn, from 1; 0 before the first.
        detail: the whole sentence.
        elapsed_ms: of the call, in milliseconds; None at turn 0.
        evidence: what proves it.
    """

    bot: str
    seat: Seat
    kind: FaultKind
    match: int
    turn: int
    detail: str
    elapsed_ms: float | None
    evidence: Evidence = field(default_factory=Evidence)

    @property
    def reason(self) -> str:
        """The sentence without its place: what the bot did."""
        return self.detail.partition(f"({self.seat.label}) ")[2]


@dataclass(frozen=True, kw_only=True, slots=True)
class Deal:
    """A deal and the id it follows from."""

    deal_id: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class MatchRecord:
    """One match.

    Attributes:
        number: 1..3 in its series.
        bots: names of `first` and `second`.
        deal: all the chance in it.
        turns: in order; a faulted turn is not among them.
        think_ms: one for each turn in milliseconds, then a faulted turn's.
        notes: by turn number, as the bot wrote them (cut, not escaped).
        substituted: faults whose turns the referee played.
        end: why it ended.
        faults: what ended it; empty at `deck-empty`.
        scores: of `first` and `second`: the boards as they stand.
        luck: of `first`, in points, by the luck model; None after a forfeit.
        margin_uses: by seat, turns that used the margin.
        lag_ms: the referee's largest own delay in a turn, in milliseconds.
    """

    number: int
    bots: tuple[str, str]
    deal: Deal
    turns: tuple[Turn, ...]
    think_ms: tuple[float, ...]
    notes: Mapping[int, str]
    substituted: tuple[Fault, ...] = ()
    end: MatchEnd
    faults: tuple[Fault, ...] = ()
    scores: tuple[int, int]
    luck: float | None = None
    margin_uses: tuple[int, int] = (0, 0)
    lag_ms: float = 0.0

    def score_of(self, bot: str) -> int:
        """The points of a bot by its name."""
        return self.scores[self.bots.index(bot)]


@dataclass(frozen=True, kw_only=True, slots=True)
class SeriesRecord:
    """One series, final.

    Attributes:
        number: of the planned series.
        bots: A and B: names, in code-point order.
        leg: 1 or 2.
        matches: those that were begun, in order; one without turns if a bot did not start; none if withdrawn.
        end: why it ended.
        losers: bots that lost it by fault or withdrawal: none, one, or both.
        started_utc, finished_utc: ISO 8601, UTC, to the millisecond.
    """

    number: int
    bots: tuple[str, str]
    leg: int
    matches: tuple[MatchRecord, ...]
    end: SeriesEnd
    losers: tuple[str, ...] = ()
    started_utc: str
    finished_utc: str

    @property
    def totals(self) -> tuple[int, int]:
        """Points of A and B over the matches, the boards as they stand."""
        a, b = self.bots
        return sum(m.score_of(a) for m in self.matches), sum(m.score_of(b) for m in self.matches)

    @property
    def points(self) -> tuple[float, float]:
        """League points of A and B: 1, ½ or 0; both 0 when both were at fault."""
        a, b = self.bots
        if self.losers:
            return float(a not in self.losers), float(b not in self.losers)
        total_a, total_b = self.totals
        if total_a == total_b:
            return 0.5, 0.5
        return float(total_a > total_b), float(total_b > total_a)
