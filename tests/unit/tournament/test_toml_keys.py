"""Keys of several parts in a TOML file: their lines, and how many parts they may have."""

from pathlib import Path

import pytest

from referee.errors import ConfigError
from referee.tournament.toml import key_lines, read_toml


def test_keys_with_dots_have_lines_of_their_own() -> None:
    """Also where an earlier line began their table; below four parts they have that of the fourth."""
    assert key_lines("a.b = 1\na.c = 2\nd.e.f.g.h = 3\n") == {
        ("a",): 1,
        ("a", "b"): 1,
        ("a", "c"): 2,
        ("d",): 3,
        ("d", "e"): 3,
        ("d", "e", "f"): 3,
        ("d", "e", "f", "g"): 3,
    }
    assert key_lines("[a.b.c.d.e]\n") == {("a", "b", "c", "d")[:end]: 1 for end in range(1, 5)}


@pytest.mark.parametrize(
    "key", ["a" + ".a" * 100_000, "[a" + ' . "b.c"' * 100_000 + "]", "[x]\nb = {c" + ".d" * 31 + " = 1}"]
)
def test_key_of_very_many_parts(key: str, tmp_path: Path) -> None:
    """It would take tens of gigabytes, and has no meaning."""
    path = tmp_path / "t.toml"
    path.write_text(f"{key} = 1")
    line = 1 + key.count("\n")
    with pytest.raises(ConfigError, match=f"line {line}: expected at most 30 dots outside of texts, got more$"):
        read_toml(path)


def test_thirty_dots_are_not_too_many(tmp_path: Path) -> None:
    """On a line; a file may have more."""
    path = tmp_path / "t.toml"
    path.write_text("".join(f"{first}{'.x' * 30} = 1\n" for first in "ab"))
    assert set(read_toml(path).tables) == {"a", "b"}


@pytest.mark.parametrize("text", ["1." * 99, "1." * 99 + "\\n" * 999])
@pytest.mark.parametrize("quotes", ['"{}"', '"""\n{}"""', "'{}'", "'''\n{}'''", "'x' # {}"])
def test_dots_in_texts_and_comments_are_no_key(quotes: str, text: str, tmp_path: Path) -> None:
    """However many."""
    path = tmp_path / "t.toml"
    path.write_text(f"a = {quotes.format(text)}\n")
    assert "a" in read_toml(path).tables
