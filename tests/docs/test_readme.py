"""Everything the README shows is true: its commands run, its programs work, its tables are complete."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.requires import skip_unless
from support.serving import Served, get

from referee.cli import COMMANDS
from referee.errors import FaultKind
from referee.tournament.config import load_config

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
SETUP = "sh .ci/setup"


def blocks(language: str) -> list[str]:
    """The fenced blocks of a language, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def table_column(heading: str) -> list[str]:
    """The first cells of the table under a heading that starts so, in back quotes or plain."""
    rows = README.split(heading, 1)[1].split("\n\n", 1)[0].splitlines()
    return [row.split("|")[1].strip().strip("`") for row in rows if row.startswith("| ")]


def run(*words: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run `referee` with this interpreter; it must succeed."""
    command = [sys.executable, "-m", "referee", *words]
    environment = os.environ | {"COLUMNS": "120"}
    return subprocess.run(command, cwd=cwd, env=environment, check=True, capture_output=True, text=True, timeout=240)


@pytest.fixture(scope="module")
def quickstart(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A copy of the tournament and its bots after the README's first command: the TOML, and what was printed."""
    folder = tmp_path_factory.mktemp("quickstart")
    shutil.copytree(ROOT / "example_bots" / "python", folder / "example_bots" / "python")
    (folder / "tournaments").mkdir()
    shutil.copy(ROOT / "tournaments" / "quickstart.toml", folder / "tournaments")
    setup, command = blocks("sh")[0].strip().split(" && ")
    assert setup == SETUP
    program, *words = shlex.split(command)
    assert program == ".venv/bin/referee"
    return folder, run(*words, cwd=folder).stdout


def test_first_command_prints_the_table(quickstart: tuple[Path, str]) -> None:
    """The columns are those shown, planner leads and random is last."""
    shown, printed = blocks("text")[0].splitlines(), quickstart[1].splitlines()
    assert printed[0] == shown[0]
    # The scale of the little plot depends on the deals.
    assert re.findall(r"[^\d\s+-]+", printed[2]) == re.findall(r"[^\d\s+-]+", shown[2])
    places = [row[1] for row in (re.match(r"\d+ +([a-z]+) +[\d.]+ ", line) for line in printed) if row]
    assert (places[0], places[-1]) == ("planner", "random")


def test_second_command_is_the_one_of_the_gate() -> None:
    """`.ci/run` runs the README's test command as it stands there."""
    assert blocks("sh")[1].strip() == f"{SETUP} test && .venv/bin/pytest"
    assert "grep pytest README.md" in (ROOT / ".ci" / "run").read_text()


@pytest.mark.parametrize("line", blocks("sh")[2].splitlines())
def test_commands_on_results_run(quickstart: tuple[Path, str], line: str) -> None:
    """Each of them succeeds on the results of the first command, and says something."""
    _, *words = shlex.split(line)
    finished = run(*words, cwd=quickstart[0])
    assert finished.stdout or finished.stderr


def test_live_pages_are_served_where_it_says(quickstart: tuple[Path, str]) -> None:
    """At the port shown, which is the one the proxy is told, and for requests as that proxy sends them."""
    (line,) = re.findall(r"referee (serve \S+ --port \d+)", README)
    (proxied,) = re.findall(r"proxy_pass http://(127\.0\.0\.1:\d+)/;", README)
    assert line.endswith(proxied.rpartition(":")[2])
    command = [sys.executable, "-m", "referee", *line.split()[:2], "--port", "0"]
    with subprocess.Popen(command, cwd=quickstart[0], stderr=subprocess.PIPE, text=True) as process:
        served = Served(process)
        front = get(served.port, "/", host=proxied)
        served.end()
    assert front.status == 200
    assert "quickstart" in front.text
    assert served.code == 130


@pytest.mark.parametrize("program", ["python3", "sqlite3"])
def test_copy_of_the_results_is_read(quickstart: tuple[Path, str], tmp_path: Path, program: str) -> None:
    """Either way of copying makes a file that the commands read, with the same table."""
    skip_unless(shutil.which(program), f"{program} is not installed")
    (line,) = re.findall(rf"{program} (?:-c|results.db)[^`\n]+", README)
    folder = quickstart[0] / "tournaments" / "quickstart.results"
    subprocess.run(shlex.split(line), cwd=folder, check=True, timeout=60)
    (folder / "copy.db").rename(tmp_path / "results.db")
    assert run("standings", str(tmp_path)).stdout == run("standings", str(folder)).stdout


def test_every_command_is_in_the_table() -> None:
    """None is left out, and none is there that does not exist."""
    listed = [cell.split()[1] for cell in table_column("## Commands\n\n")[1:]]
    assert listed == list(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name: str) -> None:
    """`--help` of a command says what it does."""
    assert "Usage: referee" in run(name, "--help").stdout


def test_every_fault_is_in_the_table() -> None:
    """The kinds of faults, in their order."""
    assert table_column("(`substitute`, for timeouts and illegal turns only).\n\n")[1:] == list(FaultKind)


def test_bot_of_the_readme_plays(tmp_path: Path) -> None:
    """The program shown plays a series against an example bot without a fault."""
    (tmp_path / "shown.py").write_text(blocks("python")[0])
    shutil.copytree(ROOT / "example_bots" / "python" / "lostcities", tmp_path / "lostcities")
    rival = ROOT / "example_bots" / "python" / "discarder.py"
    shown = run("play", "{python} shown.py", f"{{python}} {shlex.quote(str(rival))}", cwd=tmp_path).stdout
    assert re.search(r"^(shown|discarder) (beats|draws with) (shown|discarder) by ", shown, re.MULTILINE)


def test_program_that_checks_a_deal_prints_what_is_shown() -> None:
    """Commitment and cards, letter for letter."""
    finished = subprocess.run(
        [sys.executable, "-c", blocks("python")[1]], check=True, capture_output=True, text=True, timeout=60
    )
    assert finished.stdout == blocks("text")[1]


def test_tournament_of_the_readme_loads(tmp_path: Path) -> None:
    """The smallest TOML is one, with the folders it names in place."""
    shutil.copytree(ROOT / "example_bots" / "python", tmp_path / "example_bots" / "python")
    (tmp_path / "my_bot").mkdir()
    (tmp_path / "my_bot" / "my_bot.py").write_text(blocks("python")[0])
    (tmp_path / "tournaments").mkdir()
    path = tmp_path / "tournaments" / "own.toml"
    path.write_text(blocks("toml")[0])
    assert [entry.name for entry in load_config(path).entries] == ["mine", "planner"]
