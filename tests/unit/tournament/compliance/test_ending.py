"""The steps in which a bot stops."""

from collections.abc import Iterator
from typing import Any

import pytest
from support.candidates import Stable, candidate, said

from referee.bots.launch import BotProcess, Exit
from referee.tournament.compliance import farewell
from referee.tournament.compliance.candidate import Candidate
from referee.tournament.compliance.ending import leaves_no_process, stops_on_sigterm
from referee.tournament.compliance.farewell import Farewell, bid_farewell
from referee.tournament.compliance.tree import Member, ProcessTree


class ManualTime:
    """A clock that goes on only when someone sleeps."""

    def __init__(self) -> None:
        self.now_s = 100.0

    def monotonic(self) -> float:
        """The time."""
        return self.now_s

    def sleep(self, seconds: float) -> None:
        """Let it pass."""
        self.now_s += seconds


CLOCK = ManualTime()
CHILD = Member(pid=7, started_ticks=1, command="sleep\x1b 61")


class Ending(BotProcess):
    """A process that ends when it is told to, after some time."""

    def __init__(self, status: int | None, *, after_s: float = 0.02, gone: int | None = None) -> None:
        self.status = status
        self.after_s = after_s
        self.gone = gone
        self.asked_s = 0.0

    def exit_status(self) -> int | None:
        """Whether it was gone before."""
        return self.gone

    def ask_to_stop(self) -> None:
        """Look at the clock."""
        self.asked_s = CLOCK.monotonic()

    def wait_exit(self, timeout_s: float) -> Exit | None:
        """Its end."""
        return None if self.status is None else Exit(status=self.status, at_s=self.asked_s + self.after_s)

    def log_tail(self, lines: int = 20) -> str:
        """A word."""
        return "bye"


class Family(ProcessTree):
    """The bot, then whoever is still there at each look."""

    def __init__(self, *looks: list[Member]) -> None:
        self.looks = iter(looks)

    def members(self) -> list[Member]:
        """The next look."""
        return next(self.looks)

    def survivors(self, members: list[Member]) -> list[Member]:
        """The next look, too."""
        return next(self.looks)


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test waits."""
    monkeypatch.setattr(farewell, "time", CLOCK)


def ended(**fields: Any) -> Candidate:
    """A candidate that ended in that way."""
    one = candidate(Stable())

    def dismiss() -> Farewell:
        one.seen.farewell = Farewell(**fields)
        return one.seen.farewell

    one.dismiss = dismiss  # type: ignore[method-assign]  # how it ends is tested apart
    return one


BOT = Member(pid=5, started_ticks=1, command="bot")


def test_process_that_ends_at_once_leaves_nothing() -> None:
    """Its status, and how long it took."""
    seen = bid_farewell(Ending(0), Family([BOT], []), 500)
    assert (seen.was_gone, seen.exit_status, seen.left, seen.log_tail) == (False, 0, (), "bye")
    assert seen.took_ms == pytest.approx(20)


def test_rest_of_its_group_has_the_rest_of_the_grace() -> None:
    """A child that was told to stop too may take as long."""
    seen = bid_farewell(Ending(0), Family([BOT], [CHILD], [CHILD], []), 500)
    assert seen.left == ()


def test_what_is_left_shortly_before_the_end_of_the_grace_is_told() -> None:
    """Then it is killed."""
    looks: Iterator[list[Member]] = iter([[CHILD]] * 100)
    seen = bid_farewell(Ending(0), Family([BOT], *looks), 500)
    assert seen.left == (CHILD,)


def test_process_that_was_gone_is_not_asked() -> None:
    """Its status is told, and who still holds out."""
    process = Ending(0, gone=3)
    seen = bid_farewell(process, Family([CHILD]), 500)
    assert (seen.was_gone, seen.exit_status, seen.left, process.asked_s) == (True, 3, (CHILD,), 0.0)


def test_what_cannot_be_seen_is_not_known_to_be_left() -> None:
    """Where the system shows no processes."""
    seen = bid_farewell(Ending(None), Family([], []), 500)
    assert (seen.exit_status, seen.left) == (None, None)


@pytest.mark.parametrize(
    ("fields", "status", "sentence"),
    [
        ({"exit_status": 0, "took_ms": 21}, "passed", "exited with status 0 after 21 ms; 500 ms are allowed"),
        ({"exit_status": -15, "took_ms": 3}, "passed", "killed by SIGTERM after 3 ms; 500 ms are allowed"),
        ({"exit_status": -9, "took_ms": 500}, "failed", "it did not end within 500 ms and had to be killed"),
        ({"exit_status": None}, "failed", "it did not end within 500 ms and had to be killed"),
        ({"exit_status": 3, "was_gone": True}, "failed", "it was gone already: exited with status 3"),
    ],
)
def test_stopping(fields: dict[str, Any], status: str, sentence: str) -> None:
    """Any status is good, if the bot ended by itself and in time."""
    with ended(**fields) as one:
        assert said(stops_on_sigterm(one)) == (status, sentence)


@pytest.mark.parametrize(
    ("left", "status", "sentence"),
    [
        ((), "passed", "nothing that it started runs on"),
        (None, "skipped", "its processes cannot be seen here"),
        ((CHILD,), "failed", r"1 process ran on and had to be killed: sleep\x1b 61 (7)"),
        (
            (CHILD,) * 5,
            "failed",
            r"5 processes ran on and had to be killed: " + ", ".join([r"sleep\x1b 61 (7)"] * 3) + " and 2 more",
        ),
    ],
)
def test_leaving(left: tuple[Member, ...] | None, status: str, sentence: str) -> None:
    """Whoever is left is named, escaped; of many, three."""
    with ended(exit_status=0, left=left) as one:
        stops_on_sigterm(one)
        assert said(leaves_no_process(one)) == (status, sentence)


def test_candidate_is_stopped_after_its_farewell() -> None:
    """Its folder and connection are given back, and how it ended is remembered."""
    stable = Stable(tree=Family([BOT], []))
    with candidate(stable) as one:
        start = stable.start

        def start_with_process(*arguments: Any) -> Any:
            specimen = start(*arguments)
            return type(specimen)(
                callee=specimen.callee,
                describe_reply=b"",
                startup_ms=1,
                visit=specimen.visit,
                stop=specimen.stop,
                process=Ending(0),
                tree=specimen.tree,
            )

        one._start = start_with_process
        assert one.dismiss().exit_status == 0
        assert stable.acts == ["stop"]
        assert one.seen.farewell is not None
