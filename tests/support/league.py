"""Leagues for tests: final series by hand or by chance, and their standings."""

import random
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Final

from referee.errors import FaultKind
from referee.luck import LUCK_MODEL
from referee.play.records import SeriesEnd
from referee.ratings.facts import Facts
from referee.ratings.field import DEFAULT_OPTIONS, TableOptions
from referee.ratings.standings import Standings, compose
from referee.ratings.tally import Tally
from referee.results.planning import Counts
from referee.results.rows import FaultSummary, SeriesResult, Stage, StoredBot, TournamentHeader
from referee.tournament.schedule import Format

STAGES: Final = (Stage(number=1, commitment="66687aad" * 8),)


def series(
    a: str,
    b: str,
    totals: tuple[int, int] = (0, 0),
    *,
    round_: int = 1,
    leg: int = 1,
    losers: tuple[str, ...] = (),
    end: SeriesEnd | None = None,
    luck: float | None = 0.0,
) -> SeriesResult:
    """A final series of `a` against `b` by its totals; with losers it is a forfeit, unless `end` says otherwise."""
    if losers:
        points = (float(a not in losers), float(b not in losers))
    else:
        points = ((totals[0] >= totals[1]) + (totals[0] > totals[1])) / 2, 0.0
        points = (points[0], 1 - points[0])
    matches = 0 if end is SeriesEnd.WITHDRAWN else 1 if losers else 3
    return SeriesResult(
        number=1,
        stage=1,
        round=round_,
        replay=0,
        leg=leg,
        a=a,
        b=b,
        generation_a=1,
        generation_b=1,
        mirrored=True,
        is_complete=True,
        end=end or (SeriesEnd.FORFEIT if losers else SeriesEnd.PLAYED),
        losers=losers,
        points=points,
        totals=totals,
        match_count=matches,
        turn_counts=(22 * matches, 22 * matches),
        think_sum_ms=(44.0 * matches, 264.0 * matches),
        think_max_ms=(9.5 if matches else 0.0, 81.0 if matches else 0.0),
        margin_uses=(0, 0),
        lag_ms=0.1,
        luck=None if losers else luck,
    )


def fault(bot: str, kind: FaultKind = FaultKind.TIMEOUT) -> FaultSummary:
    """A fault of a bot, of an encounter that is not complete."""
    return FaultSummary(series=1, bot=bot, kind=kind, substituted=False, match=None, turn=None, detail=None)


def tally(results: Iterable[SeriesResult], faults: Iterable[FaultSummary] = ()) -> Tally:
    """The sums over series and faults."""
    sums = Tally()
    for result in results:
        sums.add(result)
    for one in faults:
        sums.add_fault(one)
    return sums


def header(*, name: str = "winter", layout: Format = "round-robin") -> TournamentHeader:
    """A tournament whose luck is that of the model we know."""
    config = {"tournament": {"format": layout}}
    return TournamentHeader(
        name=name, config=config, referee_version="0.1.0", protocol_version="v1", luck_model=LUCK_MODEL
    )


def stored_bots(names: Sequence[str], *, withdrawn: Sequence[str] = (), removed: Sequence[str] = ()) -> list[StoredBot]:
    """Bots in the order of the names."""
    return [
        StoredBot(
            name=bot,
            fingerprint="",
            command="",
            position=position,
            withdrawn=bot in withdrawn,
            removed=bot in removed,
        )
        for position, bot in enumerate(names)
    ]


def standings(
    names: Sequence[str],
    results: Sequence[SeriesResult] = (),
    faults: Iterable[FaultSummary] = (),
    *,
    withdrawn: Sequence[str] = (),
    removed: Sequence[str] = (),
    planned: int = 0,
    name: str = "winter",
    layout: Format = "round-robin",
    options: TableOptions = DEFAULT_OPTIONS,
) -> Standings:
    """The standings of a tournament."""
    counts = Counts(final=len(results), planned=planned or len(results))
    facts = Facts(header=header(name=name, layout=layout), stages=STAGES, counts=counts)
    bots = stored_bots(names, withdrawn=withdrawn, removed=removed)
    return compose(results, faults, bots=bots, facts=facts, luck_of=lambda _: 0.0, options=options)


def league(strengths: Mapping[str, float], rounds: int, *, seed: int = 1) -> list[SeriesResult]:
    """A round robin of bots that score their strength in a series, give or take 60 points."""
    dice = random.Random(seed)
    return [
        series(a, b, (_score(dice, strengths[a]), _score(dice, strengths[b])), round_=round_, leg=leg)
        for round_ in range(1, rounds + 1)
        for a, b in combinations(sorted(strengths), 2)
        for leg in (1, 2)
    ]


def _score(dice: random.Random, strength: float) -> int:
    return round(dice.gauss(strength, 60))
