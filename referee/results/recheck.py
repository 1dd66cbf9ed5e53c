"""A stored series against its deals and the rules: everything in it that follows from something else.

Source: DESIGN sections 2, 3, 7 and 9.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from referee.bots.text import escape_text
from referee.deals import deal
from referee.errors import IllegalTurnError
from referee.luck import match_luck
from referee.play.faults import Place
from referee.play.match import SUBSTITUTED_KINDS
from referee.play.records import Fault, MatchEnd, MatchRecord, SeriesEnd, SeriesRecord
from referee.play.series import first_seat
from referee.results.rows import SeriesRow
from referee.rules.cards import format_card, pack
from referee.rules.notation import format_turn
from referee.rules.scoring import scores
from referee.rules.state import MatchState, deal_match
from referee.rules.turns import DECK, Placement, Turn, apply_turn, legal_turns
from referee.rules.variant import MATCHES_PER_SERIES, Variant
from referee.wire.codec import NOTE_BYTES

LUCK_TOLERANCE: Final = 1e-6
"""In points; sums of floats differ in their last places from one machine to another."""

_SHOWN_LIMIT: Final = 1000  # characters: two deals of six colors and more


@dataclass(frozen=True, kw_only=True, slots=True)
class Difference:
    """Something stored that is not what it has to be.

    Attributes:
        series, match, turn: where; None where it is of something larger.
        text: what is different; shows no cards.
        shown: the values, expected and got, as they are stored; "" for none, or where they may not be shown yet.
    """

    text: str
    series: int | None = None
    match: int | None = None
    turn: int | None = None
    shown: str = ""

    def __str__(self) -> str:
        numbers = (("series", self.series), ("match", self.match), ("turn", self.turn))
        place = ", ".join(f"{word} {number}" for word, number in numbers if number is not None)
        text = f"{place}: {self.text}" if place else self.text
        return f"{text}: {escape_text(self.shown, _SHOWN_LIMIT)}" if self.shown else text


@dataclass(frozen=True, kw_only=True, slots=True)
class Basis:
    """What a series is checked against.

    Attributes:
        row: what was planned.
        variant: the rules.
        has_luck: whether luck is that of the luck model we know.
        strikes: turns the referee may have played for a bot in the series.
        key: of the deals; None where the seed is not known: then only the pack is checked.
    """

    row: SeriesRow
    variant: Variant
    has_luck: bool
    strikes: int
    key: bytes | None


def check_series(basis: Basis, record: SeriesRecord) -> Iterator[Difference]:
    """Everything that is wrong with one series, in the order of its matches and turns."""
    yield from _check_course(record)
    yield from _check_strikes(basis, record)
    for match in record.matches:
        yield from _MatchCheck(basis, record, match).differences()


def _check_course(record: SeriesRecord) -> Iterator[Difference]:
    """Whether the matches are those that the end of the series asks for."""
    numbers = [match.number for match in record.matches]
    ends = [match.end for match in record.matches]
    if numbers != list(range(1, len(numbers) + 1)) or not _is_possible(ends, record.end):
        text = f"the matches are not those of a series that ended by {record.end}: one is missing, or ended otherwise"
        yield Difference(series=record.number, text=text, shown=f"got {[*zip(numbers, map(str, ends), strict=True)]}")
    at_fault = tuple(fault.bot for match in record.matches for fault in match.faults)
    if record.losers != at_fault if record.end is not SeriesEnd.WITHDRAWN else not record.losers:
        yield Difference(series=record.number, text="the losers are not those at fault")


def _is_possible(matches: list[MatchEnd], end: SeriesEnd) -> bool:
    """Whether matches that ended so make a series that ended so."""
    if end is SeriesEnd.WITHDRAWN:
        return not matches
    last = MatchEnd.DECK_EMPTY if end is SeriesEnd.PLAYED else MatchEnd.FORFEIT
    enough = {MATCHES_PER_SERIES} if end is SeriesEnd.PLAYED else range(1, MATCHES_PER_SERIES + 1)
    return len(matches) in enough and matches == [MatchEnd.DECK_EMPTY] * (len(matches) - 1) + [last]


def _check_strikes(basis: Basis, record: SeriesRecord) -> Iterator[Difference]:
    strikes = Counter(fault.bot for match in record.matches for fault in match.substituted)
    for bot, count in strikes.items():
        if count > basis.strikes:
            text = f"the referee played {count} turns for {bot}, expected at most {basis.strikes}"
            yield Difference(series=record.number, text=text)


class _MatchCheck:
    """One match, replayed."""

    def __init__(self, basis: Basis, record: SeriesRecord, match: MatchRecord) -> None:
        self._basis = basis
        self._record = record
        self._match = match

    def differences(self) -> Iterator[Difference]:
        """Everything that is wrong with it."""
        yield from self._check_seats()
        yield from self._check_deal()
        if sorted(self._match.deal.cards) == list(pack(self._basis.variant.colors)):
            yield from self._replay()
        yield from self._check_times()
        yield from self._check_notes()

    def _difference(self, text: str, *, turn: int | None = None, shown: str = "") -> Difference:
        return Difference(series=self._record.number, match=self._match.number, turn=turn, text=text, shown=shown)

    def _check_seats(self) -> Iterator[Difference]:
        starter = first_seat(leg=self._record.leg, match=self._match.number)
        expected = (self._record.bots[starter], self._record.bots[1 - starter])
        if self._match.bots != expected:
            yield self._difference(f"{expected[0]} has to start, got {self._match.bots[0]}")

    def _check_deal(self) -> Iterator[Difference]:
        stored, deal_id = self._match.deal, self._basis.row.deal_id(self._match.number)
        if stored.deal_id != deal_id:
            yield self._difference("the deal has another id", shown=f"expected {deal_id}, got {stored.deal_id}")
        if self._basis.key is None:
            if sorted(stored.cards) != list(pack(self._basis.variant.colors)):
                yield self._difference("the deal is no whole pack")
            return
        expected = deal(self._basis.key, deal_id, self._basis.variant.colors)
        if stored.cards != expected:
            shown = f"expected {_cards(expected)}, got {_cards(stored.cards)}"
            yield self._difference("the deal does not follow from the seed", shown=shown)

    def _replay(self) -> Iterator[Difference]:
        """Play all turns again, then look at the end and the boards."""
        match = self._match
        state = deal_match(match.deal.cards, self._basis.variant)
        substituted = {fault.turn: fault for fault in match.substituted}
        for number, turn in enumerate(match.turns, 1):
            if number in substituted:
                yield from self._check_substituted(state, substituted[number], turn)
            try:
                apply_turn(state, turn)
            except IllegalTurnError as error:
                shown = f"{format_turn(turn)}: {error.reason}"
                yield self._difference("the rules forbid what was played", turn=number, shown=shown)
                return
        for number in substituted.keys() - range(1, len(match.turns) + 1):
            yield self._difference("the referee played a turn that is not there", turn=number)
        yield from self._check_end(state)
        if match.scores != scores(state):
            shown = f"expected {scores(state)}, got {match.scores}"
            yield self._difference("the scores are not those of the boards", shown=shown)
        if self._basis.has_luck:
            yield from self._check_luck()

    def _check_luck(self) -> Iterator[Difference]:
        match, expected = self._match, None
        if match.end is MatchEnd.DECK_EMPTY:
            expected = match_luck(match.deal.cards, match.turns, self._basis.variant).total
        if (match.luck is None) != (expected is None) or abs((match.luck or 0) - (expected or 0)) > LUCK_TOLERANCE:
            yield self._difference("the luck is not that of the draws", shown=f"expected {expected}, got {match.luck}")

    def _check_substituted(self, state: MatchState, fault: Fault, turn: Turn) -> Iterator[Difference]:
        yield from self._check_fault(state, fault)
        if fault.kind not in SUBSTITUTED_KINDS:
            yield self._difference(f"the referee does not play for a bot that is {fault.kind}", turn=fault.turn)
        expected = Turn(state.hands[state.seat][0], Placement.DISCARD, DECK)
        if turn != expected:
            shown = f"expected {format_turn(expected)}, got {format_turn(turn)}"
            yield self._difference("the referee plays another turn than this", turn=fault.turn, shown=shown)

    def _check_end(self, state: MatchState) -> Iterator[Difference]:
        match = self._match
        if match.end is MatchEnd.DECK_EMPTY:
            if match.faults or not state.is_over:
                yield self._difference("ended by the empty deck, but there is a fault or the deck is not empty")
            return
        if not match.faults or state.is_over:
            yield self._difference("ended by a forfeit, but there is no fault or the deck is empty")
        for fault in match.faults:
            yield from self._check_fault(state, fault)

    def _check_fault(self, state: MatchState, fault: Fault) -> Iterator[Difference]:
        """Whether a fault stands where the match stands, and its evidence belongs there."""
        seat = state.seat if fault.turn else fault.seat
        place = Place(match=self._match.number, turn=fault.turn, bot=self._match.bots[seat], seat=seat)
        is_here = fault.turn == state.turn_number if fault.turn else state.turn_number == self._match.number == 1
        if not is_here or (fault.match, fault.bot, fault.seat) != (place.match, place.bot, seat):
            yield self._difference(f"the fault of {fault.bot} does not belong here", turn=fault.turn)
        if not fault.detail.startswith(f"{place} "):
            yield self._difference("the fault's sentence tells another place", turn=fault.turn, shown=fault.detail)
        if not fault.turn and fault.elapsed_ms is not None:
            yield self._difference("a fault before the first turn has no time", turn=fault.turn)
        legal = tuple(map(format_turn, legal_turns(state))) if fault.turn else ()
        if fault.evidence.legal != legal:
            yield self._difference("the fault's legal choices are not those of the match", turn=fault.turn)

    def _check_times(self) -> Iterator[Difference]:
        match = self._match
        expected = len(match.turns) + sum(fault.turn > 0 for fault in match.faults)
        if len(match.think_ms) != expected:
            yield self._difference(f"expected {expected} think times, got {len(match.think_ms)}")
            return
        for number, elapsed_ms in enumerate(match.think_ms, 1):
            if not elapsed_ms >= 0:
                yield self._difference(f"a think time of {elapsed_ms} ms", turn=number)
        for fault in (*match.substituted, *match.faults):
            if 0 < fault.turn <= expected and match.think_ms[fault.turn - 1] != round(fault.elapsed_ms or 0.0, 2):
                yield self._difference("the think time is not that of the fault", turn=fault.turn)

    def _check_notes(self) -> Iterator[Difference]:
        for turn, note in self._match.notes.items():
            if not 0 < turn <= len(self._match.turns):
                yield self._difference("a note to a turn that is not there", turn=turn)
            if len(note.encode("utf-8", "surrogatepass")) > NOTE_BYTES:
                yield self._difference(f"a note of more than {NOTE_BYTES} bytes", turn=turn)


def _cards(cards: Sequence[int]) -> str:
    return " ".join(map(format_card, cards))
