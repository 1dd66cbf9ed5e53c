"""Results for tests: series that were really played between fake bots, and folders that hold them."""

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from support.fake_bot import FakeBot, Reply, choices

from referee.bots.clock import ClockSettings
from referee.bots.connection import Method
from referee.deals import deal, deal_key
from referee.errors import NotStartedError
from referee.play.player import Callee
from referee.play.records import Deal, SeriesEnd, SeriesRecord
from referee.play.series import PlaySettings, SeriesInPlay, SeriesPlan
from referee.results.rows import SeriesRow, StoredBot, TournamentHeader
from referee.results.store import Store
from referee.rules.turns import DECK, Turn
from referee.rules.variant import Variant

SEED = bytes(32)
STRIKES = 1
HOSTILE = '\x1b[31mred\x1b[0m, "quoted"\r\n=1+1\u202e\x7f'
"""What a bot may write: escapes, line ends, commas, quotes, a formula, a mark that turns the direction of writing."""


def lively(request: Any) -> Turn:
    """Any legal turn by a hash of the view, from the deck three times in four: matches of some 60 turns."""
    digest = hashlib.sha256(request.view.SerializeToString(deterministic=True)).digest()
    legal = choices(request.view)
    if digest[8] < 192:
        legal = [turn for turn in legal if turn.draw_from == DECK]
    return legal[int.from_bytes(digest[:8], "big") % len(legal)]


def header(variant: Variant | None = None, *, name: str = "tiny") -> TournamentHeader:
    """A tournament with substitution and one strike."""
    rules = variant or Variant()
    return TournamentHeader(
        name=name,
        config={
            "tournament": {"name": name, "rounds": 1, "mirror": True},
            "rules": {field: getattr(rules, field) for field in Variant.__slots__},
            "faults": {"policy": "substitute", "strikes": STRIKES, "max_faults": 10},
        },
        referee_version="0.1.0",
        protocol_version="lostcities.v1",
        luck_model="luck-1",
        isolation={"level": "none"},
        created_utc="2026-11-29T19:45:00.000Z",
    )


def bots(*names: str) -> list[StoredBot]:
    """Bots in the order of the names."""
    return [
        StoredBot(name=name, fingerprint=f"{position:064x}", command=f"{name}.py", position=position)
        for position, name in enumerate(names)
    ]


def encounter(a: str = "greedy", b: str = "random", *, pairing: int = 1, **others: Any) -> list[SeriesRow]:
    """Both legs of an encounter, not stored yet; `others` are fields of SeriesRow."""
    place = {"stage": 1, "round": 1, "day": 1, **others}
    return [SeriesRow(a=a, b=b, pairing=pairing, leg=leg, **place) for leg in (1, 2)]


def play_series(
    row: SeriesRow,
    callees: tuple[Callee, Callee] | None = None,
    *,
    variant: Variant | None = None,
    public_entropy: str = "",
) -> SeriesRecord:
    """The record of a series, really played, at a fixed time of day; between lively bots unless told otherwise."""
    if callees is None:
        record = _lively_series(replace(row, number=None), variant or Variant(), public_entropy)
        return replace(record, number=row.number or 1)
    return _played(row, callees, variant or Variant(), public_entropy)


@cache
def _lively_series(row: SeriesRow, variant: Variant, public_entropy: str) -> SeriesRecord:
    """Played once a test run: many tests want the same ones."""
    return _played(row, (FakeBot(policy=lively), FakeBot(policy=lively)), variant, public_entropy)


def _played(row: SeriesRow, callees: tuple[Callee, Callee], variant: Variant, public_entropy: str) -> SeriesRecord:
    settings = PlaySettings(variant=variant, clock=ClockSettings(), strikes=STRIKES)
    key = deal_key(SEED, public_entropy)
    ids = [row.deal_id(match) for match in (1, 2, 3)]
    plan = SeriesPlan(
        number=row.number or 1,
        bots=(row.a, row.b),
        leg=row.leg,
        deals=tuple(Deal(deal_id=one, cards=deal(key, one, settings.variant.colors)) for one in ids),
        random_seeds=(11, 12),
    )
    return at_fixed_time(SeriesInPlay(plan, callees, settings).play())


def withdrawn(row: SeriesRow, *losers: str) -> SeriesRecord:
    """The record of a series that was lost without being asked."""
    record = SeriesRecord(
        number=row.number or 1,
        bots=(row.a, row.b),
        leg=row.leg,
        matches=(),
        end=SeriesEnd.WITHDRAWN,
        losers=losers,
        started_utc="",
        finished_utc="",
    )
    return at_fixed_time(record)


def at_fixed_time(record: SeriesRecord) -> SeriesRecord:
    """The record as if it had been played at another time."""
    return replace(record, started_utc="2026-11-29T19:45:52.123Z", finished_utc="2026-11-29T19:45:53.456Z")


def new_store(
    folder: Path, rows: list[SeriesRow], *, variant: Variant | None = None, public_entropy: str = ""
) -> Store:
    """A store with planned series and an open stage; to be closed by the caller."""
    store = Store.open(folder, header(variant))
    store.put_bots(bots(*sorted({name for row in rows for name in (row.a, row.b)})))
    store.ensure_stage(SEED, public_entropy)
    store.plan(rows)
    return store


def finish(
    store: Store, records: Mapping[int, SeriesRecord] | None = None, *, variant: Variant | None = None
) -> dict[int, SeriesRecord]:
    """Make all pending series final: with the given records, the others are played. All records by number."""
    saved: dict[int, SeriesRecord] = {}
    for round_number in store.rounds():
        for row in list(store.pending(round_number)):
            number = row.number or 0
            saved[number] = (records or {}).get(number) or play_series(row, variant=variant)
            store.save(row, saved[number])
    return saved


def eventful_rows() -> list[SeriesRow]:
    """Three bots, one round: six series."""
    return [
        *encounter("greedy", "random", pairing=1),
        *encounter("alpha", "greedy", pairing=2),
        *encounter("alpha", "random", pairing=3),
    ]


@cache
def eventful_records() -> dict[int, SeriesRecord]:
    """All that can happen: notes, a forfeit, a loss for both, a substituted turn, a withdrawal."""
    rows = {number: replace(row, number=number) for number, row in enumerate(eventful_rows(), 1)}
    chatty = FakeBot(policy=lively, script={(1, 3): Reply(note=HOSTILE), (2, 2): Reply(note="ok")}, elapsed_ms=2.345)
    illegal = FakeBot(policy=lively, script={(2, 3): Reply(turn="+P5 deck"), (2, 5): Reply(turn="+P6 deck")})
    absent = FakeBot(failures={Method.START_SERIES: NotStartedError(f"refused the series: {HOSTILE}")})
    late = FakeBot(policy=lively, script={(1, 1): Reply(elapsed_ms=1500.5)}, log=HOSTILE)
    return {
        1: play_series(rows[1], (chatty, FakeBot(policy=lively))),
        2: play_series(rows[2]),
        3: play_series(rows[3], (FakeBot(policy=lively), illegal)),
        4: play_series(rows[4], (absent, absent)),
        5: play_series(rows[5], (late, FakeBot(policy=lively))),
        6: withdrawn(rows[6], "alpha"),
    }


def eventful_series() -> list[tuple[SeriesRow, SeriesRecord]]:
    """The same beside what was planned, by number."""
    return [(replace(row, number=number), eventful_records()[number]) for number, row in enumerate(eventful_rows(), 1)]


def eventful_folder(folder: Path) -> dict[int, SeriesRecord]:
    """A finished tournament in which everything happened; its records by number."""
    with new_store(folder, eventful_rows()) as store:
        return finish(store, eventful_records())
