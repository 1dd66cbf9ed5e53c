"""`referee new-bot`: a project that can be built where it lies, and never one on top of other files."""

import os
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from support.example_bots import FOLDER

from referee.bots.spec import BotSpec
from referee.cli import new_bot
from referee.cli.new_bot import NEXT_STEPS, make_project
from referee.errors import ConfigError
from referee.tournament.fingerprint import covered_files

EXAMPLES = FOLDER.parent
every_language = pytest.mark.parametrize("language", NEXT_STEPS)


def ignored(language: str) -> set[str]:
    """What is built in the folder of a language, as its .gitignore has it."""
    path = EXAMPLES / language / ".gitignore"
    return set(path.read_text("utf-8").split()) if path.exists() else set()


def test_every_example_is_a_language() -> None:
    """Each folder of example bots can be made anew."""
    assert set(NEXT_STEPS) == {path.name for path in EXAMPLES.iterdir() if path.is_dir()}


@every_language
def test_project_stands_alone(language: str, tmp_path: Path) -> None:
    """The protocol lies in the project, and nothing in it names a file outside."""
    make_project(language, tmp_path / "bot")
    contents = {path.name: path.read_bytes() for path in (tmp_path / "bot").rglob("*") if path.is_file()}
    assert {"README.md", "game.proto", "bot_service.proto"} <= set(contents)
    assert [name for name, content in contents.items() if b"../proto" in content] == []


@every_language
def test_next_steps_are_those_of_the_readme(language: str, tmp_path: Path) -> None:
    """What is printed to build and to check is what the README says."""
    builds, check = NEXT_STEPS[language]
    make_project(language, tmp_path)
    readme = (tmp_path / "README.md").read_text("utf-8")
    indented = [line.strip() for line in readme.splitlines() if line.startswith("    ")]
    assert [line for line in builds if line not in indented] == []
    assert check in indented


@every_language
def test_what_runs_is_what_the_fingerprint_covers(language: str, tmp_path: Path) -> None:
    """By the README's [[bot]]: a program that was built anew is noticed, and not only its sources."""
    make_project(language, tmp_path)
    lines = (tmp_path / "README.md").read_text("utf-8").splitlines()
    table = "\n".join(line.strip() for line in lines[lines.index("    [[bot]]") :] if line.startswith("    "))
    (entry,) = tomllib.loads(table)["bot"]
    built = entry["command"].split()[-1]
    (tmp_path / built).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / built).touch()
    spec = BotSpec(name="x", command=(built,), dir=tmp_path, files=tuple(entry.get("files", ())))
    assert os.path.normpath(built) in covered_files(spec)


def test_python_bot_comes_alone(tmp_path: Path) -> None:
    """One bot of nobody's name, what it needs, and a README that speaks of them only."""
    make_project("python", tmp_path)
    files = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.*") if path.is_file()}
    assert {name for name in files if "/" not in name} == {"README.md", "bot.py", "lost_cities_bot.py"}
    bot, readme = (tmp_path / "bot.py").read_text("utf-8"), (tmp_path / "README.md").read_text("utf-8")
    assert "class MyBot(Bot):" in bot
    assert f'name = "{tmp_path.name}"' in bot
    assert "serve(MyBot())" in bot
    named = set(re.findall(r"[\w./]+\.(?:pyi?|proto)\b", readme)) - {".proto"}
    assert named <= files


@every_language
def test_bot_is_called_like_its_folder(language: str, tmp_path: Path) -> None:
    """In what it says of itself and in its lines for a TOML, so that two new bots can meet as they are."""
    folder = tmp_path / "Ann's 1st bot ä"
    make_project(language, folder)
    assert 'name = "Ann-s-1st-bot--"' in (folder / "README.md").read_text("utf-8")
    sources = [path for path in folder.rglob("*") if path.suffix in (".py", ".go", ".rs", ".java", ".ts", ".cpp")]
    assert sum('"Ann-s-1st-bot--"' in path.read_text("utf-8") for path in sources) == 1
    assert not any(name in path.read_text("utf-8") for path in sources for name in ('"pathfinder"', '"my-bot"'))


def test_what_was_built_is_not_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths of the .gitignore and Python's caches stay behind; a like name further down does not."""
    bots, proto = tmp_path / "bots", tmp_path / "proto"
    for name in ("go/target/big", "go/src/gen/made.go", "go/src/target/kept.go", "go/src/__pycache__/x.pyc"):
        path = bots / name
        path.parent.mkdir(parents=True)
        path.touch()
    (bots / "go" / ".gitignore").write_text("/target/\n/src/gen/\n", "utf-8")
    (proto / "lostcities").mkdir(parents=True)
    monkeypatch.setattr(new_bot, "_PLACES", ((tmp_path / "none", proto), (bots, proto)))

    make_project("go", tmp_path / "bot")

    files = [str(path.relative_to(tmp_path / "bot")) for path in (tmp_path / "bot").rglob("*") if path.is_file()]
    assert sorted(files) == [".gitignore", "src/target/kept.go"]


def test_command_prints_the_next_two_commands(tmp_path: Path) -> None:
    """Building and checking go to stdout, ready for a shell, with the folder quoted."""
    folder = tmp_path / "my bot"
    result = CliRunner().invoke(new_bot.command, ["CPP", str(folder)])
    assert result.exit_code == 0
    assert result.stdout == (
        f"cd '{folder}' && cmake -B build && cmake --build build\nreferee check build/pathfinder\n"
    )
    assert "README.md" in result.stderr


def test_folder_with_files_is_refused(tmp_path: Path) -> None:
    """A folder that holds something is left as it is; the exit code is that of a wrong usage."""
    (tmp_path / "notes.txt").touch()
    with pytest.raises(ConfigError, match="but it has files in it; name another") as refusal:
        make_project("go", tmp_path)
    assert refusal.value.exit_code == 2
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


@pytest.mark.parametrize("is_new", [True, False])
def test_signal_leaves_no_half_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_new: bool) -> None:
    """The same command may be given again."""
    folder = tmp_path / "bot"
    if not is_new:
        folder.mkdir()

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(new_bot, "_reword", interrupted)
        with pytest.raises(KeyboardInterrupt):
            make_project("python", folder)
    assert folder.exists() is not is_new
    make_project("python", folder)


def test_file_is_refused(tmp_path: Path) -> None:
    """A file in the place of the folder is named as such, and one above it too."""
    (tmp_path / "file").touch()
    with pytest.raises(ConfigError, match="got a file; name another"):
        make_project("go", tmp_path / "file")
    with pytest.raises(ConfigError, match="expected a folder that can be written, got Not a directory"):
        make_project("go", tmp_path / "file" / "bot")


def test_wheel_leaves_out_what_was_built() -> None:
    """The wheel excludes every path that a .gitignore of an example names."""
    settings: dict[str, Any] = tomllib.loads((EXAMPLES.parent / "pyproject.toml").read_text("utf-8"))
    wheel = settings["tool"]["hatch"]["build"]["targets"]["wheel"]
    built = {f"/example_bots/{language}/{path.strip('/')}" for language in NEXT_STEPS for path in ignored(language)}
    assert set(wheel["exclude"]) == built
