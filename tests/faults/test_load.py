"""Time is right under load: as many series at once as there are cores, and bots that think half of what they may."""

from pathlib import Path

import pytest
from support.real_run import faults_of, run_referee, write_toml, zoo_bot

from referee.play.records import SeriesEnd
from referee.results.reader import Results
from referee.results.verify import verify
from referee.tournament.cores import available_cores

SERIES_COUNT = 200


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_honest_bots_have_no_timeouts(tmp_path: Path) -> None:
    """Two hundred series, 40 ms a turn, 20 ms of hard thinking: every one is played out, and no turn was late."""
    clock = {"turn_ms": 40, "bank_ms": 0, "notify_ms": 5000}
    tournament = {"rounds": SERIES_COUNT // 2, "concurrency": available_cores()}
    bots = [zoo_bot(name, "ponders 0.02") for name in ("left", "right")]
    write_toml(tmp_path, bots, {"tournament": tournament, "clock": clock})
    run = run_referee(tmp_path, timeout_s=1500)
    assert (run.code, run.left) == (0, []), run.err
    records = run.records()
    assert [record.end for record in records] == [SeriesEnd.PLAYED] * SERIES_COUNT
    assert [faults_of(record) for record in records] == [[]] * SERIES_COUNT
    assert verify(run.folder).differences == ()
    with Results.open(run.folder) as results:
        rows = list(results.series_rows())
    means = [sum(row.think_sum_ms) / sum(row.turn_counts) for row in rows]
    # Half a match's first turn is not thought about; the rest is 20 ms and a little more.
    assert min(means) > 19
    assert sorted(means)[len(means) // 2] < 25
