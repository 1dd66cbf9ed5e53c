"""By which settings `referee play` plays."""

from pathlib import Path

import pytest
from support.tomls import TWO_BOTS, load

from referee.cli.play import _settings
from referee.rules.variant import Variant


@pytest.mark.parametrize(
    ("rules", "colors", "variant"),
    [
        ("", None, Variant()),
        ("", 6, Variant(colors=6, deck_only_after=400)),
        ("colors = 6", 5, Variant()),
        ("deck_only_after = 40", 6, Variant(colors=6, deck_only_after=40)),
        ("colors = 6\ndeck_only_after = 40", 6, Variant(colors=6, deck_only_after=40)),
        ("bonus_counts = 'numbers'", 6, Variant(colors=6, deck_only_after=400, bonus_counts="numbers")),
    ],
)
def test_colors_change_nothing_that_the_toml_sets(
    rules: str, colors: int | None, variant: Variant, tmp_path: Path
) -> None:
    """When the piles are closed depends on the colors by default only."""
    assert _settings(load(tmp_path, f"[rules]\n{rules}\n{TWO_BOTS}"), colors).play.variant == variant


def test_bots_get_the_variables_of_the_tournament(tmp_path: Path) -> None:
    """A bot that needs one would not start without; a bot without a TOML gets none."""
    assert _settings(load(tmp_path, f"[isolation]\nenv = {{A = 'b'}}\n{TWO_BOTS}"), None).processes.env == (("A", "b"),)
    assert _settings(None, None).processes.env == ()
