"""League points and places (DESIGN section 10, order and ties)."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from referee.ratings.tally import BotTally, Tally

OWN_FAULTS_LIMIT: Final = 0.05
"""A bot whose own faults left out more than this share of its encounters has no average."""

Key = tuple[Fraction, float, int, bool, Fraction]
"""Points or %, points in the mini-table, minus series lost by own fault, whether any were played out, mean margin."""


@dataclass(frozen=True, kw_only=True, slots=True)
class LeagueRow:
    """One bot in the order of the league.

    Attributes:
        place: from 1; bots that nothing separates share the better one; None for a bot without a series.
        name: of the bot.
        tally: its sums.
        is_faulty: whether its own faults left out more than 5 % of its encounters: it has no average then.
    """

    place: int | None
    name: str
    tally: BotTally
    is_faulty: bool

    @property
    def share(self) -> float | None:
        """Points a series, 0..1; None without a series."""
        count = self.tally.series_count
        return self.tally.points / count if count else None

    @property
    def average_score(self) -> float | None:
        """Points a match, over whole encounters without a forfeit.

        None: there is none, or its own faults left out more than 5 % of its encounters.
        """
        if not self.tally.match_count or self.is_faulty:
            return None
        return self.tally.score_sum / self.tally.match_count

    @property
    def think_mean_ms(self) -> float | None:
        """Milliseconds a turn, over all turns it was asked for; None without a turn."""
        return self.tally.think_sum_ms / self.tally.turn_count if self.tally.turn_count else None

    @property
    def think_max_ms(self) -> float | None:
        """The longest turn, in milliseconds; None without a turn."""
        return self.tally.think_max_ms if self.tally.turn_count else None


def is_provisional(tally: Tally, names: Iterable[str], *, removed: Collection[str] = ()) -> bool:
    """Whether the bots have played unequal numbers of series, so that the order is by % and may yet turn.

    Bots that the TOML no longer has do not count: they never catch up, and that must not keep it open for ever.
    """
    return len({tally.bot(name).series_count for name in names if name not in removed}) > 1


def rank(tally: Tally, names: Sequence[str], *, removed: Collection[str] = ()) -> list[LeagueRow]:
    """The bots in the order of the league, those without a series last; equals in code-point order.

    By points (by % while provisional); then by points in the mini-table of those tied, fewer series lost by own
    fault, and the mean margin of series played out in whole encounters, where none is below any.

    Args:
        tally: all series.
        names: of the bots.
        removed: those of them that the TOML no longer has.
    """
    ranked = sorted(name for name in names if tally.bot(name).series_count)
    keys = _keys(tally, ranked, by_share=is_provisional(tally, names, removed=removed))
    ranked.sort(key=keys.__getitem__, reverse=True)
    rows, place = [], 0
    for index, name in enumerate(ranked):
        if index == 0 or keys[name] != keys[ranked[index - 1]]:
            place = index + 1
        rows.append(_row(tally, name, place))
    rest = sorted(set(names) - set(ranked))
    return rows + [_row(tally, name, None) for name in rest]


def _row(tally: Tally, name: str, place: int | None) -> LeagueRow:
    bot = tally.bot(name)
    is_faulty = bot.own_left_out_count > OWN_FAULTS_LIMIT * bot.encounter_count
    return LeagueRow(place=place, name=name, tally=bot, is_faulty=is_faulty)


def _keys(tally: Tally, names: Sequence[str], *, by_share: bool) -> dict[str, Key]:
    """What each bot is ordered by, the larger first."""
    main = {}
    for name in names:
        bot = tally.bot(name)
        main[name] = Fraction(bot.points) / (bot.series_count if by_share else 1)
    mini = dict.fromkeys(names, 0.0)
    for (a, b), pair in tally.pairs.items():
        if main[a] == main[b]:
            mini[a] += pair.points_a
            mini[b] += pair.points_b
    return {name: (main[name], mini[name], *_last_keys(tally.bot(name))) for name in names}


def _last_keys(bot: BotTally) -> tuple[int, bool, Fraction]:
    has_margin = bot.played_out_count > 0
    margin = Fraction(bot.margin_sum, bot.played_out_count) if has_margin else Fraction(0)
    return -bot.lost_by_fault, has_margin, margin
