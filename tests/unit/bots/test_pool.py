"""Which instance plays next, without any process."""

import pytest

from referee.bots.instance import Instance
from referee.bots.launch import Guardian
from referee.bots.pool import Pool
from referee.bots.spec import BotSpec, ProcessSettings
from referee.errors import NotStartedError

A = BotSpec(name="a", command=("a",))
B = BotSpec(name="b", command=("b",))
REMOTE = BotSpec(name="far", address="example.org:443")


class FakeInstance(Instance):
    """An instance that is only counted."""

    def __init__(self, spec: BotSpec, events: list[str]) -> None:
        self.spec = spec
        self.dead = False
        self.stop_count = 0
        self._events = events

    @property
    def is_remote(self) -> bool:
        """As its spec."""
        return self.spec.is_remote

    @property
    def is_alive(self) -> bool:
        """As the test says."""
        return not self.dead

    def ask_to_stop(self) -> None:
        """Note it."""
        self._events.append(f"ask {self.spec.name}")

    def stop(self) -> None:
        """Note it."""
        self.stop_count += 1
        self._events.append(f"stop {self.spec.name}")


class Works:
    """Makes fakes, and remembers them."""

    def __init__(self) -> None:
        self.made: list[FakeInstance] = []
        self.events: list[str] = []
        self.fails = False

    def start(self, spec: BotSpec, settings: ProcessSettings, guardian: Guardian) -> Instance:
        """Make one."""
        if self.fails:
            raise NotStartedError("did not start")
        self.made.append(FakeInstance(spec, self.events))
        return self.made[-1]

    def pool(self, max_processes: int = 10, settings: ProcessSettings | None = None) -> Pool:
        """A pool of such."""
        return Pool(settings or ProcessSettings(), max_processes, start=self.start)

    def stopped(self) -> list[int]:
        """Which of those made have been stopped."""
        return [number for number, instance in enumerate(self.made) if instance.stop_count]


@pytest.fixture
def works() -> Works:
    """Where instances are made."""
    return Works()


def serve(pool: Pool, spec: BotSpec, leg: int, *, discard: bool = False) -> Instance:
    """One series of one bot."""
    instance = pool.acquire(spec, leg)
    pool.release(instance, discard=discard)
    return instance


def test_instance_is_used_again_for_the_same_leg(works: Works) -> None:
    """Starting is dear."""
    pool = works.pool()
    assert serve(pool, A, 1) is serve(pool, A, 1)
    assert len(works.made) == 1


def test_instance_never_serves_both_legs(works: Works) -> None:
    """It could recognise the mirror's deals."""
    pool = works.pool()
    first = serve(pool, A, 1)
    second = serve(pool, A, 2)
    assert first is not second
    assert serve(pool, A, 1) is first
    assert serve(pool, A, 2) is second


def test_instance_never_serves_another_bot(works: Works) -> None:
    """Places are a bot's own."""
    pool = works.pool()
    assert serve(pool, A, 1) is not serve(pool, B, 1)


def test_instance_in_use_is_not_given_twice(works: Works) -> None:
    """One instance serves one series at a time."""
    pool = works.pool()
    assert pool.acquire(A, 1) is not pool.acquire(A, 1)


def test_discarded_instance_is_stopped(works: Works) -> None:
    """One that committed a fault does not come back."""
    pool = works.pool()
    serve(pool, A, 1, discard=True)
    assert works.stopped() == [0]
    serve(pool, A, 1)
    assert len(works.made) == 2


def test_fresh_instances_are_stopped_after_each_series(works: Works) -> None:
    """That is what `fresh` says."""
    pool = works.pool(settings=ProcessSettings(processes="fresh"))
    serve(pool, A, 1)
    serve(pool, A, 1)
    assert works.stopped() == [0, 1]


def test_instance_that_died_idle_is_replaced_in_silence(works: Works) -> None:
    """Nobody had asked it anything; what is left of it is cleared away."""
    pool = works.pool()
    serve(pool, A, 1)
    works.made[0].dead = True
    assert pool.acquire(A, 1) is works.made[1]
    assert works.stopped() == [0]


def test_instance_that_died_in_use_is_not_kept(works: Works) -> None:
    """Dead is dead, fault or not."""
    pool = works.pool()
    instance = pool.acquire(A, 1)
    works.made[0].dead = True
    pool.release(instance, discard=False)
    assert works.stopped() == [0]


def test_longest_idle_goes_when_the_pool_is_full(works: Works) -> None:
    """Use counts, not age."""
    pool = works.pool(max_processes=2)
    serve(pool, A, 1)
    serve(pool, A, 2)
    serve(pool, A, 1)
    serve(pool, B, 1)
    assert works.stopped() == [1]
    assert serve(pool, A, 1) is works.made[0]


def test_instances_in_use_count_and_are_spared(works: Works) -> None:
    """A series gets its bots, even where that is one too many."""
    pool = works.pool(max_processes=2)
    pool.acquire(A, 1)
    serve(pool, A, 2)
    pool.acquire(B, 1)
    assert works.stopped() == [1]
    pool.acquire(B, 2)
    assert works.stopped() == [1]


def test_pool_shrinks_to_its_bound_again(works: Works) -> None:
    """What was too many is stopped at the next start."""
    pool = works.pool(max_processes=2)
    for instance in [pool.acquire(A, 1) for _ in range(4)]:
        pool.release(instance, discard=False)
    pool.acquire(B, 1)
    assert works.stopped() == [0, 1, 2]


def test_remote_bots_are_no_processes(works: Works) -> None:
    """They neither count nor make room."""
    pool = works.pool(max_processes=1)
    serve(pool, REMOTE, 1)
    serve(pool, A, 1)
    serve(pool, REMOTE, 2)
    assert works.stopped() == []
    serve(pool, B, 1)
    assert [works.made[number].spec.name for number in works.stopped()] == ["a"]


def test_failed_start_is_passed_on_and_leaves_the_pool_as_it_was(works: Works) -> None:
    """The caller makes a fault of it."""
    pool = works.pool()
    works.fails = True
    with pytest.raises(NotStartedError):
        pool.acquire(A, 1)
    works.fails = False
    serve(pool, A, 1)
    pool.close()
    assert works.stopped() == [0]


def test_closing_asks_all_before_it_waits_for_any(works: Works) -> None:
    """Idle or in use; and twice is once."""
    pool = works.pool()
    serve(pool, A, 1)
    pool.acquire(B, 1)
    pool.close()
    assert works.events == ["ask a", "ask b", "stop b", "stop a"]
    pool.close()
    assert works.events == ["ask a", "ask b", "stop b", "stop a"]


def test_kept_instance_is_known_and_may_be_left_aside(works: Works) -> None:
    """An instance is kept from its second series on; who wants a fresh one gets one, and the kept one stays."""
    pool = works.pool()
    first = pool.acquire(A, 1)
    assert not pool.is_kept(first)
    pool.release(first, discard=False)
    fresh = pool.acquire(A, 1, fresh=True)
    assert fresh is not first
    assert not pool.is_kept(fresh)
    assert pool.acquire(A, 1) is first
    assert pool.is_kept(first)
