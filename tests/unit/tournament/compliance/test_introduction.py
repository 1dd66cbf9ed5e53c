"""The steps in which a bot starts and says who it is."""

import pytest
from support.candidates import Stable, candidate, said
from support.fake_bot import FakeBot

from referee.bots.connection import Answer, Method
from referee.errors import BotStatusError, FaultKind, NotStartedError, Symptoms
from referee.tournament.compliance.introduction import says_who_it_is, starts_in_time
from referee.wire._gen.lostcities.v1 import bot_service_pb2 as service


class Describing(FakeBot):
    """Answers Describe with the bytes that it logs."""

    def call(
        self, method: Method, request: bytes, *, limit_ms: float, margin_ms: float, optional: bool = False
    ) -> Answer | None:
        """Answer."""
        super().call(method, request, limit_ms=limit_ms, margin_ms=margin_ms, optional=optional)
        return Answer(reply=self.log.encode("latin-1"), elapsed_ms=1)


def describing(**fields: str) -> Stable:
    """Bots that describe themselves so."""
    raw = service.DescribeResponse(**fields).SerializeToString()
    return Stable(make=lambda: Describing(log=raw.decode("latin-1")), describe_reply=raw)


def test_start_is_told_with_its_limit() -> None:
    """How long it took, and how long it may take."""
    with candidate(Stable(startup_ms=310)) as one:
        finding = starts_in_time(one)
    assert said(finding) == ("passed", "ready after 310 ms; 10 s are allowed")
    assert finding.figures == {"startup_ms": 310, "allowed_ms": 10_000}


def test_slow_start_is_warned_of() -> None:
    """More than half of the time is too much for a busy machine."""
    with candidate(Stable(startup_ms=5001)) as one:
        assert said(starts_in_time(one)) == (
            "passed",
            "ready after 5 s; 10 s are allowed, and a busy machine is slower",
        )


def test_failed_start_has_the_last_lines() -> None:
    """The reason is that of a tournament, with exit status and log."""
    error = NotStartedError("exited with status 1", Symptoms(exit_status=1, log_tail="oh no"))
    with candidate(Stable(error=error)) as one:
        finding = starts_in_time(one)
    assert said(finding) == ("failed", "greedy exited with status 1")
    assert finding.kind is FaultKind.NOT_STARTED
    assert finding.evidence is not None
    assert (finding.evidence.exit_status, finding.evidence.log_tail) == (1, "oh no")


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({}, "a bot without a name"),
        ({"name": "greedy", "version": "1", "language": "Python"}, "greedy 1 in Python"),
        ({"name": "x\x1b[2J", "author": "y\n"}, r"x\x1b[2J by y\n"),
        ({"name": "x" * 100}, "x" * 59 + "…"),
    ],
)
def test_description_is_shown_escaped_and_cut(fields: dict[str, str], sentence: str) -> None:
    """Whatever a bot says of itself is one harmless line."""
    with candidate(describing(**fields)) as one:
        assert said(says_who_it_is(one)) == ("passed", sentence)


def test_describe_need_not_be_implemented() -> None:
    """UNIMPLEMENTED is as good as any answer."""
    stable = Stable(make=lambda: FakeBot(lacks=frozenset({Method.DESCRIBE})), describe_reply=None)
    with candidate(stable) as one:
        assert said(says_who_it_is(one)) == ("passed", "Describe is not implemented, which is fine")


def test_description_must_be_readable() -> None:
    """Garbage is a failure, though a tournament would not look."""
    stable = Stable(make=lambda: Describing(log="\xff\xff"), describe_reply=b"\xff\xff")
    with candidate(stable) as one:
        assert said(says_who_it_is(one)) == ("failed", "greedy answered 2 bytes that are not a DescribeResponse")


def test_describe_is_asked_again() -> None:
    """Another failure than the first time is the bot's, and costs the process."""
    error = BotStatusError("answered Describe with gRPC status INTERNAL", Symptoms(log_tail="once only"))
    stable = Stable(make=lambda: FakeBot(failures={Method.DESCRIBE: error}))
    with candidate(stable) as one:
        finding = says_who_it_is(one)
        assert stable.acts == ["stop"]
    assert said(finding) == ("failed", "asked again, greedy answered Describe with gRPC status INTERNAL")
