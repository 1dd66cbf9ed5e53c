"""A worker stays on its core, and with it all that it starts."""

import os

from support.processes import of_threads
from support.requires import skip_unless
from support.run_rates import running
from support.turn_costs import trivial_bot


def cores_of(pid: int) -> set[str]:
    """The cores that the threads of a process may use."""
    statuses = of_threads(pid, "status")
    return {line.split()[1] for status in statuses for line in status.splitlines() if line.startswith("Cpus_allowed_l")}


def test_a_worker_and_its_bots_stay_on_one_core() -> None:
    """Guardian, keepers and bots inherit what the worker was given, and gRPC's threads too."""
    skip_unless(hasattr(os, "sched_getaffinity"), "this system pins no process")
    core = str(min(os.sched_getaffinity(0)))
    with running(trivial_bot("python"), workers=1) as (worker, *others):
        below = [cores_of(pid) for pid in others]
        threads = cores_of(worker)
    assert len(below) >= 5
    assert all(cores == {core} for cores in below)
    assert threads == {core}
