"""The columns of the standings: what each shows, in which order, and which go first where room is short."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rich.text import Text

from referee.ratings.elo import EloRating
from referee.ratings.ranks import place_text
from referee.ratings.standings import Standings, StandingsRow

ABSENT: Final = "–"
"""What cannot be said."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Column:
    """One column.

    Attributes:
        title: its head.
        rank: where room is short, columns of a higher rank go first; those of rank 0 never go.
        show: the cells of all rows, so that the parts of a cell can stand below each other.
        is_left: whether it is set flush left.
    """

    title: str
    rank: int
    show: Callable[[Sequence[StandingsRow]], list[Text]]
    is_left: bool = False


def table_columns(standings: Standings) -> tuple[Column, ...]:
    """The columns of a tournament's table; in a gauntlet the rows are opponents, which have no places of their own."""
    return gauntlet_columns() if standings.subject is not None else league_columns(by_share=standings.is_provisional)


def league_columns(*, by_share: bool) -> tuple[Column, ...]:
    """The columns of a league; what it is ordered by, points or %, stays in any width."""
    swapped = {"Points": _SHARE.rank, _SHARE.title: 0} if by_share else {}
    return tuple(replace(one, rank=swapped[one.title]) if one.title in swapped else one for one in COLUMNS)


def gauntlet_columns() -> tuple[Column, ...]:
    """The columns of a table of opponents."""
    columns = (column for column in COLUMNS if column is not PLACE)
    return tuple(replace(column, title="Opponent") if column.is_left else column for column in columns)


def number(value: float | None, form: str) -> str:
    """A number in a format, or "–"."""
    return ABSENT if value is None else format(value, form)


def signed(value: float) -> str:
    """A whole number with its sign; zero is `+0`."""
    return f"{round(value):+d}"


def signed_tenths(value: float) -> str:
    """A number to one decimal with its sign; zero is `+0.0`."""
    return f"{round(value, 1) + 0.0:+.1f}"


def chance(value: float) -> str:
    """A probability (0..1) in percent, never rounded to 0 or 100."""
    return ">99" if value > 0.99 else "<1" if value < 0.01 else f"{100 * value:.0f}"


def elo_margin(elo: EloRating) -> str:
    """What stands after a rating: `±15`; a bound such as `≥+310`; or both bounds, `-290…+290`."""
    if elo.error is not None:
        return f"±{elo.error:.0f}"
    if elo.low is not None and elo.high is not None:
        return f"{signed(elo.low)}…{signed(elo.high)}"
    if elo.low is not None:
        return f"≥{signed(elo.low)}"
    return f"≤{signed(elo.high)}" if elo.high is not None else ABSENT


def think_ms(value: float | None) -> str:
    """Milliseconds: below ten with a decimal."""
    return number(value, ".1f" if value is not None and value < 9.95 else ".0f")


def _each(cell: Callable[[StandingsRow], Text]) -> Callable[[Sequence[StandingsRow]], list[Text]]:
    return lambda rows: [cell(row) for row in rows]


def _name(row: StandingsRow) -> Text:
    return Text(row.bot, "dim" if row.is_withdrawn else "bold", overflow="ellipsis", no_wrap=True)


def _elo(rows: Sequence[StandingsRow]) -> list[Text]:
    return _with_margins([None if row.elo is None else (signed(row.elo.value), elo_margin(row.elo)) for row in rows])


def _strength(rows: Sequence[StandingsRow]) -> list[Text]:
    ratings = [row.strength for row in rows]
    return _with_margins([None if one is None else (signed_tenths(one.value), f"±{one.error:.1f}") for one in ratings])


def _with_margins(ratings: Sequence[tuple[str, str] | None]) -> list[Text]:
    """Ratings and what stands after them, each below the other; "–" for one that cannot be said."""
    parts = [rating or ("", ABSENT) for rating in ratings]
    margin_width = max((len(margin) for _, margin in parts), default=0)
    return [Text.assemble(value, " ", (margin.ljust(margin_width), "dim")) for value, margin in parts]


def _places(row: StandingsRow) -> Text:
    return Text(ABSENT if row.strength is None or row.strength.places is None else place_text(row.strength.places))


def _faults(row: StandingsRow) -> Text:
    return Text(str(row.fault_count), "red" if row.fault_count else "dim")


STRENGTH: Final = Column(title="Strength ±", rank=1, show=_strength)
_SHARE: Final = Column(title="%", rank=5, show=_each(lambda row: Text(number(row.percent, ".1f"))))
PLACE: Final = Column(title="Place", rank=3, show=_each(_places))

COLUMNS: Final = (
    Column(title="#", rank=0, show=_each(lambda row: Text(number(row.place, "d")))),
    Column(title="Bot", rank=0, show=_each(_name), is_left=True),
    Column(title="Points", rank=0, show=_each(lambda row: Text(f"{row.points:.1f}"))),
    _SHARE,
    Column(title="W-D-L", rank=4, show=_each(lambda row: Text(f"{row.wins}-{row.draws}-{row.losses}"))),
    STRENGTH,
    Column(title="Elo ±", rank=2, show=_elo),
    PLACE,
    Column(title="Average", rank=7, show=_each(lambda row: Text(number(row.average_score, ".1f")))),
    Column(title="ms", rank=8, show=_each(lambda row: Text(think_ms(row.think_mean_ms)))),
    Column(title="max", rank=9, show=_each(lambda row: Text(think_ms(row.think_max_ms)))),
    Column(title="Faults", rank=6, show=_each(_faults)),
)
