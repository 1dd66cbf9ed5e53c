"""Where pages lie: whatever a bot is called, inside the site."""

from pathlib import PurePosixPath

from hypothesis import given
from hypothesis import strategies as st

from referee.report.site import paths


@given(st.text(max_size=300))
def test_any_name_stays_inside(name: str) -> None:
    """One folder down, without a step up, whatever was written into the results file."""
    for path in (paths.bot_page(name), paths.versus_script(name)):
        parts = PurePosixPath(path).parts
        assert len(parts) == 2
        assert ".." not in parts
        assert path.isascii()
        assert len(parts[1]) <= 60


def test_names_of_the_toml_are_readable() -> None:
    """They stand in the path as they are; others never collide with them."""
    assert paths.bot_page("zheng-he.2") == "bots/zheng-he.2.html"
    assert paths.bot_page("../x").startswith("bots/~")
    assert len({paths.slug(name) for name in ("a/b", "a\\b", "a b", "\udc80", "", "~a")}) == 6


def test_names_that_windows_refuses() -> None:
    """They are not in any path, as a file or as a folder; names that only look like them are."""
    assert all(paths.slug(name).startswith("~") for name in ("CON", "nul", "com1.x", "Lpt9", "dot."))
    assert [paths.slug(name) for name in ("CONx", "com10", "x.nul", "a..b")] == ["CONx", "com10", "x.nul", "a..b"]


def test_links_are_relative_and_quoted() -> None:
    """From any page, with the fragment as it is."""
    assert paths.link("replay.html#series=3", page="bots/a.html") == "../replay.html#series=3"
    assert paths.link("bots/~a b.html", page="index.html") == "bots/~a%20b.html"
    assert paths.link(paths.encounters_page("a", 2), page="encounters/b/1.html") == "../../encounters/a/2.html"
