"""One match: ask, check, apply, until the deck is empty or a fault ends it."""

from collections.abc import Callable
from dataclasses import dataclass, field

from referee.bots.clock import ClockSettings, SeatClock
from referee.errors import BotFaultError, FaultKind, IllegalTurnError
from referee.play.faults import Place, PlayedIllegallyError, Question, describe_fault
from referee.play.player import Choice, Player
from referee.play.records import Deal, Fault, MatchEnd, MatchRecord
from referee.rules.cards import Card
from referee.rules.notation import format_turn
from referee.rules.scoring import scores
from referee.rules.state import MatchState, Seat, deal_match
from referee.rules.turns import DECK, Placement, Turn, apply_turn, legal_turns
from referee.rules.variant import Variant
from referee.view import build_view
from referee.wire.take_turn import TurnRequests

SUBSTITUTED_KINDS = frozenset({FaultKind.TIMEOUT, FaultKind.ILLEGAL_TURN})


@dataclass(kw_only=True, slots=True)
class MatchInPlay:
    """A match that is being played.

    Attributes:
        number: 1..3 in its series.
        deal: its cards.
        players: by seat.
        variant: the rules.
        clock: the limits.
        points: finished matches of the series, by the seats of this match.
        watch: called with the match after the deal and after each turn.
        last_drawn: the card that the last turn brought; None before the first.
    """

    number: int
    deal: Deal
    players: tuple[Player, Player]
    variant: Variant
    clock: ClockSettings
    points: tuple[int, int] = (0, 0)
    watch: "Callable[[MatchInPlay], None] | None" = None
    last_drawn: Card | None = None
    state: MatchState = field(init=False)
    clocks: tuple[SeatClock, SeatClock] = field(init=False)
    requests: tuple[TurnRequests, TurnRequests] = field(init=False)
    turns: list[Turn] = field(default_factory=list)
    think_ms: list[float] = field(default_factory=list)
    notes: dict[int, str] = field(default_factory=dict)
    substituted: list[Fault] = field(default_factory=list)
    lag_ms: float = 0.0
    was_substituted: list[bool] = field(default_factory=lambda: [False, False])

    def __post_init__(self) -> None:
        self.state = deal_match(self.deal.cards, self.variant)
        self.clocks = (SeatClock(self.clock), SeatClock(self.clock))
        first, second = (TurnRequests(player.series_id, self.number, self.variant) for player in self.players)
        self.requests = (first, second)

    def play(self) -> MatchRecord:
        """Play to the end.

        Returns:
            The record; a bot's fault is in it, not raised.
        """
        self._show()
        while not self.state.is_over:
            fault = self.play_turn()
            if fault is not None:
                return self.record(fault)
            self._show()
        return self.record()

    def play_turn(self) -> Fault | None:
        """Ask for one turn and apply it; the fault that ends the match, or None."""
        player, limit_ms = self.players[self.state.seat], self.clocks[self.state.seat].limit_ms
        request = self._request(player)
        try:
            choice = player.take_turn(request, limit_ms=limit_ms)
            self.lag_ms = max(self.lag_ms, choice.answer.lag_ms)
            self._apply_choice(player, choice, limit_ms)
        except BotFaultError as error:
            return self._handle_fault(player, request, error)
        return None

    def record(self, *faults: Fault) -> MatchRecord:
        """The match as it stands, ended by the faults or, without any, by the empty deck; its luck is not known yet."""
        first, second = self.players
        return MatchRecord(
            number=self.number,
            bots=(first.name, second.name),
            deal=self.deal,
            turns=tuple(self.turns),
            think_ms=tuple(self.think_ms),
            notes=self.notes,
            substituted=tuple(self.substituted),
            end=MatchEnd.FORFEIT if faults else MatchEnd.DECK_EMPTY,
            faults=faults,
            scores=scores(self.state),
            margin_uses=(self.clocks[0].margin_uses, self.clocks[1].margin_uses),
            lag_ms=round(self.lag_ms, 2),
        )

    def _apply_choice(self, player: Player, choice: Choice, limit_ms: float) -> None:
        turn_number = self.state.turn_number
        try:
            self._apply(choice.turn, choice.answer.elapsed_ms, substituted=False)
        except IllegalTurnError as error:
            symptoms = player.symptoms(choice.answer, limit_ms=limit_ms)
            raise PlayedIllegallyError(choice.turn, error, symptoms) from None
        if choice.note:
            self.notes[turn_number] = choice.note

    def _handle_fault(self, player: Player, request: bytes, error: BotFaultError) -> Fault | None:
        """Play for the bot while it has strikes left (None); else the fault that ends the match."""
        seat, elapsed_ms = self.state.seat, error.symptoms.elapsed_ms or 0.0
        question = Question(request=request, legal=tuple(map(format_turn, legal_turns(self.state))))
        place = Place(match=self.number, turn=self.state.turn_number, bot=player.name, seat=seat)
        fault = describe_fault(place, error, question)
        self.lag_ms = max(self.lag_ms, error.symptoms.lag_ms or 0.0)
        player.is_spent = True
        if fault.kind not in SUBSTITUTED_KINDS or not player.strikes_left:
            self._charge(seat, elapsed_ms)
            return fault
        player.strikes_left -= 1
        self.substituted.append(fault)
        self._apply(Turn(self.state.hands[seat][0], Placement.DISCARD, DECK), elapsed_ms, substituted=True)
        return None

    def _apply(self, turn: Turn, elapsed_ms: float, *, substituted: bool) -> None:
        seat = self.state.seat
        self.last_drawn = apply_turn(self.state, turn)
        self.turns.append(turn)
        self.was_substituted[seat] = substituted
        self._charge(seat, elapsed_ms)

    def _charge(self, seat: Seat, elapsed_ms: float) -> None:
        self.clocks[seat].charge(elapsed_ms)
        self.think_ms.append(round(elapsed_ms, 2))

    def _show(self) -> None:
        if self.watch is not None:
            self.watch(self)

    def _request(self, player: Player) -> bytes:
        state, seat = self.state, self.state.seat
        clock = self.clocks[seat]
        bank_left_ms = clock.bank_left_ms
        return self.requests[seat].encode(
            build_view(state, seat, points=self.points, substituted=self.was_substituted[seat]),
            turn_number=state.turn_number,
            time_left_ms=int(clock.limit_ms),
            bank_left_ms=None if bank_left_ms is None else int(bank_left_ms),
            last_turn_charged_ms=round(clock.last_charged_ms),
            strikes_left=player.strikes_left,
        )
