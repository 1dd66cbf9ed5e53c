"""The tournaments that come with the project."""

import re
from pathlib import Path

import pytest
from support.tomls import TWO_BOTS, load

from referee.tournament.config import BOT_KEYS, SECTIONS, config_tables, load_config
from referee.tournament.fingerprint import covered_files

TOURNAMENTS = Path(__file__).parents[3] / "tournaments"


@pytest.mark.parametrize("path", sorted(TOURNAMENTS.glob("*.toml")), ids=lambda path: path.name)
def test_it_loads(path: Path) -> None:
    """Every tournament has no fault, and every bot in it has a program that is there."""
    config = load_config(path)

    assert config.tournament.name == path.stem
    assert all(entry.is_remote or covered_files(entry) for entry in config.entries)


def test_quickstart() -> None:
    """The first tournament a host runs has four bots from one folder."""
    config = load_config(TOURNAMENTS / "quickstart.toml")

    assert [entry.name for entry in config.entries] == ["random", "discarder", "greedy", "planner"]


def keys_by_section(text: str) -> dict[str, set[str]]:
    """The keys of a text by section, also those that are commented out."""
    keys: dict[str, set[str]] = {}
    section = ""
    for line in text.splitlines():
        if header := re.fullmatch(r"(?:# )?\[+(\w+)\]+", line):
            section = header[1]
        elif key := re.match(r"(?:# )?(\w+) = ", line):
            keys.setdefault(section, set()).add(key[1])
    return keys


def test_league_names_every_key() -> None:
    """The league shows each key there is in its section, so that none is forgotten, and none that there is not."""
    shown = keys_by_section((TOURNAMENTS / "league.toml").read_text("utf-8"))

    assert shown == {**{section: set(keys) for section, keys in SECTIONS.items()}, "bot": set(BOT_KEYS)}


def test_league_shows_the_defaults(tmp_path: Path) -> None:
    """What the league sets is the default, but for its name and rounds, so its lines can be deleted one by one."""
    league = config_tables(load_config(TOURNAMENTS / "league.toml"))
    plain = config_tables(load(tmp_path, TWO_BOTS, name="league.toml"))
    del league["bot"], plain["bot"]

    assert league.pop("tournament") == {**plain.pop("tournament"), "rounds": 10}
    assert league == plain


def test_league_tells_every_default() -> None:
    """Each key of a section has a comment above it that ends with its default."""
    lines = (TOURNAMENTS / "league.toml").read_text("utf-8").splitlines()
    for section in SECTIONS:
        start = lines.index(f"[{section}]")
        for key in SECTIONS[section]:
            end = next(n for n in range(start, len(lines)) if re.match(rf"(?:# )?{key} = ", lines[n]))
            comment = []
            while lines[(end := end - 1)].startswith("# ") and not re.match(r"# \w+ = ", lines[end]):
                comment.append(lines[end])
            assert "Default" in " ".join(comment), key
