"""One series as data for the replay page, of bounded size whatever the bots wrote."""

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final

from referee.bots.text import escape_text
from referee.errors import ReplayError
from referee.luck import LUCK_MODEL
from referee.play.faults import Place
from referee.play.records import Fault, SeriesRecord
from referee.report.evidence import SENTENCE_CHARACTERS, evidence_chapters
from referee.report.series import outcome
from referee.report.site import paths
from referee.report.site.matchdata import match_data
from referee.report.site.shell import harmless
from referee.results.annul import REASON_LENGTH
from referee.results.reader import Results
from referee.results.rows import TournamentHeader
from referee.rules.variant import Variant

FORMAT: Final = "lostcities-replay/1"
NOTE_CHARACTERS: Final = 256 * 6
"""A note of 256 bytes, every one of them escaped, is not longer."""
NOTES_BYTES: Final = 400_000
FAULTS_BYTES: Final = 100_000
"""What all notes and all faults of a series may take in its script; what is beyond is cut."""
CUT_DEED: Final = 40
_BYTES_PER_CHARACTER: Final = 4
_DECK: Final = {5: 44, 6: 56}


def series_data(results: Results, number: int) -> dict[str, Any]:
    """A series, JSON-ready; the format is told in `replay`.

    Raises:
        RefusedError: there is no such series, it is not final, or the other leg of its encounter is not.
        ReplayError: its record does not follow from its deals and the rules.
        StoreError: the results cannot be read.
    """
    record, row, variant = results.record(number), results.row(number), results.variant
    before, after = results.neighbours(number)
    return {
        "format": FORMAT,
        "series": number,
        "round": row.round_text,
        "leg": row.leg,
        "mirrored": row.mirrored,
        "other": next(leg.number for leg in results.legs(number) if leg.leg != row.leg),
        "before": before,
        "after": after,
        "history": _history(results, number),
        "bots": [harmless(name) for name in record.bots],
        "pages": [paths.bot_page(name) for name in record.bots],
        "colors": variant.colors,
        "deck": _DECK[variant.colors],
        "deck_only_after": variant.deck_only_after,
        "end": record.end.value,
        "result": harmless(_result(record)),
        "points": record.points,
        "totals": record.totals,
        "matches": _matches(record, variant, has_luck=results.luck_model == LUCK_MODEL),
        "faults": list(_faults(record, results.header)),
        "finished": harmless(record.finished_utc),
    }


def _matches(record: SeriesRecord, variant: Variant, *, has_luck: bool) -> list[dict[str, Any]]:
    limit = _note_limit(record)
    try:
        return [match_data(one, variant, note_characters=limit, has_luck=has_luck) for one in record.matches]
    except ReplayError as error:
        raise ReplayError(f"series {record.number}, {error}; see `referee verify`") from error


def _note_limit(record: SeriesRecord) -> int:
    """How many characters a note may have: all of them, unless together they would be too many."""
    notes = [note for match in record.matches for note in match.notes.values()]
    size = sum(_size(escape_text(note, NOTE_CHARACTERS)) for note in notes)
    return NOTE_CHARACTERS if size <= NOTES_BYTES else max(1, NOTES_BYTES // (_BYTES_PER_CHARACTER * len(notes)))


def _faults(record: SeriesRecord, header: TournamentHeader) -> Iterator[dict[str, Any]]:
    """What ended the series first, then the turns that the referee played."""
    space = FAULTS_BYTES
    for fault, is_substituted in _ordered(record):
        shown = {
            "bot": record.bots.index(fault.bot),
            "kind": fault.kind.value,
            "match": fault.match,
            "turn": fault.turn,
            "substituted": is_substituted,
            "deed": escape_text(_deed(fault), SENTENCE_CHARACTERS if space > 0 else CUT_DEED),
            "evidence": list(evidence_chapters(fault, is_remote=header.is_remote(fault.bot))) if space > 0 else None,
        }
        space -= _size(shown)
        yield shown


def _deed(fault: Fault) -> str:
    """The sentence without its beginning, which is where and who: the page says that beside it."""
    place = Place(match=fault.match, turn=fault.turn, bot=fault.bot, seat=fault.seat)
    return fault.detail.removeprefix(f"{place} ")


def _ordered(record: SeriesRecord) -> Iterable[tuple[Fault, bool]]:
    ended = [(fault, False) for match in record.matches for fault in match.faults]
    return ended + [(fault, True) for match in record.matches for fault in match.substituted]


def _result(record: SeriesRecord) -> str:
    """Who won, in one sentence, with nothing in it that a bot wrote and no card."""
    if len(record.losers) != 1 or not record.matches:
        return outcome(record)
    fault = record.matches[-1].faults[-1]
    winner = next(bot for bot in record.bots if bot not in record.losers)
    place = f"in match {fault.match}, turn {fault.turn}" if fault.turn else "before its first turn"
    return f"{winner} wins, {fault.bot} forfeits the series {place}: {fault.kind.value}."


def _history(results: Results, number: int) -> str | None:
    """Why the series counts no more; None where it does."""
    history = results.history(number)
    if history is None:
        return None
    kind, reason = history
    why = f": {escape_text(reason, REASON_LENGTH)}" if reason else ""
    return f"series {number} is {kind}, and in no table{why}"


def _size(value: Any) -> int:
    return len(json.dumps(value, ensure_ascii=False).encode())
