"""A BOT on the command line is a name, an address or a command, and gets a name of its own."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli import check
from referee.cli.bot_argument import resolve_bots
from referee.cli.new_bot import NEXT_STEPS
from referee.errors import ConfigError
from referee.tournament.config import TournamentConfig, load_config

TOML = """
[[bot]]
name = "planner"
command = "./planner"

[[bot]]
name = "far"
address = "bots.example.org:443"
"""


@pytest.fixture
def config(tmp_path: Path) -> TournamentConfig:
    """Two named bots."""
    path = tmp_path / "two.toml"
    path.write_text(TOML)
    return load_config(path)


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("{python} my_bot.py", "my_bot"),
        ("{python} -m my_bot", "my_bot"),
        ("{python} -m", "python-"),
        ("./target/release/bot --fast", "bot"),
        ("java -jar target/planner.jar", "planner"),
        ("venv/bin/python3.11 my_bot.py", "my_bot"),
        ("venv/bin/python", "python"),
        ("'strange name!'", "strange-name-"),
        ("{address}", "address-"),
        ("x" * 100, "x" * 38),
    ],
)
def test_names_of_commands(command: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first word that is a file gives the name, else the first that is no option, placeholder or interpreter."""
    (tmp_path / "target").mkdir()
    (tmp_path / "venv" / "bin").mkdir(parents=True)
    (tmp_path / "venv" / "bin" / "python3.11").touch()
    (tmp_path / "target" / "planner.jar").touch()
    monkeypatch.chdir(tmp_path)
    (spec,) = resolve_bots([command], None, "unix")
    assert spec.name == name
    assert spec.dir == tmp_path


def test_same_bot_twice_has_two_names() -> None:
    """The second one is called `A.2`."""
    assert [spec.name for spec in resolve_bots(["./bot", "./bot"], None, "tcp")] == ["bot", "bot.2"]


def _program(folder: Path, name: str) -> str:
    """A file that a command may name."""
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).touch()
    return name


@pytest.mark.parametrize("language", NEXT_STEPS)
def test_new_bots_are_called_like_their_folders(language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From inside and from outside: their programs have the same name in every folder."""
    check_words = shlex.split(NEXT_STEPS[language][1])
    command = check_words[-1]
    program = command.split()[-1]
    for name in ("mine", "yours"):
        _program(tmp_path / name, program)
    monkeypatch.chdir(tmp_path / "mine")
    assert [spec.name for spec in resolve_bots([command], None, "unix")] == ["mine"]
    other = command.replace(program, f"../yours/{program}")
    assert [spec.name for spec in resolve_bots([command, other], None, "unix")] == ["mine", "yours"]
    assert [spec.name for spec in resolve_bots([command, command], None, "unix")] == ["mine", "mine.2"]


def test_programs_of_the_same_name_are_called_like_their_folders(
    config: TournamentConfig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only where that tells them apart: else they are A and A.2; a bot of a TOML keeps its name."""
    monkeypatch.chdir(tmp_path)
    old, new = (_program(tmp_path, f"{folder}/planner") for folder in ("old", "new"))
    texts = ([old, new], [old, old], [old, "no/planner"], ["planner", new])
    names = [[spec.name for spec in resolve_bots(pair, config, "unix")] for pair in texts]
    assert names == [["old", "new"], ["planner", "planner.2"], ["old", "planner"], ["planner", "new"]]


def test_name_of_the_config_comes_first(config: TournamentConfig) -> None:
    """A name of the TOML is that bot, and an address is a remote one."""
    named, remote = resolve_bots(["planner", "localhost:50051"], config, "unix")
    assert named == config.entries[0]
    assert (remote.name, remote.address, remote.command) == ("localhost-50051", "localhost:50051", None)


def test_nearly_a_name_of_the_config_is_asked_about(config: TournamentConfig) -> None:
    """A word that is close to a name is not run as a command."""
    with pytest.raises(ConfigError, match=r'got plannr; did you mean "planner"'):
        resolve_bots(["plannr"], config, "unix")


@pytest.mark.parametrize("text", ["", "   ", "'unclosed"])
def test_no_command_at_all(text: str) -> None:
    """Nothing, and a quotation that does not end."""
    with pytest.raises(ConfigError, match=r"^BOT: expected "):
        resolve_bots([text], None, "unix")


@pytest.mark.parametrize("text", ["bots.example.org:0", "bots.example.org:65536", "[::1]:99999"])
def test_address_whose_port_is_none(text: str) -> None:
    """It is no bot that cannot be reached: told as in a TOML."""
    expected = f'BOT: expected host:port with a port from 1 to 65535, got "{text}"'
    with pytest.raises(ConfigError, match=f"^{re.escape(expected)}$"):
        resolve_bots([text], None, "unix")


def test_only_named_bots_stand_in_a_toml(config: TournamentConfig) -> None:
    """What may be wrong with the others is not said in its keys."""
    texts = ("planner", "./other", "other.example.org:443")
    assert [resolve_bots([text], config, "unix")[0].is_listed for text in texts] == [True, False, False]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the command is typed, with a bot of `new-bot` in a folder of its own."""
    (tmp_path / "my bot").mkdir()
    for name in ("bot.py", "lost_cities_bot.py"):
        (tmp_path / "my bot" / name).write_text("import lostcities")
    (tmp_path / "bot.py").write_text("import lostcities")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("'my bot'", 'got the folder "my bot"; write "{python} \'my bot/bot.py\'"'),
        ("bot.py", 'got the Python file "bot.py"; write "{python} bot.py"'),
        ("./bot.py --fast", 'got the Python file "bot.py"; write "{python} ./bot.py --fast"'),
        ("'my bot/bot.py'", 'got the Python file "my bot/bot.py"; write "{python} \'my bot/bot.py\'"'),
        ('./bot.py "$HOME"', 'got the Python file "bot.py"; write \'{python} ./bot.py "$HOME"\''),
    ],
)
@pytest.mark.usefixtures("folder")
def test_folder_or_python_file_is_answered_with_what_to_write(text: str, message: str) -> None:
    """The words are those that start the bot, ready for a shell."""
    with pytest.raises(ConfigError) as refusal:
        resolve_bots([text], None, "unix")
    assert str(refusal.value) == f"BOT: expected a command, {message}"


def test_check_is_answered_with_the_whole_command(folder: Path) -> None:
    """It takes one BOT, so that nothing is left to fill in."""
    result = CliRunner().invoke(check.command, [str(folder / "bot.py")])
    assert str(result.exception).endswith(f'; write referee check "{{python}} {folder}/bot.py"')


def test_folder_of_many_programs_is_not_guessed_at(folder: Path) -> None:
    """Nothing is suggested that may be wrong."""
    (folder / "my bot" / "bot.py").rename(folder / "my bot" / "other.py")
    with pytest.raises(ConfigError, match=r'the folder "my bot"; name the program in it that is the bot$'):
        resolve_bots(["'my bot'"], None, "unix")


def test_scripts_and_commands_are_started_as_they_are(folder: Path) -> None:
    """A Python file with a #! line and the right to be executed; a command of PATH, whatever lies here."""
    (folder / "bot.py").write_text("#!/usr/bin/env python3")
    (folder / "bot.py").chmod(0o755)
    (folder / "sh").mkdir()
    assert [spec.command for spec in resolve_bots(["./bot.py", "sh"], None, "unix")] == [("./bot.py",), ("sh",)]
