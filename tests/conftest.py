"""What holds for every test: how many examples hypothesis tries, and that nothing is left behind."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from support import leftovers
from support.requires import REQUIRE_ALL

# Examples are small games played to some length: slow machines are not a reason to fail. The gate tries more of them,
# the same ones each time.
settings.register_profile("default", max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("thorough", settings.get_profile("default"), max_examples=60, derandomize=True, database=None)
settings.load_profile("thorough" if os.environ.get("CI") or os.environ.get(REQUIRE_ALL) else "default")

FOLDER = pytest.StashKey[Path]()
LEFT = pytest.StashKey[list[str]]()


def pytest_sessionstart(session: pytest.Session) -> None:
    """Give the run a folder for its temporary files."""
    session.config.stash[FOLDER] = leftovers.begin_run()


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail the run if a process, a socket or a folder is left."""
    left = leftovers.end_run(session.config.stash[FOLDER])
    session.config.stash[LEFT] = left
    if left:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say what is left."""
    if left := config.stash.get(LEFT, []):
        terminalreporter.section("left behind by the tests", red=True)
        terminalreporter.write_line("\n".join(left))
