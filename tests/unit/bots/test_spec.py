"""What crosses to worker processes."""

import pickle
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

from referee.bots.spec import BotSpec, ProcessSettings


def test_specs_and_settings_cross_to_workers_unchanged() -> None:
    """They are pickled on the way."""
    spec = BotSpec(name="a", command=("{python}", "a.py"), dir=Path("/bots"), env=(("A", "1"),), ca=Path("ca.pem"))
    settings = ProcessSettings(log_dir=Path("/logs"), processes="fresh")
    there_and_back = pickle.loads(pickle.dumps((spec, settings)))  # noqa: S301 - our own
    assert there_and_back == (spec, settings)
    assert len({spec, spec}) == 1


def test_specs_do_not_change() -> None:
    """They are shared between series."""
    spec = BotSpec(name="a")
    with pytest.raises(FrozenInstanceError):
        spec.name = "b"  # type: ignore[misc] # that is the point


def test_bot_without_a_command_is_remote() -> None:
    """Either a command is started, or an address dialled."""
    assert BotSpec(name="a", address="example.org:443").is_remote
    assert not BotSpec(name="a", command=("true",)).is_remote
