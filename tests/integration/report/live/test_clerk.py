"""One thread, one call after the other."""

import threading
from collections.abc import Iterator
from functools import partial

import pytest

from referee.report.live.clerk import Clerk


@pytest.fixture
def clerk() -> Iterator[Clerk]:
    """One that is gone after the test."""
    clerk = Clerk("test")
    yield clerk
    clerk.close()
    clerk.join()
    assert "test" not in [thread.name for thread in threading.enumerate()]


def test_calls_are_made_in_order_by_one_thread(clerk: Clerk) -> None:
    """Not by ours."""
    order: list[int] = []

    def note(number: int) -> int:
        order.append(number)
        return threading.get_ident()

    futures = [clerk.call(partial(note, number)) for number in range(9)]
    threads = {future.result(5) for future in futures}
    assert order == list(range(9))
    assert len(threads) == 1
    assert threading.get_ident() not in threads


def test_errors_are_the_callers(clerk: Clerk) -> None:
    """And the next call is made all the same."""
    with pytest.raises(ZeroDivisionError):
        clerk.call(lambda: 1 / 0).result(5)
    assert clerk.call(lambda: 7).result(5) == 7


def test_what_nobody_waits_for_is_not_begun(clerk: Clerk) -> None:
    """A call that was given up before its turn."""
    gate, made = threading.Event(), []
    first = clerk.call(lambda: gate.wait(5))
    second = clerk.call(lambda: made.append("second"))
    assert second.cancel()
    gate.set()
    assert first.result(5)
    clerk.call(lambda: None).result(5)
    assert not made
