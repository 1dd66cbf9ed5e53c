"""A results file with more series than anybody would play for a test: a few real ones, copied with other scores.

Everything but `verify` takes it for real; sums of scores are drawn, so that ratings have something to do.
"""

import sqlite3
from contextlib import closing
from itertools import combinations
from pathlib import Path

from support.records import SEED, bots, header, play_series

from referee.results.rows import WantedEncounter
from referee.results.seeds import add_seed
from referee.results.store import Store

BOT_COUNT = 20
_PAIRS = BOT_COUNT * (BOT_COUNT - 1) // 2
_TEMPLATES = 8

# Margins of a pair wander around a value of its own, by a generator that SQLite can follow: a linear congruence.
_OUTCOMES = """
INSERT INTO outcomes
SELECT number, 'played', '',
    (total > 0) + 0.5 * (total = 0), (total < 0) + 0.5 * (total = 0), max(total, 0), max(-total, 0),
    match_count, turn_count_a, turn_count_b, think_sum_ms_a, think_sum_ms_b, think_max_ms_a, think_max_ms_b,
    margin_uses_a, margin_uses_b, lag_ms, luck, started_utc, finished_utc, hash
FROM (SELECT number, (b - a) * 3 + number * 7919 % 241 - 120 AS total, 1 + number % :templates AS template FROM series)
JOIN outcomes ON outcomes.series = template WHERE number > :templates
"""
_MATCHES = """
INSERT INTO matches
SELECT number, match, starter, ending, score_first, score_second, margin_uses_first, margin_uses_second, matches.lag_ms,
    matches.luck, 'copy/' || number || '/' || match, deal, turns, think_ms, notes
FROM series JOIN matches ON matches.series = 1 + number % :templates WHERE number > :templates ORDER BY number, match
"""


def bulk_folder(folder: Path, series_count: int) -> int:
    """Make the results of a finished tournament of 20 bots; how many series, rounded to whole rounds."""
    round_count = max(1, series_count // (2 * _PAIRS))
    names = [f"bot{number:02}" for number in range(BOT_COUNT)]
    add_seed(folder, 1, SEED)
    with Store.open(folder, header()) as store:
        store.put_bots(bots(*names))
        with store.transaction():
            stage = store.ensure_stage(SEED)
            store.agenda(_wanted(names, round_count)).follow(stage.number)
        for row in list(store.pending(1))[:_TEMPLATES]:
            store.save(row, play_series(row))
    with closing(sqlite3.connect(folder / "results.db", isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("BEGIN")
        for sql in (_OUTCOMES, _MATCHES):
            connection.execute(sql, {"templates": _TEMPLATES})
        connection.execute("COMMIT")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return 2 * _PAIRS * round_count


def _wanted(names: list[str], round_count: int) -> list[WantedEncounter]:
    return [
        WantedEncounter(round=number, day=day, pairing=1, a=a, b=b)
        for number in range(1, round_count + 1)
        for day, (a, b) in enumerate(combinations(names, 2), 1)
    ]
