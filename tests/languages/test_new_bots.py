"""What `referee new-bot` makes is built and checked by the two commands that it prints, anywhere on the machine."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.languages import TOOLS, require_tools

pytestmark = [pytest.mark.slow, pytest.mark.timeout(3000)]

BIN = Path(sys.executable).parent
"""Where the `referee` of this Python is."""


@pytest.mark.parametrize("language", TOOLS)
def test_printed_commands_build_and_check_it(language: str, tmp_path: Path) -> None:
    """In a folder with spaces in its name, far from the checkout, both commands succeed."""
    require_tools(language)
    folder = tmp_path / f"my {language} bot"
    made = subprocess.run(
        [BIN / "referee", "new-bot", language, folder], capture_output=True, text=True, timeout=60, check=True
    )
    result = subprocess.run(
        ["/bin/sh", "-e"],
        input=made.stdout,
        env=os.environ | {"PATH": f"{BIN}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=1500,
        check=False,
    )
    assert result.returncode == 0, f"{made.stdout}\n{result.stdout[-2000:]}\n{result.stderr[-2000:]}"
