"""Bots that run somewhere already: TLS, tokens, as many series as they say, and connections that are lost."""

import datetime as dt
import os
import ssl
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from support.certificates import Authority, Identity
from support.real_league import CLOCK, PROGRAMS, RealLeague
from support.sql import ask

from referee.bots.connection import Method
from referee.bots.inquiry import inquire
from referee.bots.pool import Pool
from referee.bots.spec import BotSpec, ProcessSettings
from referee.errors import NotStartedError
from referee.tournament.chair import Chair

TESTS = Path(__file__).parents[1]
HERE = {"greedy": PROGRAMS["greedy"], "random": PROGRAMS["random"]}
HASTY = CLOCK.replace("startup_ms = 60000", "startup_ms = 1000")
"""For bots that run already: those that are started may need longer."""


@contextmanager
def far_bot(*words: object, port: int = 0, room: int = 1) -> Iterator[int]:
    """A bot in a process of its own; its port."""
    command = [sys.executable, "-m", "support.remote_bot", str(port), str(room), *map(str, words)]
    with subprocess.Popen(
        command, cwd=TESTS, env={**os.environ, "PYTHONPATH": str(TESTS)}, stdout=subprocess.PIPE
    ) as bot:
        try:
            assert bot.stdout is not None
            yield int(bot.stdout.readline())
        finally:
            bot.kill()


def tls(folder: Path, name: str, identity: Identity) -> Sequence[object]:
    """The words for a bot that speaks TLS."""
    certificate, key = folder / f"{name}.pem", folder / f"{name}.key"
    certificate.write_bytes(identity.certificate)
    key.write_bytes(identity.key)
    return "--tls", certificate, key


def entry(name: str, address: str, *keys: str) -> str:
    """A `[[bot]]`."""
    return "\n".join([f'[[bot]]\nname = "{name}"\naddress = "{address}"', *keys, ""])


def league_of(folder: Path, mark: str, *entries: str, here: Mapping[str, str], clock: str = CLOCK) -> RealLeague:
    """Bots of this machine, and others."""
    league = RealLeague(folder / "league", mark)
    league.write(programs=here, clock=clock)
    league.toml.write_text("".join([league.toml.read_text(), *entries]))
    return league


def test_bot_behind_tls_plays_with_other_deals_in_both_legs(mark: str, tmp_path: Path) -> None:
    """With a token, never more of its four series at once than it says; the table says why there is no mirror."""
    authority = Authority()
    (tmp_path / "ca.pem").write_bytes(authority.pem)
    (tmp_path / "token").write_text("secret\n")
    keys = ("tls = true", f'ca = "{tmp_path}/ca.pem"', f'token_file = "{tmp_path}/token"')
    with far_bot(*tls(tmp_path, "far", authority.sign()), "--token", "secret", room=2) as port:
        league = league_of(tmp_path, mark, entry("far", f"127.0.0.1:{port}", *keys), here=HERE)
        finished = league.run("--concurrency", "4")
    assert not ask(league.out, "SELECT kind FROM faults")
    assert "the legs of encounters with far have different deals: it runs elsewhere" in " ".join(finished.out.split())
    lines = league.export()
    for one in (line for line in lines if line["leg"] == 1):
        bots = set(one["bots"].values())
        deals = [
            line["deal"]
            for line in lines
            if line["leg"] == 2 and set(line["bots"].values()) == bots and line["round"] == one["round"]
        ]
        assert (one["deal"] in deals) == ("far" not in bots)


def test_certificates_are_looked_at_as_strictly_as_by_grpc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where Python is stricter, as from 3.13 on, one without all that it could have is not refused for that."""
    default = ssl.create_default_context

    def strict(*, cafile: Path) -> ssl.SSLContext:
        context = default(cafile=cafile)
        context.verify_flags |= ssl.VERIFY_X509_STRICT
        return context

    authority = Authority()
    (tmp_path / "ca.pem").write_bytes(authority.pem)
    monkeypatch.setattr(ssl, "create_default_context", strict)
    with far_bot(*tls(tmp_path, "far", authority.sign())) as port:
        assert not inquire(BotSpec(name="far", address=f"127.0.0.1:{port}", tls=True, ca=tmp_path / "ca.pem"))


def test_ways_not_to_be_reached_are_told_apart(mark: str, tmp_path: Path) -> None:
    """All in one run: what is wrong with certificate, port, host or token."""
    good, other = Authority("good"), Authority("other")
    for name, content in {"good.ca": good.pem, "other.ca": other.pem, "right": b"secret", "wrong": b"guess"}.items():
        (tmp_path / name).write_bytes(content)
    ca, token = f'ca = "{tmp_path}/good.ca"', f'token_file = "{tmp_path}/right"'
    yesterday = dt.timedelta(days=-1)
    with (
        far_bot(*tls(tmp_path, "good", good.sign()), "--token", "secret") as right,
        far_bot(*tls(tmp_path, "old", good.sign(left=yesterday))) as old,
        far_bot(*tls(tmp_path, "moved", good.sign("bots.example.org"))) as moved,
        far_bot() as plain,
    ):
        entries = [
            entry("other-ca", f"127.0.0.1:{right}", "tls = true", f'ca = "{tmp_path}/other.ca"', token),
            entry("public-ca", f"127.0.0.1:{right}", "tls = true", token),
            entry("old", f"127.0.0.1:{old}", "tls = true", ca),
            entry("moved", f"127.0.0.1:{moved}", "tls = true", ca),
            entry("plain-port", f"127.0.0.1:{plain}", "tls = true", ca),
            entry("tls-port", f"127.0.0.1:{right}", token),
            entry("no-host", "no-such-host.invalid:443", "tls = true", ca),
            entry("nobody", "127.0.0.1:1"),
            entry("wrong-token", f"127.0.0.1:{right}", "tls = true", ca, f'token_file = "{tmp_path}/wrong"'),
            entry("no-token", f"127.0.0.1:{right}", "tls = true", ca),
        ]
        err = league_of(tmp_path, mark, *entries, here={}, clock=HASTY).run("--concurrency", "10", code=1).err
    at = "could not be reached at 127.0.0.1"
    for sentence in (
        f"other-ca {at}:{right}: its certificate is signed by none in {tmp_path}/other.ca: ",
        f"public-ca {at}:{right}: its certificate is signed by no authority that is known here; name its own with ca: ",
        f"old {at}:{old}: its certificate is out of date: certificate has expired",
        f"moved {at}:{moved}: its certificate is for another host: ",
        f"plain-port {at}:{plain}: it does not speak TLS there, and its [[bot]] says tls = true",
        f"tls-port {at}:{right}: it speaks TLS there; its [[bot]] lacks tls = true",
        "no-host could not be reached at no-such-host.invalid:443: there is no host no-such-host.invalid",
        f"nobody {at}:1: connection refused; likely: it is not running, or host or port is wrong",
        "wrong-token answered Describe with gRPC status UNAUTHENTICATED: wrong token; likely: token_file holds another",
        "no-token answered Describe with gRPC status UNAUTHENTICATED: wrong token; likely: ",
    ):
        assert f"  {sentence}" in err
    assert "10 of 10 bots are not fit to play" in err


def test_connection_that_is_lost_within_a_series_is_a_fault(mark: str, tmp_path: Path) -> None:
    """`disconnected`; the next series waits for the bot, and not for ever."""
    with far_bot("--last-turn", 40) as port, far_bot() as other:
        entries = (entry("far", f"127.0.0.1:{port}"), entry("other", f"127.0.0.1:{other}"))
        league_of(tmp_path, mark, *entries, here={}, clock=HASTY).run("--concurrency", "1")
    kinds = [kind for (kind,) in ask(tmp_path / "league" / "league.results", "SELECT kind FROM faults ORDER BY rowid")]
    assert kinds == ["disconnected", "not-started"]


@pytest.mark.usefixtures("mark")
def test_bot_that_comes_back_between_two_series_plays_on() -> None:
    """It is dialled again until `startup_ms` is over."""
    settings = ProcessSettings(startup_ms=60_000)
    pool = Pool(settings, 2)
    with far_bot() as port:
        spec = BotSpec(name="far", address=f"127.0.0.1:{port}")
        announce(pool, spec)
    with far_bot(port=port) as again:
        assert again == port
        announce(pool, spec)
    pool.close()
    pool = Pool(ProcessSettings(startup_ms=300), 2)
    with pytest.raises(NotStartedError, match=r"could not be reached at .*: connection refused"):
        announce(pool, spec)
    pool.close()


def announce(pool: Pool, spec: BotSpec) -> None:
    """One series, of which nothing is played."""
    with Chair(pool, spec, 1) as chair:
        chair.call(Method.START_SERIES, b"", limit_ms=60_000, margin_ms=0, optional=True)
        chair.discard = False
