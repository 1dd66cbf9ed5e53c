"""A comparison from a results file."""

from dataclasses import replace
from pathlib import Path

import pytest
from support.fake_bot import FakeBot, discarding
from support.records import bots, encounter, eventful_folder, finish, header, lively, new_store, play_series

from referee.ratings.headtohead.comparison import compare
from referee.ratings.headtohead.sprt import Plan
from referee.results.reader import Results
from referee.results.store import Store

PLAN = Plan(low=0, high=10)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three bots, one round, everything that can happen."""
    folder = tmp_path_factory.mktemp("eventful")
    eventful_folder(folder)
    return folder


def test_played_encounter(tmp_path: Path) -> None:
    """Points, histogram and margin are those of the records, luck taken out or not."""
    rows = [replace(row, number=number) for number, row in enumerate(encounter(), 1)]
    callees = FakeBot(policy=discarding), FakeBot(policy=lively)  # equals would cancel out each other's luck
    with new_store(tmp_path, rows) as store:
        finish(store, {row.number or 0: play_series(row, callees) for row in rows})
    with Results.open(tmp_path) as results:
        one, two = results.record(1), results.record(2)
        lucky = compare(results, ("greedy", "random"))
        plain = compare(results, ("greedy", "random"), takes_luck=False)
        (commitment,) = [stage.commitment for stage in results.stages()]
        luck = sum(row.luck or 0 for row in results.series_rows())
    assert luck
    assert lucky.tournament == header().name
    assert lucky.points == (one.points[0] + two.points[0], one.points[1] + two.points[1])
    margin = sum(record.totals[0] - record.totals[1] for record in (one, two)) / 2
    assert plain.margin.mean == pytest.approx(margin)
    assert lucky.margin.mean == pytest.approx(margin - luck / 2)
    assert (lucky.luck_model, plain.luck_model) == ("luck-1", None)
    assert lucky.scores == plain.scores
    assert sum(lucky.scores) == 1
    assert lucky.provenance == ("Isolation: none, mirror unprotected.", f"Deals: commitment {commitment}.")


def test_forfeit_and_withdrawal(folder: Path) -> None:
    """A loss for both and a withdrawal leave an encounter without Elo; its points stay."""
    with Results.open(folder) as results:
        at_fault = compare(results, ("alpha", "greedy"), plan=PLAN)
        withdrawn = compare(results, ("random", "alpha"))
    assert at_fault.encounters.forfeited == at_fault.encounters.whole == 1
    assert at_fault.elo is None
    assert at_fault.points == (1, 0)
    assert at_fault.test is not None
    assert at_fault.test.count == 0
    assert withdrawn.encounters.withdrawn == 1
    assert withdrawn.points[0] >= 1


def test_no_encounter(tmp_path: Path) -> None:
    """Bots that have not met have no encounters, and nothing fails."""
    with new_store(tmp_path, encounter()), Results.open(tmp_path) as results:
        comparison = compare(results, ("greedy", "random"), plan=PLAN)
    assert comparison.encounters.whole == comparison.series_count == 0
    assert comparison.margin.mean is None
    assert comparison.elo is None


def test_gaps_count_only_between_bots_that_play(tmp_path: Path) -> None:
    """A hole holds a test up, unless one of the bots was removed."""
    with new_store(tmp_path, [*encounter(round=1), *encounter(round=3)]) as store:
        finish(store)
    with Results.open(tmp_path) as results:
        assert compare(results, ("greedy", "random"), plan=PLAN).gap_round == 2
    greedy, random = bots("greedy", "random")
    with Store.open(tmp_path) as store:
        store.put_bots([greedy, replace(random, removed=True)])
    with Results.open(tmp_path) as results:
        assert compare(results, ("greedy", "random"), plan=PLAN).gap_round is None
