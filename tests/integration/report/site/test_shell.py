"""What stands around pages: data in scripts, and texts made harmless."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.report.site.shell import asset_names, data_script, harmless, read_asset, render_page

HOSTILE = "</script><!--<script>\u2028\u2029&\x00\U0001f600\ud800"


@given(st.text() | st.just(HOSTILE))
def test_data_end_no_script(text: str) -> None:
    """Nothing in them ends a script or a line, and they mean what they meant."""
    script = data_script(text, [text, None, 1.5]).decode("ascii")
    assert "<" not in script
    assert script.count("\n") == 1
    assert json.loads(script.removeprefix("LostCities.take(...").removesuffix(");\n")) == [text, [text, None, 1.5]]


def test_no_number_is_none() -> None:
    """A value that is no number is an error of ours, and no page."""
    with pytest.raises(ValueError, match="JSON"):
        data_script("key", float("nan"))


def test_value_of_the_wrong_kind() -> None:
    """It is told as Python does: whoever holds a damaged file responsible knows no templates."""
    with pytest.raises(AttributeError, match="no attribute 'standings'"):
        render_page("faults.html.jinja", page="faults/1.html", overview=7, faults=[], shown=[], number=1)


def test_texts_are_harmless() -> None:
    """Tags are escaped, control characters and marks of direction shown; lines and firm blanks stay."""
    assert harmless("a\u202eb\x1b[2J\nc\N{NO-BREAK SPACE}d") == "a\\u202eb\\x1b[2J\nc\N{NO-BREAK SPACE}d"
    assert harmless(12) == 12


def test_assets() -> None:
    """All of them can be read; nothing else can."""
    assert {"theme.css", "theme.js", "report.css", "tables.css", "front.js", "square.js", "data.js"} <= set(
        asset_names()
    )
    assert all(read_asset(name) for name in asset_names())
    for name in ("../shell.py", "", "theme.css/"):
        with pytest.raises(KeyError):
            read_asset(name)


def test_assets_name_nothing_outside() -> None:
    """No style sheet or script asks another machine for anything."""
    for name in asset_names():
        text = read_asset(name).decode()
        assert "@import" not in text
        assert "url(" not in text
        assert "http" not in text.replace("http://www.w3.org/2000/svg", "").replace("http://www.w3.org/1999/xlink", "")
