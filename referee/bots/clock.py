"""Thinking time: what a tournament allows, and what one seat of one match has left (DESIGN section 7)."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class ClockSettings:
    """The limits of a tournament, all in milliseconds.

    Attributes:
        turn_ms: for each turn; 0 is not limited (then bank_ms is).
        bank_ms: for all turns of a match together; 0 is no bank.
        increment_ms: given back to the bank after each turn.
        margin_ms: tolerated beyond a limit and reported; never refills a bank, never told to a bot.
        startup_ms: from the start of a process to its first answer.
        notify_ms: for StartSeries, FinishMatch and FinishSeries each.
    """

    turn_ms: int = 1000
    bank_ms: int = 30_000
    increment_ms: int = 0
    margin_ms: int = 20
    startup_ms: int = 10_000
    notify_ms: int = 1000


class SeatClock:
    """The time one seat has left in one match. The wall clock is read elsewhere: this only adds up.

    Attributes:
        limit_ms: what the next turn may take, in milliseconds, at least 0: the smaller of turn limit and bank.
        bank_left_ms: what the bank holds, in milliseconds, at least 0; None without a bank.
        last_charged_ms: what the last turn took, in milliseconds; 0 before there was one.
        margin_uses: turns that were late and still within the margin.
    """

    def __init__(self, settings: ClockSettings) -> None:
        self.bank_left_ms: float | None = settings.bank_ms or None
        self.last_charged_ms = 0.0
        self.margin_uses = 0
        self._settings = settings
        self.limit_ms = self._limit_ms()

    def charge(self, elapsed_ms: float) -> None:
        """Book a turn: bank = max(0, bank − elapsed) + increment; count it if it used the margin."""
        if self.limit_ms < elapsed_ms <= self.limit_ms + self._settings.margin_ms:
            self.margin_uses += 1
        self.last_charged_ms = elapsed_ms
        if self.bank_left_ms is not None:
            self.bank_left_ms = max(0.0, self.bank_left_ms - elapsed_ms) + self._settings.increment_ms
            self.limit_ms = self._limit_ms()

    def _limit_ms(self) -> float:
        turn_ms, bank_ms = self._settings.turn_ms, self.bank_left_ms
        return turn_ms if bank_ms is None else min(turn_ms or bank_ms, bank_ms)
