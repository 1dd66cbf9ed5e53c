"""The plan of a tournament, printed."""

from dataclasses import replace
from pathlib import Path

import pytest
from support.tomls import TWO_BOTS, load

from referee.report.plan import plan_lines
from referee.results.agenda import PlanChange
from referee.results.planning import Counts
from referee.results.rows import Stage
from referee.tournament.forecast import Forecast

EXPECTED = """\
spring: round-robin
  bots         2: left, right
  rounds       3 × 1 pairing × 2 series
  series       6, each of 3 matches; 0 are final
  at once      2 series
  isolation    standard
  commitment   66687aad (stage 1)
  entropy      none; it may change until a match is stored
  expected     0:01:30, at 0.5 s a series and 0.5 s a start of a bot (8 starts), as with quick bots: none was played
  at worst     27:00:00, if every bot uses all the time that the clock allows
nothing was played"""

RESUMED = """\
spring: round-robin
  bots         2: left, right
  withdrawn    left
  rounds       3 × 1 pairing × 2 series
  series       9, each of 3 matches; 4 are final
  of these     2 of bots that left the TOML, 1 of rounds after round 3
  changes      2 series added to the plan
  at once      2 series
  isolation    standard
  commitment   66687aad (stage 2)
  entropy      "drand\\n4711"
  expected     0:00:03, as fast as the series played so far, and 0.5 s a start of a bot (1 start)
  at worst     27:00:00, if every bot uses all the time that the clock allows
nothing was played"""


@pytest.fixture
def forecast(tmp_path: Path) -> Forecast:
    """Of a tournament that has not begun."""
    text = '[tournament]\nname = "spring"\nrounds = 3\nconcurrency = 2\n' + TWO_BOTS
    return Forecast(
        config=load(tmp_path, text),
        isolation="standard",
        stage=Stage(number=1, commitment="66687aad"),
        is_entropy_open=True,
        change=PlanChange(added_count=6, returned_count=0, removed_count=0, superseded_count=0),
        notices=(),
        counts=Counts(0, 6),
        absent_count=0,
        later_count=0,
        withdrawn=(),
        start_count=8,
        expected_s=90,
        is_measured=False,
        worst_s=27 * 3600,
    )


def test_plan_of_a_new_tournament(forecast: Forecast) -> None:
    """What is planned, the commitment, and how long it takes; with the assumption that this rests on."""
    assert "\n".join(plan_lines(forecast)) == EXPECTED


def test_plan_of_a_tournament_that_goes_on(forecast: Forecast) -> None:
    """What is new in it, who is withdrawn, and the speed so far; the host's words are shown harmless."""
    resumed = replace(
        forecast,
        stage=Stage(number=2, commitment="66687aad", public_entropy="drand\n4711"),
        is_entropy_open=False,
        change=replace(forecast.change, added_count=2),
        counts=Counts(4, 9),
        absent_count=2,
        later_count=1,
        withdrawn=("left",),
        start_count=1,
        expected_s=3.2,
        is_measured=True,
    )
    assert "\n".join(plan_lines(resumed)) == RESUMED
