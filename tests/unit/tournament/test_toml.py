"""A TOML file read whole: its lines, and what is wrong with it."""

import os
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from referee.errors import ConfigError
from referee.tournament.toml import MAX_BYTES, TomlFile, key_lines, read_toml


def fault_of(content: bytes) -> str:
    """What is wrong with a file `t.toml` of this content, without the name."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "t.toml")
        path.write_bytes(content)
        with pytest.raises(ConfigError) as caught:
            read_toml(path)
        (fault,) = caught.value.faults
        return fault.removeprefix(str(path)).lstrip(",: ")


def toml(text: str) -> TomlFile:
    """A text as if it were read from a file."""
    return TomlFile(path=Path("t.toml"), tables=tomllib.loads(text), lines=key_lines(text))


DOCUMENT = '''# a comment with " and [ and '
[tournament]
name = "a # no comment"    # "one"
  rounds = 3

[rules] # '"""'
colors = 5

[[bot]]
name = "a"
files = [
  "x",   # ]
  "]",
]
env = { A = "1", "B.C" = """
two
lines""" }
[[bot]]

name = \'\'\'
\'\'\'
command = """a ""quoted"" \\""" word"""""
env.X = "1"
[bot.more]
key = [[1], [
2]]
[isolation.env]
"odd key" = 1
'''

LINES = {
    ("tournament",): 2,
    ("tournament", "name"): 3,
    ("tournament", "rounds"): 4,
    ("rules", "colors"): 7,
    ("bot", 0): 9,
    ("bot", 0, "name"): 10,
    ("bot", 0, "files"): 11,
    ("bot", 0, "files", 1): 11,
    ("bot", 0, "env", "B.C"): 15,
    ("bot", 1): 18,
    ("bot", 1, "name"): 20,
    ("bot", 1, "command"): 22,
    ("bot", 1, "env", "X"): 23,
    ("bot", 1, "more"): 24,
    ("bot", 1, "more", "key"): 25,
    ("isolation",): 27,
    ("isolation", "env", "odd key"): 28,
    ("bot", 1, "absent"): 18,
    ("rules", "absent", "more"): 6,
    ("absent",): 0,
    (): 0,
}


def test_lines_of_a_document() -> None:
    """Each key is found on its own line, whatever strings, comments, lists and headers stand around it."""
    file = toml(DOCUMENT)

    assert {path: file.line_of(path) for path in LINES} == LINES


STATEMENTS = st.sampled_from(
    [
        "# [x] = \"' '''",
        "",
        "  a = 1  # [",
        'b = "]#\\"["',
        "c = ']#\"['",
        "d = [\n 1, # ]\n [2,\n 3]]",
        'e = """\n]\n#\\""" """""',
        "f = '''\n'\n]'''''",
        "g.h.i = {x = 1, y = [{z = 2}, {z = 3}]}",
        "'j k'.\"l]m\" = {}",
        "[n]",
        "[ n . o ]",
        "[[p]]",
        "[[p.q]]",
        "[p.q.r] # ]",
        "[[p.'s t']]",
        "[u.v.w]",
    ]
)


def paths_of(node: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every path in a tree, at most four deep."""
    items = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in items:
        if len(path) < 4:
            yield (*path, key)
            yield from paths_of(value, (*path, key))


def paths_before(text: str, line: int) -> set[tuple[str | int, ...]]:
    """The paths in the whole statements above a line."""
    return set(paths_of(tomllib.loads("".join(text.splitlines(keepends=True)[: line - 1]))))


def is_toml(text: str) -> bool:
    """Whether tomllib reads it."""
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    return True


@given(statements=st.lists(STATEMENTS, max_size=20))
@example(statements=["[[p]]", "[[p.q]]", "a = 1", "[[p.q]]", "a = 1", "[p.q.r]", "a = 1", "[[p]]", "[[p.q]]"])
def test_a_key_is_not_there_above_its_line(statements: list[str]) -> None:
    """Cut off above the line found for a key, the text is whole and lacks the key; one statement on, it has it."""
    text, starts = "", [1]
    for statement in statements:
        if is_toml(f"{text}{statement}\n"):  # else a key or section would stand twice
            text += f"{statement}\n"
            starts.append(text.count("\n") + 1)
    file = toml(text)
    for path in set(paths_of(file.tables)):
        line = file.line_of(path)
        following = starts[starts.index(line) + 1]
        assert path not in paths_before(text, line)
        assert path in paths_before(text, following)


def test_byte_order_mark_and_windows_line_ends(tmp_path: Path) -> None:
    """A file saved by a Windows editor is read like any other."""
    path = tmp_path / "t.toml"
    path.write_bytes(b'\xef\xbb\xbfa = 1\r\nb = """x\r\ny"""\r\nc = 2\r\n')
    file = read_toml(path)

    assert file.tables == {"a": 1, "b": "x\ny", "c": 2}
    assert file.lines == {("a",): 1, ("b",): 2, ("c",): 4}


VALUE = "expected a value: text in quotes, a number, true, false, [a list] or {a table}"


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("a = 1\nb = round-robin\n", f"line 2, column 5: {VALUE}"),
        ("a = True", f"line 1, column 5: {VALUE}"),
        ("a =", f"line 1, at the end of the file: {VALUE}"),
        ("\n= 3", "line 2, column 1: expected a key, a [section] or a comment"),
        ("a 3", 'line 1, column 3: expected "=" after the key'),
        ("[a\nb = 1", 'line 1, column 3: expected "]" after the name of the section'),
        ("[[a]\n", 'line 1, column 4: expected "]]" after the name of the section'),
        ("[]", "line 1, column 2: expected a key"),
        ("a = 1 b = 2", "line 1, column 7: expected the end of the line after a value"),
        ('a = "x\nb = 1', "line 1, column 7: a control character or line break stands inside a text or key"),
        ("a = 'x", "line 1, at the end of the file: a text in quotes does not end"),
        ('a = """x\n\n', "line 1, at the end of the file: a text in quotes does not end"),
        ("a = [1 2]", 'line 1, column 8: a list does not end: expected "," or "]"'),
        ("a = {b = 1", 'line 1, at the end of the file: a table in braces does not end: expected "," or "}"'),
        (r'a = "C:\path"', "line 1, column 10: a backslash stands alone: write two, or use single quotes"),
        (r'a = "\u12"', r"line 1, column 8: a \u escape needs four hex digits, \U eight"),
        (r'a = "\ud800"', r"line 1, column 12: a \u escape names no character"),
        ("# \x01", "line 1, column 3: a control character stands in the text"),
        ("a = 2023-02-30", "line 1, column 5: not a date of the calendar"),
        ("[a]\n[a]\n", "line 2, column 3: the section stands twice"),
        ("a = 1\na = 2\n", "line 2, column 6: the key stands twice"),
        ("a = {b = 1, b = 2}", "line 1, column 18: the key stands twice"),
        ("a = []\n[[a]]", "line 2, column 4: a table or list that is complete in itself cannot be added to"),
        ("[a.b]\n[a]\nb.c = 1 # x", "line 3, column 8: the section is already defined"),
        ("a = " + "9" * 5000, "a number has too many digits"),
        ("a = " + "[" * 5000, "lists and tables are nested too deeply"),
    ],
)
def test_syntax(content: str, fault: str) -> None:
    """What tomllib refuses is told with its line and in our words."""
    assert fault_of(content.encode()) == fault


def test_not_utf8() -> None:
    """A file in another encoding is told with the line and the byte."""
    assert fault_of(b"a = 1\nb = 'caf\xe9'\n") == "line 2: expected UTF-8, got the byte 0xe9; save the file as UTF-8"


def test_too_large() -> None:
    """A file of more than a megabyte is no tournament."""
    assert fault_of(b"#" * (MAX_BYTES + 1)) == "expected at most 1048576 bytes, got more"


def test_as_large_as_allowed(tmp_path: Path) -> None:
    """The limit itself is allowed."""
    path = tmp_path / "t.toml"
    path.write_bytes(b"#" * MAX_BYTES)

    assert read_toml(path).tables == {}


def test_missing_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing file brings up a similar one; nothing is suggested where there is none."""
    monkeypatch.chdir(tmp_path)
    Path("league.toml").touch()
    for name, fault in [
        ("leage.toml", "leage.toml: no such file; did you mean league.toml?"),
        ("league", "league: no such file; did you mean league.toml?"),
        ("other.toml", "other.toml: no such file"),
        ("gone.toml", "gone.toml: no such file"),
        ("no/league.toml", "no/league.toml: no such file"),
        ("a\x00b", r"a\x00b: not the name of a file"),
        ("x" * 300, f"{'x' * 300}: cannot be read: file name too long"),
        ("a\nb", r"a\nb: no such file"),
    ]:
        with pytest.raises(ConfigError) as caught:
            read_toml(Path(name))
        assert str(caught.value) == fault


def test_folder_and_pipe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder is told as such, and a pipe is not opened: it could block for ever."""
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    for name, got in [(".", "a folder"), ("pipe", "a device, pipe or socket")]:
        with pytest.raises(ConfigError) as caught:
            read_toml(Path(name))
        assert str(caught.value) == f"{name}: expected a TOML file, got {got}"


@given(content=st.binary(max_size=200))
@example(content=b"a" + b".a" * 500 + b"=1")
@example(content=b"a = 0x" + b"f" * 9000)
def test_garbage(content: bytes) -> None:
    """Whatever bytes stand in the file, it is read, or one fault on one line says why not."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "t.toml")
        path.write_bytes(content)
        try:
            file = read_toml(path)
        except ConfigError as error:
            (fault,) = error.faults
            assert fault.isprintable()
        else:
            assert all(file.line_of((key,)) >= 1 for key in file.tables)


def test_text_that_does_not_end_costs_no_time() -> None:
    """Nor does one with dots before it, where keys are looked for in a text that nobody has read yet."""
    assert fault_of(b"# " + b"." * 99 + b'\na = """' + b"\\n" * 100_000).endswith("a text in quotes does not end")
