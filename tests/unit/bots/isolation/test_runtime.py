"""What a command needs beside its own folder: prefixes of runtimes, never a home."""

import sys
from pathlib import Path

import pytest

from referee.bots.isolation.runtime import find_runtime


def program(path: Path, text: str = "") -> Path:
    """An executable file, with its folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


def needed(*argv: str | Path, folder: Path, search_path: str = "") -> tuple[str, ...]:
    """The paths."""
    return find_runtime([str(word) for word in argv], folder, search_path, memory_mb=100).paths


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    """A bot's folder."""
    (tmp_path / "bot").mkdir()
    return tmp_path / "bot"


def test_system_and_own_folder_need_nothing(bot: Path) -> None:
    """Both are in every box."""
    assert needed("/usr/bin/env", folder=bot) == ()
    assert needed(program(bot / "run"), folder=bot) == ()


def test_installation_is_bound_whole(bot: Path, tmp_path: Path) -> None:
    """The folder above its bin, if that looks like one."""
    node = program(tmp_path / "opt" / "node" / "bin" / "node")
    (tmp_path / "opt" / "node" / "lib").mkdir()
    assert needed(node, "main.js", folder=bot) == (str(tmp_path / "opt" / "node"),)


def test_lone_program_is_bound_alone(bot: Path, tmp_path: Path) -> None:
    """In a folder of programs that is no installation, its neighbours are not shown."""
    tool = program(tmp_path / "stuff" / "bin" / "tool")
    assert needed(tool, folder=bot) == (str(tool),)


def test_home_is_never_bound(bot: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though there is a bin and a lib in it."""
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "lib").mkdir()
    tool = program(tmp_path / "bin" / "tool")
    assert needed(tool, folder=bot) == (str(tool),)


def test_what_is_not_there_is_not_needed(bot: Path, tmp_path: Path) -> None:
    """Nor what leads in a circle: such a bot fails in its box, and not its box."""
    for name in ("one", "other"):
        (tmp_path / name).symlink_to(tmp_path / ("other" if name == "one" else "one"))
    for interpreter in (tmp_path / "nothing", tmp_path / "one"):
        script = program(bot / "run", f"#!{interpreter}\n")
        assert needed(script, folder=bot) == ()


def test_neither_a_home_nor_a_current_folder_is_needed(
    bot: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A container's user may have no name, and the folder that the referee was started in may be gone."""

    def unknown() -> Path:
        raise RuntimeError("Could not determine home directory.")

    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    monkeypatch.setattr(Path, "home", unknown)
    node = program(tmp_path / "opt" / "node" / "bin" / "node")
    (tmp_path / "opt" / "node" / "lib").mkdir()
    assert needed(node, folder=bot) == (str(tmp_path / "opt" / "node"),)


def test_environment_brings_what_it_was_made_of(bot: Path, tmp_path: Path) -> None:
    """By its links, and by what its pyvenv.cfg says (trap 13)."""
    base = program(tmp_path / "versions" / "3.11" / "bin" / "python3.11")
    (base.parent.parent / "lib").mkdir()
    (base.parent / "python3").symlink_to("python3.11")
    venv = tmp_path / "venv"
    (venv / "bin").mkdir(parents=True)
    (venv / "pyvenv.cfg").write_text(f"home = {base.parent}\nversion = 3.11\n")
    (venv / "bin" / "python").symlink_to(base.parent / "python3")
    assert needed(venv / "bin" / "python", "x.py", folder=bot) == (str(venv), str(base.parent.parent))


def test_environment_inside_the_bots_folder_brings_it_too(bot: Path, tmp_path: Path) -> None:
    """The environment is there, but not what its links lead to."""
    base = program(tmp_path / "versions" / "3.11" / "bin" / "python3.11")
    (base.parent.parent / "lib").mkdir()
    (bot / ".venv" / "bin").mkdir(parents=True)
    (bot / ".venv" / "bin" / "python").symlink_to(base)
    assert needed(bot / ".venv" / "bin" / "python", folder=bot) == (str(base.parent.parent),)


def test_interpreter_of_a_script_is_needed(bot: Path, tmp_path: Path) -> None:
    """By its path, or by its name through env."""
    ruby = program(tmp_path / "ruby" / "bin" / "ruby")
    (ruby.parent.parent / "lib").mkdir()
    direct = program(bot / "direct", f"#!{ruby} -w\n")
    by_name = program(bot / "by_name", "#!/usr/bin/env -S A=1 ruby\n")
    assert needed(direct, folder=bot) == (str(tmp_path / "ruby"),)
    assert needed(by_name, folder=bot, search_path=str(ruby.parent)) == (str(tmp_path / "ruby"),)


def test_shims_need_all_that_is_behind_them(bot: Path, tmp_path: Path) -> None:
    """They are scripts that look for the version that is meant."""
    shim = program(tmp_path / "pyenv" / "shims" / "python3", "#!/usr/bin/env bash\n")
    assert needed(shim, folder=bot, search_path="/usr/bin") == (str(tmp_path / "pyenv"),)


def test_arguments_are_not_bound(bot: Path, tmp_path: Path) -> None:
    """A path in a command may be anything; only the interpreter that `{python}` stands for is needed."""
    secret = tmp_path / "seed"
    secret.write_text("secret")
    wrapper = program(bot / "run", "#!/bin/sh\n")
    assert needed(wrapper, secret, folder=bot) == ()
    assert any(sys.executable.startswith(path) for path in needed(wrapper, sys.executable, folder=bot)) or (
        sys.executable.startswith("/usr/")
    )


@pytest.mark.parametrize(
    ("name", "content", "variables"),
    [
        ("java", b"\x7fELF", {"JAVA_TOOL_OPTIONS": "-XX:MaxRAM=100m"}),
        ("node", b"\x7fELF", {"NODE_OPTIONS": "--max-old-space-size=75"}),
        ("bot", b"\x7fELF" + bytes(1 << 20) + b"\xff Go buildinf:", {"GOMEMLIMIT": "90MiB"}),
        ("bot", b"\x7fELF" + bytes(100), {}),
        ("python3", b"#!/bin/sh \xff Go buildinf:", {}),
    ],
)
def test_runtimes_are_told_their_memory(bot: Path, name: str, content: bytes, variables: dict[str, str]) -> None:
    """Those that would size themselves by the machine (trap 10), and no others."""
    path = program(bot / name)
    path.write_bytes(content)
    assert find_runtime([str(path)], bot, "", memory_mb=100).variables == variables
