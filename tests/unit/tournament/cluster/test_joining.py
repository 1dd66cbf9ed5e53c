"""What is wrong with the way to a cluster is said before anything is done."""

import importlib.util
import signal

import pytest

from referee.errors import ConfigError
from referee.tournament.cluster import joining
from referee.tournament.cluster.joining import check_cluster
from referee.tournament.interrupts import ENDINGS, Interrupts, StopNow


@pytest.mark.parametrize(
    "address",
    [None, "tcp://10.0.0.1:8786", "tls://scheduler:8786", "tcp://scheduler", "tcp://[::1]:8786", "wss://a.b:443"],
)
def test_addresses(address: str | None) -> None:
    """As Dask prints them; none is a cluster of one's own."""
    check_cluster(address)


@pytest.mark.parametrize(
    "address",
    ["", "10.0.0.1:8786", "http://10.0.0.1:8787", "tcp://", "tcp://a:b", "tcp://a b:1", "tcp://a:0", "tcp://a:65536"],
)
def test_what_is_no_address_is_refused(address: str) -> None:
    """With an example."""
    with pytest.raises(ConfigError) as caught:
        check_cluster(address)
    expected = "--scheduler: expected an address such as tcp://10.0.0.1:8786"
    assert str(caught.value) == f'{expected}, got "{address}"'


def test_extra_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the command that installs it."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "distributed" else name)
    with pytest.raises(ConfigError, match=r"not installed here; .*: sh \.ci/setup distributed$") as caught:
        check_cluster(None)
    assert caught.value.exit_code == 2


@pytest.mark.parametrize("number", ENDINGS)
def test_dask_is_not_interrupted_as_it_begins(number: signal.Signals, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second signal is heeded afterwards, also one that was put off until now: our own alarm."""
    monkeypatch.setattr(joining, "ensure_running", lambda: None)
    begun = []

    def begin() -> None:
        with joining._signals_held_back():
            signal.raise_signal(number)
            begun.append("Dask")

    with Interrupts(lambda: None):
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(StopNow):
            begin()
    assert begun
