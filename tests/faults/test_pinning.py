"""A worker stays on its core, and with it all that it starts."""

from support.processes import eventually, of_threads
from support.requires import skip_unless
from support.run_rates import running
from support.turn_costs import trivial_bot

from referee.tournament.cores import Core, core_numbers

FREED_S = 60.0
"""Other runs on this machine, as of other tests, have come to their end by then."""


def cores_of(pid: int) -> set[str]:
    """The cores that the threads of a process may use."""
    statuses = of_threads(pid, "status")
    return {line.split()[1] for status in statuses for line in status.splitlines() if line.startswith("Cpus_allowed_l")}


def test_a_worker_and_its_bots_stay_on_one_core() -> None:
    """Guardian, keepers and bots inherit what the worker was given, and gRPC's threads too."""
    skip_unless(eventually(is_core_free, FREED_S), "no core of this machine is free to be pinned to")
    with running(trivial_bot("python"), workers=1) as (worker, *others):
        below = [cores_of(pid) for pid in others]
        threads = cores_of(worker)
    assert len(below) >= 5
    assert all(cores == threads for cores in below)
    (core,) = threads
    skip_unless(core.isdigit() or is_core_free(), "others have taken the cores of this machine meanwhile")
    assert int(core) in core_numbers()


def test_runs_at_the_same_time_have_different_cores() -> None:
    """As workers of one run have."""
    skip_unless(len(core_numbers()) > 1, "this machine has one core")
    skip_unless(eventually(is_core_free, FREED_S), "no core of this machine is free to be pinned to")
    held = Core.claim(core_numbers())
    try:
        skip_unless(eventually(is_core_free, FREED_S), "others have the cores of this machine")
        with running(trivial_bot("python"), workers=1) as (worker, *_):
            assert held is not None
            assert str(held.number) not in cores_of(worker)
    finally:
        if held is not None:
            held.close()


def is_core_free() -> bool:
    """Whether a worker that begins now would be given a core."""
    core = Core.claim(core_numbers())
    if core is not None:
        core.close()
    return core is not None
