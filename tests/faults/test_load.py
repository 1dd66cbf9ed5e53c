"""Time is right under load: as many series at once as there are cores, and bots that think half of what they may."""

import os
import resource
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from support.real_run import faults_of, run_referee, write_toml, zoo_bot
from support.requires import skip_unless

from referee.errors import FaultKind
from referee.results.reader import Results
from referee.results.verify import verify
from referee.tournament.cores import available_cores

SERIES_COUNT = 200
FOREIGN_SHARE = 0.1
"""Of the machine's time that others may take; with more, bots are kept waiting by them."""


def foreign_share() -> Callable[[], float]:
    """From now on, what part of all cores' time is used by others than this process and its children."""

    def used_s() -> tuple[float, float, float]:
        user, nice, system = Path("/proc/stat").read_text().split()[1:4]
        machine_s = (int(user) + int(nice) + int(system)) / os.sysconf("SC_CLK_TCK")
        usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        return time.monotonic(), machine_s, sum(usage.ru_utime + usage.ru_stime for usage in usages)

    before = used_s()

    def share() -> float:
        elapsed_s, machine_s, own_s = (now - then for now, then in zip(used_s(), before, strict=True))
        return (machine_s - own_s) / (elapsed_s * (os.cpu_count() or 1))

    return share


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_honest_bots_have_no_timeouts(tmp_path: Path) -> None:
    """Two hundred series, 40 ms a turn, 20 ms of hard thinking: every one is played out, and no turn was late."""
    share = foreign_share()
    clock = {"turn_ms": 40, "bank_ms": 0, "notify_ms": 5000}
    tournament = {"rounds": SERIES_COUNT // 2, "concurrency": available_cores()}
    bots = [zoo_bot(name, "ponders 0.02") for name in ("left", "right")]
    write_toml(tmp_path, bots, {"tournament": tournament, "clock": clock})
    run = run_referee(tmp_path, timeout_s=1500)
    assert (run.code, run.left) == (0, []), run.err
    assert verify(run.folder).differences == ()
    faults = [fault for record in run.records() for fault in faults_of(record)]
    assert {fault.kind for fault in faults} <= {FaultKind.TIMEOUT}
    if faults:
        skip_unless(share() < FOREIGN_SHARE, "needs a machine that does nothing else meanwhile")
    assert [fault.detail for fault in faults] == []
    with Results.open(run.folder) as results:
        rows = list(results.series_rows())
    means = [sum(row.think_sum_ms) / sum(row.turn_counts) for row in rows]
    # The first turn of a match is not thought about; each other one is 20 ms and a little more.
    assert min(means) > 19
    assert sorted(means)[len(means) // 2] < 25
