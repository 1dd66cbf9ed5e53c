"""A tournament and its live pages, for tests that look at them with a browser."""

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from support.browsing import Visit, visiting
from support.real_league import RealLeague
from support.serving import Served

PROGRAMS = {
    "discarder": "discarder.py",
    "greedy": "greedy.py",
    "slow": f"{Path(__file__).with_name('slow_bot.py')} 10",
}
PATIENCE_MS = 120_000
"""Generous: bots go first, and the machine may be busy with other tests."""
QUIET = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
CUT = ("ERR_CONNECTION_REFUSED", "ERR_INTERNET_DISCONNECTED", "ERR_INCOMPLETE_CHUNKED_ENCODING", "ERR_NETWORK_CHANGED",
       "ERR_EMPTY_RESPONSE", "ERR_CONNECTION_RESET", "ERR_ABORTED", "ERR_NETWORK_IO_SUSPENDED")  # fmt: skip
"""What a browser says of a network that was cut."""

Open = Callable[..., Page]
Axe = Callable[[Page], None]


class Stage:
    """A tournament and its live pages.

    Attributes:
        league: the tournament; `start_run` begins it.
        served: the server.
    """

    def __init__(self, league: RealLeague, port: int = 0) -> None:
        self.league = league
        self.served = self._serve(port)
        self._runs: list[subprocess.Popen[str]] = []

    @property
    def address(self) -> str:
        """Of the front page."""
        return f"http://127.0.0.1:{self.served.port}/"

    def run(self) -> "subprocess.Popen[str]":
        """Begin the tournament, or go on with it."""
        self._runs.append(self.league.start_run(**QUIET))
        return self._runs[-1]

    def end(self) -> None:
        """End the server, and the tournament at once."""
        self.served.end()
        for run in self._runs:
            run.kill()
            run.wait()

    def restart(self) -> None:
        """Serve again, where it was served before."""
        self.served = self._serve(self.served.port)

    def _serve(self, port: int) -> Served:
        return Served(self.league.start("serve", str(self.league.out), "--port", str(port)))


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    """As everywhere, but that what is still being loaded ends when a page is left."""
    with visiting(browser) as visit:
        yield visit
        visit.problems[:] = [one for one in visit.problems if not one.endswith(": net::ERR_ABORTED")]


@pytest.fixture
def stage(mark: str, tmp_path: Path) -> Iterator[Stage]:
    """A tournament that has not begun, and is served."""
    stage = Stage(RealLeague(tmp_path / "league", mark, programs=PROGRAMS, rounds=4))
    yield stage
    stage.end()


def final_count(page: Page) -> int:
    """What the live panel says."""
    return int(page.locator(".live-count b").inner_text())


def wait_for_final(page: Page, count: int) -> None:
    """Wait until so many series are final, by the standings."""
    page.wait_for_function(
        """count => [...document.querySelectorAll(".standings .points")]
            .reduce((sum, cell) => sum + (parseFloat(cell.textContent.replace("½", ".5")) || 0), 0) >= count""",
        arg=count,
        timeout=PATIENCE_MS,
    )


def state(page: Page) -> str:
    """Of the live panel."""
    return page.locator("#live").get_attribute("data-state") or ""


def wait_for_state(page: Page, wanted: str) -> None:
    """Wait until the live panel is in that state."""
    expect(page.locator("#live")).to_have_attribute("data-state", wanted, timeout=PATIENCE_MS)


def forgive_cut(visit: Visit) -> None:
    """Forget what a cut network leads to, and nothing else."""
    visit.problems[:] = [problem for problem in visit.problems if not any(word in problem for word in CUT)]
