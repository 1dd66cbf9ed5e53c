"""Live pages when the network is cut, the server stops, or the results vanish: readable, and back by themselves."""

import os
import signal

import pytest
from playwright.sync_api import expect
from support.browsing import Visit
from support.processes import mark
from support.serving import Wire
from support.stages import (
    PATIENCE_MS,
    PROGRAMS,
    Open,
    Stage,
    forgive_cut,
    stage,
    state,
    visit,
    wait_for_final,
    wait_for_state,
)

__all__ = ["mark", "stage", "visit"]

pytestmark = pytest.mark.slow


def test_server_that_stops_and_comes_back(stage: Stage, page: Open, visit: Visit) -> None:
    """The page stays readable and says that it tries again; when the server is back, it goes on by itself."""
    stage.run().wait()
    front = page()
    front.goto(stage.address)
    wait_for_state(front, "finished")
    wait_for_final(front, 24)
    front.evaluate("document.documentElement.dataset.mine = 'kept'")
    stage.served.end()
    lost = front.locator("#live-lost")
    expect(lost).to_contain_text("Connection lost, trying again", timeout=PATIENCE_MS)
    expect(front.locator(".standings tbody tr")).to_have_count(3)
    front.click("[data-sort=strength]")
    stage.league.write(programs=PROGRAMS, rounds=5)
    stage.run().wait()
    stage.restart()
    expect(lost).to_be_hidden(timeout=PATIENCE_MS)
    wait_for_final(front, 30)
    assert front.evaluate("document.documentElement.dataset.mine") == "kept"
    expect(front.locator("[data-sort=strength]")).to_have_attribute("aria-pressed", "true")
    forgive_cut(visit)


def test_network_that_is_cut(stage: Stage, page: Open, visit: Visit) -> None:
    """The server goes on meanwhile: what was missed is there afterwards, and nobody has to do anything."""
    run = stage.run()
    with Wire(stage.served.port) as wire:
        front = page()
        front.goto(f"http://127.0.0.1:{wire.port}/")
        wait_for_final(front, 2)
        front.evaluate("document.documentElement.dataset.mine = 'kept'")
        wire.cut()
        lost = front.locator("#live-lost")
        expect(lost).to_contain_text("Connection lost, trying again", timeout=PATIENCE_MS)
        run.wait()
        assert state(front) == "running"
        wire.mend()
        expect(lost).to_be_hidden(timeout=PATIENCE_MS)
        wait_for_state(front, "finished")
        wait_for_final(front, 24)
        assert front.evaluate("document.documentElement.dataset.mine") == "kept"
        forgive_cut(visit)


def test_network_that_falls_silent(stage: Stage, page: Open, visit: Visit) -> None:
    """Nothing comes, and nothing says that it will not: the page misses the signs of life, and begins anew."""
    stage.run().wait()
    front = page()
    front.goto(stage.address)
    wait_for_state(front, "finished")
    os.kill(stage.served.pid, signal.SIGSTOP)
    lost = front.locator("#live-lost")
    expect(lost).to_contain_text("Connection lost, trying again", timeout=PATIENCE_MS)
    os.kill(stage.served.pid, signal.SIGCONT)
    expect(lost).to_be_hidden(timeout=PATIENCE_MS)
    forgive_cut(visit)


def test_results_that_vanish_leave_the_page_readable(stage: Stage, page: Open) -> None:
    """The panel says that there are none; the table stays."""
    stage.run().wait()
    front = page()
    front.goto(stage.address)
    wait_for_final(front, 24)
    (stage.league.out / "results.db").unlink()
    wait_for_state(front, "waiting")
    expect(front.locator(".standings tbody tr")).to_have_count(3)
