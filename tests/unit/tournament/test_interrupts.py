"""What the first, the second and the third signal of a run do."""

import signal

import pytest

from referee.tournament.interrupts import Interrupts, StopNow

SIGNALS = [signal.SIGINT, signal.SIGTERM]


def interrupt_twice() -> None:
    """A run that is stopped at once."""
    with Interrupts(lambda: None):
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)


@pytest.mark.parametrize("first", SIGNALS)
@pytest.mark.parametrize("second", SIGNALS)
def test_first_drains_second_stops_third_does_nothing(first: signal.Signals, second: signal.Signals) -> None:
    """Whichever of the two it is; what is to be said is said once."""
    said = []
    with Interrupts(lambda: said.append("stopping")) as interrupts:
        assert (interrupts.is_draining, interrupts.is_stopping) == (False, False)
        signal.raise_signal(first)
        assert (interrupts.is_draining, interrupts.is_stopping) == (True, False)
        with pytest.raises(StopNow):
            signal.raise_signal(second)
        signal.raise_signal(first)
        assert (interrupts.is_draining, interrupts.is_stopping) == (True, True)
    assert said == ["stopping"]


def test_handlers_are_put_back() -> None:
    """Also after a stop."""
    before = [signal.getsignal(number) for number in SIGNALS]
    with pytest.raises(StopNow):
        interrupt_twice()
    assert [signal.getsignal(number) for number in SIGNALS] == before


def test_signal_inside_of_a_print_is_heeded_without_a_word() -> None:
    """Python refuses to write to a stream inside of a write to it; the run drains all the same."""

    def announce() -> None:
        raise RuntimeError("reentrant call inside <_io.BufferedWriter name='<stderr>'>")

    with Interrupts(announce) as interrupts:
        signal.raise_signal(signal.SIGTERM)
        assert interrupts.is_draining


def test_stop_is_not_taken_for_a_failure() -> None:
    """It passes every `except Exception`, so that it makes no series void."""
    assert not issubclass(StopNow, Exception)
