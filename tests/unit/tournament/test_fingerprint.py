"""What identifies a bot's code."""

import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from referee.bots.spec import BotSpec
from referee.errors import ConfigError
from referee.tournament import fingerprint as fingerprint_module
from referee.tournament.fingerprint import covered_files, fingerprint, matching_files

TREE = ("a.py", "b.py", "c.txt", ".hidden", "lib/d.py", "lib/deep/e.py", "lib/deep/f[1].txt", "lib/__pycache__/d.pyc")


@pytest.fixture
def spec(tmp_path: Path) -> BotSpec:
    """A bot with a tree of files, each holding its own name."""
    for name in TREE:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    return BotSpec(name="x", command=("{python}", "a.py"), dir=tmp_path)


@pytest.mark.parametrize(
    ("pattern", "names"),
    [
        ("a.py", ["a.py"]),
        ("./lib//d.py", ["lib/d.py"]),
        ("*.py", ["a.py", "b.py"]),
        ("?.txt", ["c.txt"]),
        ("[ac].*", ["a.py", "c.txt"]),
        ("[ab].py", ["a.py", "b.py"]),
        ("*", [".hidden", "a.py", "b.py", "c.txt"]),
        ("lib/*", ["lib/d.py"]),
        ("lib/**", ["lib/d.py", "lib/deep/e.py", "lib/deep/f[1].txt"]),
        ("**/*.py", ["a.py", "b.py", "lib/d.py", "lib/deep/e.py"]),
        ("lib/**/e.py", ["lib/deep/e.py"]),
        ("lib/**/d.py", ["lib/d.py"]),
        ("**/deep/**", ["lib/deep/e.py", "lib/deep/f[1].txt"]),
        ("lib/deep/f[1].txt", ["lib/deep/f[1].txt"]),
        ("lib/__pycache__/*", ["lib/__pycache__/d.pyc"]),
        ("**/__pycache__/*", ["lib/__pycache__/d.pyc"]),
        ("*/**", ["lib/d.py", "lib/deep/e.py", "lib/deep/f[1].txt"]),
        ("lib", []),
        ("a.py/**", []),
        ("A.PY", []),
        ("no/**", []),
    ],
)
def test_patterns(spec: BotSpec, pattern: str, names: list[str]) -> None:
    """`*` stays inside a name, `**` goes down, and what Python leaves behind counts only where it is named."""
    assert sorted(matching_files(spec.dir, pattern)) == names


def test_name_of_a_file_is_no_pattern(spec: BotSpec) -> None:
    """A file that is called like the pattern is the one that is meant."""
    (spec.dir / "lib/deep/f1.txt").touch()
    assert list(matching_files(spec.dir, "lib/deep/f[1].txt")) == ["lib/deep/f[1].txt"]


def test_links(spec: BotSpec) -> None:
    """A linked file is covered, a linked folder is not entered, a pipe is no file."""
    (spec.dir / "lib" / "link.py").symlink_to(spec.dir / "a.py")
    (spec.dir / "lib" / "loop").symlink_to(spec.dir)
    os.mkfifo(spec.dir / "lib" / "pipe.py")

    assert sorted(matching_files(spec.dir, "lib/**/*.py")) == ["lib/d.py", "lib/deep/e.py", "lib/link.py"]


@pytest.mark.parametrize(
    ("command", "names"),
    [
        (("{python}", "a.py", "--depth", "3"), ("a.py",)),
        (("./b.py", "lib/../lib/d.py", "a.py", "a.py"), ("a.py", "b.py", "lib/d.py")),
        (("node", "lib", "no.js", "../x", "/bin/sh", "", "y" * 5000), ()),
        (("java", "*.py"), ()),
    ],
)
def test_files_named_in_the_command(spec: BotSpec, command: tuple[str, ...], names: tuple[str, ...]) -> None:
    """Without patterns, the words of the command that are files below the folder are covered."""
    assert covered_files(replace(spec, command=command)) == names


def test_an_absolute_path_in_the_command(spec: BotSpec) -> None:
    """A file below the folder is covered however the command names it."""
    assert covered_files(replace(spec, command=(str(spec.dir / "a.py"),))) == ("a.py",)


def test_what_it_is(spec: BotSpec) -> None:
    """The fingerprint is the SHA-256 of one line of JSON, so that anyone can compute it."""
    digest = hashlib.sha256(b"a.py").hexdigest()
    line = f'{{"command": ["{{python}}", "a.py"], "files": {{"a.py": "{digest}"}}}}'

    assert fingerprint(spec) == hashlib.sha256(line.encode()).hexdigest()


def test_of_a_remote_bot() -> None:
    """Of a bot that runs elsewhere only the address is known, and no file."""
    remote = BotSpec(name="x", address="h:1")
    line = json.dumps({"address": "h:1"})

    assert fingerprint(remote) == hashlib.sha256(line.encode()).hexdigest()
    assert covered_files(remote) == ()


def test_what_changes_it(spec: BotSpec) -> None:
    """Content, paths, the set of files and the command change it."""
    spec = replace(spec, files=("lib/**", "*.py"))
    seen = {fingerprint(spec), fingerprint(replace(spec, command=("{python}", "b.py")))}
    (spec.dir / "a.py").write_text("changed")
    seen.add(fingerprint(spec))
    (spec.dir / "a.py").rename(spec.dir / "z.py")
    seen.add(fingerprint(spec))
    (spec.dir / "lib" / "new").touch()
    seen.add(fingerprint(spec))

    assert len(seen) == 5


def test_what_does_not_change_it(spec: BotSpec, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Other files, times, modes, the place of the folder, the name, and the order of patterns do not."""
    spec = replace(spec, files=("lib/**", "*.py"))
    before = fingerprint(spec)
    (spec.dir / "c.txt").write_text("changed")
    (spec.dir / "lib" / "__pycache__" / "new.pyc").touch()
    (spec.dir / "a.py").chmod(0o700)
    os.utime(spec.dir / "b.py", (1, 1))
    moved = tmp_path_factory.mktemp("moved") / "here"
    spec.dir.rename(moved)

    assert fingerprint(replace(spec, dir=moved, name="y", files=("*.py", "lib/**", "a.py"))) == before


def test_the_order_of_the_file_system(spec: BotSpec, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file system that lists its entries the other way round gives the same fingerprint."""
    spec = replace(spec, files=("**",))
    before, walk = fingerprint(spec), os.walk

    def walk_backwards(top: Path) -> Iterator[tuple[str, list[str], list[str]]]:
        for root, folders, names in walk(top):
            folders.sort(reverse=True)
            yield root, folders, sorted(names, reverse=True)

    monkeypatch.setattr(os, "walk", walk_backwards)

    assert next(matching_files(spec.dir, "**")) == "c.txt"
    assert covered_files(spec) == (".hidden", "a.py", "b.py", "c.txt", "lib/d.py", "lib/deep/e.py", "lib/deep/f[1].txt")
    assert fingerprint(spec) == before


def test_a_file_that_cannot_be_read(spec: BotSpec) -> None:
    """A covered file that is gone by the time it is read is told with bot and file."""
    (spec.dir / "a.py").unlink()
    with pytest.raises(ConfigError) as caught:
        fingerprint_module._file_digest(spec, "a.py")

    assert str(caught.value) == "bot x: a.py cannot be read for the fingerprint: no such file or directory"
