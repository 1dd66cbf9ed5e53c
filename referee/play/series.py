"""One series: three matches between two bots, their scores added, unless a fault ends it."""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import chain

from referee.bots.clock import ClockSettings
from referee.errors import BotFaultError
from referee.luck import match_luck
from referee.play.faults import Place, Question, describe_fault
from referee.play.match import MatchInPlay
from referee.play.player import Callee, Player
from referee.play.records import Deal, Fault, MatchEnd, MatchRecord, SeriesEnd, SeriesRecord
from referee.rules.state import SEATS, Seat
from referee.rules.variant import MATCHES_PER_SERIES, Variant
from referee.wire.codec import FinishMatch, FinishSeries, StartSeries


@dataclass(frozen=True, kw_only=True, slots=True)
class PlaySettings:
    """What holds in every series of a tournament.

    Attributes:
        variant: the rules.
        clock: the limits.
        strikes: turns the referee plays for a bot in a series after timeouts and illegal turns; 0 under
            `forfeit-series`.
        reveal_opponent: whether bots are told whom they meet.
        memory_mb, cpu_cores: what a bot is told of its box; 0 is not limited.
    """

    variant: Variant
    clock: ClockSettings
    strikes: int = 0
    reveal_opponent: bool = False
    memory_mb: int = 0
    cpu_cores: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class SeriesPlan:
    """One series to be played.

    Attributes:
        number: of the planned series.
        bots: names of A and B, in code-point order.
        leg: 1 or 2.
        deals: one a match.
        random_seeds: for the dice of A and B.
        forgives_stalls: whether a stall of this machine makes it void; else it is taken as it comes.
    """

    number: int
    bots: tuple[str, str]
    leg: int
    deals: tuple[Deal, ...]
    random_seeds: tuple[int, int]
    forgives_stalls: bool = True


def first_seat(*, leg: int, match: int) -> int:
    """Who moves first: 0 for A, 1 for B. A in matches 1 and 3 of leg 1, B in match 2; in leg 2 the other way round."""
    return (leg + match) % 2


class SeriesInPlay:
    """A series that is being played.

    Args:
        plan: which series.
        callees: what answers for A and for B.
        settings: what holds in every series.
        watch: called with a match after its deal and after each turn.

    Attributes:
        players: A and B; after `play` they say whether their instances are spent.
    """

    def __init__(
        self,
        plan: SeriesPlan,
        callees: tuple[Callee, Callee],
        settings: PlaySettings,
        *,
        watch: Callable[[MatchInPlay], None] | None = None,
    ) -> None:
        self._watch = watch
        self._plan = plan
        self._settings = settings
        self._matches: list[MatchRecord] = []
        a, b = (
            Player(name, callee, self._announcement(index), settings.clock, forgives_stalls=plan.forgives_stalls)
            for index, (name, callee) in enumerate(zip(plan.bots, callees, strict=True))
        )
        self.players = (a, b)

    def play(self) -> SeriesRecord:
        """Play to the end.

        Returns:
            The record; faults of bots are in it, not raised.
        """
        started, started_s = datetime.now(UTC), time.monotonic()
        faults = [fault for fault in map(self._start, self.players) if fault is not None]
        if faults:
            self._matches.append(self._begin(1).record(*faults))
        else:
            self._play_matches()
        # Not the time it is now: the machine's clock may have been set meanwhile.
        record = self._record(started, started + timedelta(seconds=time.monotonic() - started_s))
        self._finish(record)
        return record

    def rehearse(self) -> Fault | None:
        """Start A and ask it for the first turn; its fault, or None. B is not asked anything."""
        fault = self._start(self.players[0])
        return fault or self._begin(1).play_turn()

    def _announcement(self, index: int) -> StartSeries:
        settings, clock = self._settings, self._settings.clock
        return StartSeries(
            series_id=secrets.token_hex(8),
            variant=settings.variant,
            turn_ms=clock.turn_ms,
            bank_ms=clock.bank_ms,
            increment_ms=clock.increment_ms,
            memory_mb=settings.memory_mb,
            cpu_cores=settings.cpu_cores,
            random_seed=self._plan.random_seeds[index],
            opponent_name=self._plan.bots[1 - index] if settings.reveal_opponent else None,
            strikes=settings.strikes,
        )

    def _start(self, player: Player) -> Fault | None:
        try:
            player.start_series()
        except BotFaultError as error:
            first = self.players[first_seat(leg=self._plan.leg, match=1)]
            seat = Seat.FIRST if player is first else Seat.SECOND
            place = Place(match=1, turn=0, bot=player.name, seat=seat)
            return describe_fault(place, error, Question())
        return None

    def _play_matches(self) -> None:
        for number in range(1, MATCHES_PER_SERIES + 1):
            match = self._begin(number)
            record = match.play()
            self._matches.append(record)
            self._finish_match(match, record)
            if record.end is MatchEnd.FORFEIT:
                return

    def _begin(self, number: int) -> MatchInPlay:
        starter = first_seat(leg=self._plan.leg, match=number)
        first, second = self.players[starter], self.players[1 - starter]
        points = tuple(sum(m.score_of(player.name) for m in self._matches) for player in (first, second))
        return MatchInPlay(
            number=number,
            deal=self._plan.deals[number - 1],
            players=(first, second),
            variant=self._settings.variant,
            clock=self._settings.clock,
            points=(points[0], points[1]),
            watch=self._watch,
        )

    def _finish_match(self, match: MatchInPlay, record: MatchRecord) -> None:
        boards = [tuple(chain.from_iterable(columns)) for columns in match.state.expeditions]
        for seat in SEATS:
            player = match.players[seat]
            player.finish_match(
                FinishMatch(
                    series_id=player.series_id,
                    match_number=match.number,
                    is_forfeit=record.end is MatchEnd.FORFEIT,
                    my_score=record.scores[seat],
                    opponent_score=record.scores[seat.other],
                    my_expeditions=boards[seat],
                    opponent_expeditions=boards[seat.other],
                )
            )

    def _record(self, started: datetime, finished: datetime) -> SeriesRecord:
        losers = tuple(fault.bot for fault in self._matches[-1].faults)
        return SeriesRecord(
            number=self._plan.number,
            bots=self._plan.bots,
            leg=self._plan.leg,
            matches=tuple(map(self._with_luck, self._matches)),
            end=SeriesEnd.FORFEIT if losers else SeriesEnd.PLAYED,
            losers=losers,
            started_utc=_utc(started),
            finished_utc=_utc(finished),
        )

    def _with_luck(self, match: MatchRecord) -> MatchRecord:
        """A match with its luck. Measured: three in a row take 40 % less time than one between two."""
        if match.faults:
            return match
        return replace(match, luck=match_luck(match.deal.cards, match.turns, self._settings.variant).total)

    def _finish(self, record: SeriesRecord) -> None:
        # If both did not start they are both deaf: nobody is told of a double loss.
        faults = {fault.bot: fault.detail for fault in self._matches[-1].faults}
        for index, player in enumerate(self.players):
            mine, theirs = record.points[index], record.points[1 - index]
            player.finish_series(
                FinishSeries(
                    series_id=player.series_id,
                    outcome=(mine > theirs) - (mine < theirs),
                    my_points=record.totals[index],
                    opponent_points=record.totals[1 - index],
                    fault=faults.get(player.name, ""),
                )
            )


def utc_now() -> str:
    """The time in UTC, ISO 8601 to the millisecond, as in records: `2026-11-29T19:45:52.123Z`."""
    return _utc(datetime.now(UTC))


def _utc(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
