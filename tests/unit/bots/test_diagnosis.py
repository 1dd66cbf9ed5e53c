"""Why a bot did not start, in exact words."""

import errno
from pathlib import Path

import pytest

from referee.bots import diagnosis


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (
            0,
            "exited with status 0 before it answered Describe; likely: it does its work and ends instead of serving",
        ),
        (127, "exited with status 127 before it answered Describe; likely: what its script calls is not installed"),
        (77, "exited with status 77 before it answered Describe; likely: see the last lines of its log"),
        (
            -11,
            "killed by SIGSEGV before it answered Describe; likely: it, or a library of it, was built for another",
        ),
    ],
)
def test_early_end_tells_status_and_causes(status: int, words: str) -> None:
    """Known statuses have their usual causes."""
    assert diagnosis.ended_early(status).startswith(words)


@pytest.mark.parametrize(
    ("log", "words"),
    [
        ("OSError: [Errno 30] Read-only file system: 'x.log'", "; in its box it may write to /tmp only, which is"),
        ("Error: EROFS: read-only file system, open 'x.log'", "; in its box it may write to /tmp only, which is"),
        ("<urlopen error [Errno -3] Temporary failure in name resolution>", "; in its box there is no network ("),
        ("dial tcp: lookup a.org on [::1]:53: read: connection refused", "; in its box there is no network ("),
        ("java.net.UnknownHostException: a.org", "; in its box there is no network ("),
        ("KeyError: 3", "; likely: an exception at start-up, or a module or a file it needs is missing, or its box: "),
    ],
)
def test_box_is_named_where_a_boxed_bot_ends(log: str, words: str) -> None:
    """For certain where the log says so, else as one of the likely causes; with how to try it without."""
    reason = diagnosis.ended_early(1, box_log=log)
    assert reason.startswith(f"exited with status 1 before it answered Describe{words}")
    assert reason.endswith("(to try it without a box: --isolation none, and another --out)")
    assert "box" not in diagnosis.ended_early(1)
    assert "box" not in diagnosis.ended_early(0, box_log=log)
    assert "write" not in diagnosis.ended_early(-9, "using more than 200 MB", box_log=log)


def test_remedies_are_those_of_where_the_bot_was_named() -> None:
    """Keys of the TOML that it stands in; options, or a TOML to make, of a command line."""
    listed, given = (diagnosis.remedies(is_listed=is_listed) for is_listed in (True, False))
    assert 'unix sockets (transport = "tcp"), or it needs longer to start (startup_ms)' in diagnosis.never_listened(
        "unix:…", 9, listed
    )
    assert (
        "unix sockets (--transport tcp), or it needs longer to start (startup_ms in a TOML, with --config)"
        in diagnosis.never_listened("unix:…", 9, given)
    )
    assert diagnosis.never_answered(9, given).endswith("longer to start (startup_ms in a TOML, with --config)")
    assert diagnosis.not_reached("x:1", "", given).endswith("it wants TLS (tls = true in a TOML, with --config)")
    missing = diagnosis.not_executed(Path("/no"), errno.ENOENT, "no such file", given)
    assert missing.endswith("likely: the command is wrong, or it has not been built yet")
    assert diagnosis.command_not_found("planner", given).endswith("a bot in a TOML (add --config TOML)")
    assert "--config" not in diagnosis.command_not_found("planner", listed)


def test_untrusted_texts_are_escaped() -> None:
    """A bot's words and a host's paths stay on one line."""
    assert diagnosis.answered_wrongly("UNKNOWN", "a\nb") == r"answered Describe with gRPC status UNKNOWN: a\nb"
    assert diagnosis.not_executed(Path("/no/a\nb"), errno.ENOENT, "no such file").isprintable()
    assert diagnosis.not_reached("a\x1b:1", "x" * 1000).isprintable()


def test_reason_without_known_causes_ends_with_what_was_seen(tmp_path: Path) -> None:
    """Nothing is made up."""
    tmp_path.chmod(0o755)
    reason = diagnosis.not_executed(tmp_path, errno.E2BIG, "Argument list too long")
    assert reason == f"could not be started: '{tmp_path}': Argument list too long (mode drwxr-xr-x)"
