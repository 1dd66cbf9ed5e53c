"""What a command loads before it does anything: heavy packages only where they are needed."""

import subprocess
import sys

import pytest

HEAVY = {"scipy", "numpy", "rich", "jinja2", "grpc", "google", "starlette", "uvicorn", "dask", "distributed"}
PLAY = {"grpc", "google", "numpy"}
"""Bots are called, and the luck of a match is counted."""

ALLOWED: dict[str, set[str]] = {
    "referee.cli": set(),
    "referee.bots.guardian": set(),
    "referee.cli.new_bot": set(),
    "referee.cli.doctor": set(),
    "referee.cli.serve": set(),
    "referee.tournament.worker": PLAY,
    "referee.cli.export": PLAY,
    "referee.cli.verify": PLAY,
    "referee.cli.reveal": PLAY,
    "referee.cli.annul": PLAY,
    "referee.cli.replay": PLAY | {"rich"},
    "referee.cli.play": PLAY | {"rich"},
    "referee.cli.check": PLAY | {"rich"},
    "referee.cli.standings": PLAY | {"rich", "scipy"},
    "referee.cli.compare": PLAY | {"rich", "scipy"},
    "referee.cli.run": PLAY | {"rich", "scipy"},
    "referee.cli.report": PLAY | {"rich", "scipy", "jinja2"},
}

_LOADED = """\
import importlib, sys
importlib.import_module(sys.argv[1])
print(*{name.partition(".")[0] for name in sys.modules})
"""


@pytest.mark.parametrize("module", ALLOWED)
def test_heavy_packages_are_loaded_only_where_needed(module: str) -> None:
    """A help page needs none of them; the programs beside every bot nothing but Python."""
    loaded = subprocess.run([sys.executable, "-c", _LOADED, module], capture_output=True, check=True, text=True)
    assert HEAVY.intersection(loaded.stdout.split()) <= ALLOWED[module]
