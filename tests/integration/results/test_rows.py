"""What a results file tells."""

from dataclasses import replace

from support.records import header


def test_who_runs_elsewhere() -> None:
    """Bots with an address; of those that the TOML does not name any more nobody can tell."""
    config = {"bot": [{"name": "here", "command": "x"}, {"name": "there", "address": "example.org:443"}]}
    told = replace(header(), config=config)
    assert [told.is_remote(bot) for bot in ("here", "there", "gone")] == [False, True, None]
    assert header().is_remote("here") is None
