"""Whatever a bot writes into its name, its notes, its errors and its log: no output does what it says."""

import csv
import io
import json

import pytest
from support.real_run import Run, command_output, example_bot, faults_of, run_referee, write_toml, zoo_bot

WORDS = r'\x1b[31mred\x1b[0m,"quoted"\r\n=1+1\u202e\x7f\x9b2J'
MEANT = WORDS.encode().decode("unicode_escape")
COMMANDS = {
    "standings": ("standings", "{}"),
    "standings --json": ("standings", "{}", "--json"),
    "standings --csv": ("standings", "{}", "--csv"),
    "standings --markdown": ("standings", "{}", "--markdown"),
    "replay 1": ("replay", "{}", "1"),
    "replay 2": ("replay", "{}", "2"),
    "jsonl": ("export", "{}", "--format", "jsonl"),
    "csv": ("export", "{}", "--format", "csv"),
    "pgn": ("export", "{}", "--format", "pgn"),
}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A bot that scrawls notes in match 1 and errors in match 2, against an honest one."""
    folder = tmp_path_factory.mktemp("scrawl")
    write_toml(folder, [example_bot("greedy"), zoo_bot("scrawler", f"scrawls {WORDS}")], {"clock": {"turn_ms": 10_000}})
    return run_referee(folder)


def test_words_are_kept_escaped(run: Run) -> None:
    """The fault's sentence tells them, harmless; the note is kept as it was."""
    assert (run.code, run.left) == (0, [])
    for record in run.records():
        (fault,) = faults_of(record)
        assert fault.reason == f"answered with gRPC status INTERNAL: {WORDS}"
        notes = set(record.matches[0].notes.values())
        assert notes == {MEANT}


@pytest.mark.parametrize("name", COMMANDS)
def test_output_is_harmless(run: Run, name: str) -> None:
    """Nothing but printable characters and line ends."""
    arguments = [word.format(run.folder) for word in COMMANDS[name]]
    with command_output(*arguments) as text:
        assert {character for character in text if not character.isprintable()} <= {"\n"}


def test_run_itself_is_harmless(run: Run) -> None:
    """Progress, messages and the table at the end."""
    for text in (run.out, run.err):
        assert {character for character in text if not character.isprintable()} <= {"\n"}


def test_words_do_not_break_lines_and_columns(run: Run) -> None:
    """Every line of an export is a record; JSON has its own escapes, and gives the note back as it was."""
    with command_output("export", str(run.folder)) as text:
        lines = [json.loads(line) for line in text.splitlines()]
    assert len(lines) == 1 + 4
    assert set(lines[1]["notes"].values()) == {MEANT}
    with command_output("export", str(run.folder), "--format", "csv") as text:
        rows = list(csv.reader(io.StringIO(text)))
    assert [len(row) for row in rows] == [len(rows[0])] * 3
    assert WORDS in rows[1][-1]


def test_replay_shows_words_harmless(run: Run) -> None:
    """Notes, the fault, and the last lines of the bot's log."""
    with command_output("replay", str(run.folder), "1") as text:
        joined = "".join(text.split())
    assert joined.count(WORDS[:20]) > 3
