"""All final series of a tournament in little memory, to be asked for by bot.

2026: a page of a bot needs the series of that bot, and a site needs the pages of all: the results file is read once,
and every series is kept packed, in 160 bytes. Refused: to read the file again for each bot, which takes as long as all
the series times all the bots.
"""

import math
from array import array
from collections.abc import Iterable, Iterator
from struct import Struct
from struct import error as StructError  # noqa: N812 - a class, whatever its name
from typing import Final

from referee.play.records import SeriesEnd
from referee.results.rows import SeriesResult

_PACKED: Final = Struct("<qiqib2I2i??b2?2d2qb2q2d2d2qdd")
_ENDS: Final = tuple(SeriesEnd)


class Ledger:
    """Final series in the order they were added.

    Attributes:
        match_count: matches that were begun in series of whole encounters.
    """

    def __init__(self) -> None:
        self.match_count = 0
        self._packed = bytearray()
        self._names: list[str] = []
        self._places: dict[str, int] = {}
        self._series: list[array[int]] = []

    def noting(self, series: Iterable[SeriesResult]) -> Iterator[SeriesResult]:
        """The series as they come, each added."""
        for result in series:
            self.add(result)
            yield result

    def add(self, result: SeriesResult) -> None:
        """Add one; both legs of an encounter follow each other, as the schedule has them.

        Raises:
            ValueError: a value that no results file of ours has.
        """
        number = len(self._packed) // _PACKED.size
        self._packed += self._pack(result)
        for name in (result.a, result.b):
            place = self._places[name]
            self._series[place].append(number)
        self.match_count += result.match_count * result.is_complete

    def of(self, bot: str) -> Iterator[SeriesResult]:
        """The series of a bot, in the order they were added."""
        place = self._places.get(bot)
        if place is not None:
            yield from map(self._unpack, self._series[place])

    def shown_numbers(self) -> Iterator[int]:
        """The numbers of all series of whole encounters, in the order they were added."""
        for number in range(len(self._packed) // _PACKED.size):
            result = self._unpack(number)
            if result.is_complete:
                yield result.number

    def _place(self, name: str) -> int:
        if name not in self._places:
            self._places[name] = len(self._names)
            self._names.append(name)
            self._series.append(array("Q"))
        return self._places[name]

    def _pack(self, one: SeriesResult) -> bytes:
        values = (
            one.number, one.stage, one.round, one.replay, one.leg, self._place(one.a), self._place(one.b),
            one.generation_a, one.generation_b, one.mirrored, one.is_complete, _ENDS.index(one.end),
            one.a in one.losers, one.b in one.losers, *one.points, *one.totals, one.match_count, *one.turn_counts,
            *one.think_sum_ms, *one.think_max_ms, *one.margin_uses, one.lag_ms,
            math.nan if one.luck is None else one.luck,
        )  # fmt: skip
        try:
            return _PACKED.pack(*values)
        except StructError as error:
            raise ValueError(f"series {one.number}: {error}") from error

    def _unpack(self, number: int) -> SeriesResult:
        (series, stage, round_number, replay, leg, place_a, place_b, generation_a, generation_b, mirrored,
         is_complete, end, has_lost_a, has_lost_b, points_a, points_b, total_a, total_b, match_count,
         turns_a, turns_b, sum_a, sum_b, max_a, max_b, uses_a, uses_b, lag_ms,
         luck) = _PACKED.unpack_from(self._packed, number * _PACKED.size)  # fmt: skip
        a, b = self._names[place_a], self._names[place_b]
        return SeriesResult(
            number=series,
            stage=stage,
            round=round_number,
            replay=replay,
            leg=leg,
            a=a,
            b=b,
            generation_a=generation_a,
            generation_b=generation_b,
            mirrored=mirrored,
            is_complete=is_complete,
            end=_ENDS[end],
            losers=tuple(name for name, has_lost in ((a, has_lost_a), (b, has_lost_b)) if has_lost),
            points=(points_a, points_b),
            totals=(total_a, total_b),
            match_count=match_count,
            turn_counts=(turns_a, turns_b),
            think_sum_ms=(sum_a, sum_b),
            think_max_ms=(max_a, max_b),
            margin_uses=(uses_a, uses_b),
            lag_ms=lag_ms,
            luck=None if math.isnan(luck) else luck,
        )
