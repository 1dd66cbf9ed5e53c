"""Bad bots as real processes in real tournaments: the right fault, the exact sentence, and nobody else is hurt."""

import pytest
from support.real_run import faults_of
from support.zoo.beasts import Beast, plain
from support.zoo.show import HONEST, Zoo
from support.zoo.table import CAGES

from referee.play.records import Fault, SeriesEnd, SeriesRecord
from referee.results.verify import verify

SLOW = pytest.mark.slow
CASES = [
    pytest.param(name, beast, marks=SLOW if cage.is_slow else ())
    for name, cage in CAGES.items()
    for beast in cage.beasts
]
CAGE_NAMES = [pytest.param(name, marks=SLOW if cage.is_slow else ()) for name, cage in CAGES.items()]


def place_of(record: SeriesRecord, name: str, beast: Beast, fault: Fault) -> str:
    """Where a bot has to fail, as its sentence begins."""
    begins = (record.bots.index(name) + record.leg) % 2 == 1
    expected = beast.turns[0 if begins else 1]
    turn = fault.turn if beast.turns[0] < 0 else expected
    is_first = begins == (beast.match % 2 == 1)
    moment = f"turn {turn}" if turn else "before the first turn"
    return f"match {beast.match}, {moment}: {name} ({'first' if is_first else 'second'})"


@pytest.mark.parametrize(("cage", "name"), CASES)
def test_bad_bot(zoo: Zoo, cage: str, name: str) -> None:
    """In both legs its fault has the kind, the place and the words that it should have, or there is none."""
    beast = CAGES[cage].beasts[name]
    series = zoo(cage).series_of(name)
    assert [record.leg for record in series] == [1, 2]
    for record in series:
        substituted = [fault for match in record.matches for fault in match.substituted]
        assert len(substituted) == beast.substituted
        if beast.kind is None:
            assert (record.end, record.losers) == (SeriesEnd.PLAYED, ())
            continue
        (fault,) = faults_of(record)
        assert (record.end, record.losers, fault.bot) == (SeriesEnd.FORFEIT, (name,), name)
        assert fault.kind is beast.kind
        assert plain(fault.detail) == f"{place_of(record, name, beast, fault)} {beast.says}"
        assert {other.kind for other in substituted} <= {fault.kind}
        assert {plain(other.reason) for other in substituted} <= {beast.says}


@pytest.mark.parametrize("cage", CAGE_NAMES)
def test_tournament_ends_well(zoo: Zoo, cage: str) -> None:
    """It finishes by itself, leaves no process, socket or folder, and its results verify."""
    run = zoo(cage)
    assert (run.code, run.left) == (0, []), run.err
    assert "Traceback" not in run.err
    verification = verify(run.folder)
    assert verification.differences == ()
    assert verification.series_count == 2 * (len(HONEST) - 1 + len(CAGES[cage].beasts))


@pytest.mark.parametrize("cage", CAGE_NAMES)
def test_other_series_are_not_hurt(zoo: Zoo, cage: str) -> None:
    """Honest bots play each other out, turn for turn as they do where nobody misbehaves."""
    names = ("random", "discarder")
    series = [record for record in zoo(cage).records() if set(record.bots) & set(names)]
    assert [record.end for record in series] == [SeriesEnd.PLAYED] * 4
    if not CAGES[cage].opponent and "rules" not in CAGES[cage].sections:
        assert courses(series) == courses(zoo("").records())


def courses(series: list[SeriesRecord]) -> list[object]:
    """All that does not depend on the time."""
    return [
        (record.bots, record.leg, [(match.bots, match.deal, match.turns, match.scores) for match in record.matches])
        for record in series
    ]
