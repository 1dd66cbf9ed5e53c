"""A BOT on the command line is a name, an address or a command, and gets a name of its own."""

from pathlib import Path

import pytest

from referee.cli.bot_argument import resolve_bots
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


def test_only_named_bots_stand_in_a_toml(config: TournamentConfig) -> None:
    """What may be wrong with the others is not said in its keys."""
    texts = ("planner", "./other", "other.example.org:443")
    assert [resolve_bots([text], config, "unix")[0].is_listed for text in texts] == [True, False, False]
