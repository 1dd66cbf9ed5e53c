"""A series in words: who won, by which scores, and what ended it."""

from collections.abc import Callable

from rich.text import Text

from referee.bots.text import escape_text
from referee.play.records import Fault, SeriesEnd, SeriesRecord
from referee.report.evidence import SENTENCE_CHARACTERS, EvidencePage
from referee.report.prose import prose
from referee.report.replay import replay_frames
from referee.report.screen import Screen
from referee.results.reader import Results


def show_outcome(screen: Screen, record: SeriesRecord, is_remote: Callable[[str], bool | None]) -> None:
    """The result of a series, and the evidence of every fault in it; `is_remote` tells which bots run elsewhere."""
    for fault in faults_of(record):
        screen.say(EvidencePage(fault, is_remote=is_remote(fault.bot)))
        screen.say(Text())
    screen.say(prose(outcome(record), "bold"))


def show_series(screen: Screen, results: Results, record: SeriesRecord, *, match: int | None = None) -> None:
    """Replay the matches of a stored series, or one of them, and tell the result."""
    header, variant = results.header, results.variant
    for played in record.matches:
        if match in (None, played.number):
            for frame in replay_frames(played, variant):
                screen.show(frame)
            screen.finish(frame)
    show_outcome(screen, record, header.is_remote)


def outcome(record: SeriesRecord) -> str:
    """One sentence, such as `greedy beats random by 81 to -12: 30 to 4, 21 to -9, 30 to -7`."""
    a, b = record.bots
    if record.end is SeriesEnd.WITHDRAWN:
        return f"{' and '.join(record.losers)} withdrawn: the series was not played."
    if len(record.losers) == len(record.bots):
        return f"{a} and {b} both lose: neither was fit to play."
    if record.losers:
        winner = b if record.losers == (a,) else a
        detail = escape_text(record.matches[-1].faults[-1].detail, SENTENCE_CHARACTERS)
        return f"{winner} wins, {record.losers[0]} forfeits the series: {detail}."
    winner, loser = (a, b) if record.points[0] >= record.points[1] else (b, a)
    by_match = ", ".join(f"{match.score_of(winner)} to {match.score_of(loser)}" for match in record.matches)
    totals = dict(zip(record.bots, record.totals, strict=True))
    verb = "draws with" if record.points[0] == record.points[1] else "beats"
    return f"{winner} {verb} {loser} by {totals[winner]} to {totals[loser]}: {by_match}."


def faults_of(record: SeriesRecord) -> list[Fault]:
    """All faults of a series, turns that the referee played included, in order."""
    faults = [fault for match in record.matches for fault in (*match.substituted, *match.faults)]
    return sorted(faults, key=lambda fault: (fault.match, fault.turn))
