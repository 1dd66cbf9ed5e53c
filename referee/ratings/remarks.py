"""What a table needs said below it: faults, what is left out, uses of the margin, and why something is "–"."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from referee.ratings.audit import LuckAudit
from referee.ratings.field import Field, faulty_bots
from referee.ratings.league import LeagueRow
from referee.ratings.tally import BotTally, Tally

LISTED_COUNT: Final = 8
"""No line names more bots than this; the others are counted."""


def remarks(field: Field, audit: LuckAudit | None = None) -> tuple[str, ...]:
    """The lines that there is something to say for, most urgent first."""
    lines = (
        *_luck(audit),
        fault_remark(field.league),
        _withdrawn(field.withdrawn),
        _removed(field.removed),
        _substituted(field.league),
        _left_out(field.tally),
        _margin(field.league),
        _lag(field.tally),
        *_missing(field),
    )
    return tuple(line for line in lines if line)


def _luck(audit: LuckAudit | None) -> Iterator[str]:
    for found in () if audit is None else audit.findings:
        yield (
            f"luck audit: {found.bot} draws {'better' if found.mean > 0 else 'worse'} than chance, {found.mean:+.1f}"
            f" points a series (z = {found.z:+.1f}, {found.encounter_count} encounters): it or its opponents see what"
            " they should not, or the shuffle is broken"
        )


def fault_remark(league: Sequence[LeagueRow]) -> str:
    """How many faults, by bot and kind, most first; "" without any."""
    faulty = [row for row in league if row.tally.faults]
    if not faulty:
        return ""
    faulty.sort(key=lambda row: -row.tally.faults.total())
    total = sum(row.tally.faults.total() for row in faulty)
    return f"{_count(total, 'fault')}: {_some(f'{row.name} {_kinds(row.tally)}' for row in faulty)}"


def _kinds(tally: BotTally) -> str:
    kinds = tally.faults.most_common()
    if len(kinds) == 1:
        return f"{kinds[0][1]} ({kinds[0][0]})"
    return f"{tally.faults.total()} ({', '.join(f'{count} {kind}' for kind, count in kinds)})"


def _removed(removed: Collection[str]) -> str:
    return f"no longer in the TOML, kept with their results: {_some(sorted(removed))}" if removed else ""


def _withdrawn(withdrawn: Collection[str]) -> str:
    return f"withdrawn after too many faults: {_some(sorted(withdrawn))}" if withdrawn else ""


def _substituted(league: Sequence[LeagueRow]) -> str:
    users = sorted((row for row in league if row.tally.substituted), key=lambda row: -row.tally.substituted)
    if not users:
        return ""
    return f"turns that the referee played: {_some(f'{row.tally.substituted} for {row.name}' for row in users)}"


def _lag(tally: Tally) -> str:
    if tally.lag_ms < 1:
        return ""
    return f"the referee's own delay: up to {tally.lag_ms:.0f} ms in a turn, charged to no bot"


def _left_out(tally: Tally) -> str:
    if not tally.left_out_count:
        return ""
    share = 100 * tally.left_out_count / tally.encounter_count
    return (
        f"left out of Strength and averages: {tally.left_out_count} of {_count(tally.encounter_count, 'encounter')}"
        f" ({share:.1f} %), for a forfeit in them"
    )


def _margin(league: Sequence[LeagueRow]) -> str:
    users = sorted((row for row in league if row.tally.margin_uses), key=lambda row: -row.tally.margin_uses)
    if not users:
        return ""
    uses = (f"{row.name} in {row.tally.margin_uses} of {_count(row.tally.turn_count, 'turn')}" for row in users)
    return f"beyond the limit but within the margin: {_some(uses)}"


def _missing(field: Field) -> Iterator[str]:
    played = [row.name for row in field.rows if row.place is not None]
    idle = [row.name for row in field.rows if row.place is None]
    faulty = sorted(faulty_bots(field.league))
    sound = [row for row in field.rows if row.place is not None and not row.is_faulty]
    unmeasured = [row.name for row in sound if row.name not in field.shown_strength]
    unaveraged = [row.name for row in sound if not row.tally.match_count]
    unrated = [name for name in played if name not in field.shown_elo.ratings]
    if not played:
        return
    if idle:
        yield f"no series yet: {_some(idle)}"
    if faulty:
        yield f"no Strength, no average: {_some(faulty)}, whose own faults left out more than 5 % of their encounters"
    if unmeasured:
        yield f"no Strength: {_some(unmeasured)}, with too few whole encounters to tell how they scatter"
    if unaveraged:
        yield f"no average: {_some(unaveraged)}, without a whole encounter played out"
    if unrated:
        yield f"no Elo: {_some(unrated)}, without a rated series"


def _some(words: Iterable[str]) -> str:
    named = list(words)
    rest = len(named) - LISTED_COUNT
    return ", ".join(named) if rest <= 0 else f"{', '.join(named[:LISTED_COUNT])} and {rest} more"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
