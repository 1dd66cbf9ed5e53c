"""What is executed, in which environment."""

import sys
from pathlib import Path

import pytest

from referee.bots.command import argv_of, environment_of
from referee.bots.spec import BotSpec, ProcessSettings
from referee.errors import NotStartedError

ENVIRONMENT = {"PATH": "", "LOST_CITIES_BOT_ADDRESS": "unix:/x/bot.sock"}


def test_environment_is_all_a_bot_gets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the referee's but PATH; the host's additions; and an address that nobody overrides."""
    monkeypatch.setenv("PATH", "/bin")
    monkeypatch.setenv("SECRET", "seed")
    spec = BotSpec(name="a", env=(("A", "1"), ("HOME", "/elsewhere"), ("LOST_CITIES_BOT_ADDRESS", "mine")))
    settings = ProcessSettings(env=(("A", "0"), ("B", "2")))
    assert environment_of(spec, settings, home="/x", told="unix:/x/bot.sock") == {
        "PATH": "/bin",
        "LANG": "C.UTF-8",
        "HOME": "/elsewhere",
        "TMPDIR": "/x",
        "A": "1",
        "B": "2",
        "LOST_CITIES_BOT_ADDRESS": "unix:/x/bot.sock",
    }


def test_placeholders_are_filled_in_wherever_they_stand() -> None:
    """Also inside a word; other braces are the bot's own."""
    spec = BotSpec(name="a", command=("{python}", "--listen={address}", "{other}", "{}"))
    assert argv_of(spec, ENVIRONMENT) == [sys.executable, "--listen=unix:/x/bot.sock", "{other}", "{}"]


def test_word_with_a_slash_is_relative_to_the_folder() -> None:
    """And an absolute one is itself."""
    assert argv_of(BotSpec(name="a", command=("./bot", "./x"), dir=Path("/bots")), ENVIRONMENT) == ["/bots/bot", "./x"]
    assert argv_of(BotSpec(name="a", command=("/bin/bot",), dir=Path("/bots")), ENVIRONMENT) == ["/bin/bot"]


def test_word_without_a_slash_is_looked_up_on_the_bots_path(tmp_path: Path) -> None:
    """Not in its folder, and not on the referee's PATH if the host gave it another one."""
    (tmp_path / "bot").touch(mode=0o755)
    spec = BotSpec(name="a", command=("bot", "x"), dir=tmp_path)
    assert argv_of(spec, {**ENVIRONMENT, "PATH": str(tmp_path)}) == [str(tmp_path / "bot"), "x"]
    with pytest.raises(NotStartedError, match="there is no command 'bot' on PATH"):
        argv_of(spec, {**ENVIRONMENT, "PATH": "/nowhere"})
