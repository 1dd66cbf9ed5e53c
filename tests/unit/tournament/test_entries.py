"""The `[[bot]]` tables: what is allowed, and what a host is told otherwise."""

from pathlib import Path

import pytest
from support.tomls import TWO_BOTS, faults_of, load


def bot(keys: str) -> str:
    """A file whose third bot, on line 10, has these keys."""
    return f"{TWO_BOTS}\n[[bot]]\n{keys}\n"


def faults_of_bot(folder: Path, keys: str) -> list[str]:
    """The faults of a third bot called x, without line, file and label."""
    faults = faults_of(folder, bot(f'name = "x"\n{keys}'))
    return [
        fault.partition('[[bot]] 3 "x"')[2].lstrip(" :").replace(str(folder.resolve()), "FOLDER") for fault in faults
    ]


@pytest.mark.parametrize("name", ["a", "7", "A.b_c-d", "x" * 40])
def test_names(tmp_path: Path, name: str) -> None:
    """A name has 1 to 40 letters, digits, dots, underscores and dashes, the first a letter or digit."""
    assert faults_of(tmp_path, bot(f'name = "{name}"\ncommand = "c"')) == []


@pytest.mark.parametrize(
    "name", ['""', '"-x"', '".x"', '"a b"', '"a/b"', '"x\\n"', '"é"', '"x\\u0000"', "5", f'"{"x" * 41}"']
)
def test_names_refused(tmp_path: Path, name: str) -> None:
    """Any other name is refused, a line end after it too: it stands in deal ids, files and tables."""
    (fault,) = faults_of(tmp_path, bot(f'name = {name}\ncommand = "c"'))

    assert fault.startswith("line 11: [[bot]] 3")
    assert "expected 1 to 40 letters, digits, '.', '_' or '-', the first a letter or digit, got " in fault


def test_names_differ_by_more_than_case(tmp_path: Path) -> None:
    """No two bots have one name, capitals or not."""
    assert faults_of(tmp_path, bot('name = "LEFT"\ncommand = "c"')) == [
        'line 11: [[bot]] 3 "LEFT" name: expected a name of its own (case is ignored), got that of [[bot]] 1'
    ]


def test_one_bot(tmp_path: Path) -> None:
    """One bot is no tournament."""
    assert faults_of(tmp_path, '[[bot]]\nname = "a"\ncommand = "a"') == ["[[bot]]: expected two bots or more, got one"]


@pytest.mark.parametrize(
    ("text", "got"),
    [
        ("[bot]\nname = 'a'", "[bot] with single brackets"),
        ("bot = 3", "3"),
        ("bot = [1]", "a list"),
        ("bot = 'a'", '"a"'),
    ],
)
def test_no_tables(tmp_path: Path, text: str, got: str) -> None:
    """What stands under `bot` must be a list of tables."""
    assert faults_of(tmp_path, text) == [f"line 1: [[bot]]: expected one [[bot]] for each bot, got {got}"]


def test_bots_in_one_line(tmp_path: Path) -> None:
    """A list of inline tables is the same as `[[bot]]` tables."""
    config = load(tmp_path, 'bot = [{name = "a", command = "a"}, {name = "b", command = "b"}]')

    assert [entry.name for entry in config.entries] == ["a", "b"]


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("{python} greedy.py", ("{python}", "greedy.py")),
        ("./a\\ b 'c d' \"e f\"", ("./a b", "c d", "e f")),
        ("node -e '{x}' {address}", ("node", "-e", "{x}", "{address}")),
        ("run $HOME | x # y", ("run", "$HOME", "|", "x", "#", "y")),
    ],
)
def test_command(tmp_path: Path, command: str, words: tuple[str, ...]) -> None:
    """A command is split as a shell splits words, and nothing in it is expanded."""
    assert load(tmp_path, bot(f"name = 'x'\ncommand = '''{command}'''")).entries[2].command == words


@pytest.mark.parametrize(
    ("keys", "faults"),
    [
        ("", ["expected command or address, got neither"]),
        ("command = 'a'\naddress = 'h:1'", ["address: expected either command or address, got both"]),
        ("command = ''", ["command: expected a text, got an empty one"]),
        ("command = '  '", ["command: expected a text, got an empty one"]),
        ("command = ['a', 'b']", ["command: expected a text in quotes, got a list"]),
        ('command = "a\\u0000"', [r'command: expected no control characters, got "a\x00"']),
        ("command = \"'' a\"", ["command: expected a program first, got \"'' a\""]),
        (
            "command = 'a \\'",
            [r'command: expected words as for a shell, got "a \": nothing follows the last backslash'],
        ),
        (
            "command = '{Python} {adress}'",
            [
                'command: expected the placeholders {python} or {address}, got "{Python}"; did you mean "{python}"?',
                'command: expected the placeholders {python} or {address}, got "{adress}"; did you mean "{address}"?',
            ],
        ),
        ("command = 'a'\ndir = 'no'", ["dir: expected a folder, found none at FOLDER/no"]),
        ("command = 'a'\ndir = 't.toml'", ["dir: expected a folder, found none at FOLDER/t.toml"]),
        ("command = 'a'\ndir = 3", ["dir: expected a text in quotes, got 3"]),
        ("command = 'a'\nfiles = 'a.py'", ['files: expected a list of texts, got "a.py"']),
        (
            "command = 'a'\nfiles = []",
            ["files: expected a pattern or more, got an empty list; leave the key out for the default"],
        ),
        (
            "command = 'a'\nfiles = ['*.py', '']",
            ["files: in the list: expected a text, got an empty one", 'files: "*.py" matches no file in FOLDER'],
        ),
        ("command = 'a'\nfiles = ['/etc/passwd']", ['files: expected a path below dir, got "/etc/passwd"']),
        ("command = 'a'\nfiles = ['lib/../x']", ['files: expected a path below dir, got "lib/../x"']),
        ("command = 'a'\nfiles = ['sub']", ['files: "sub" matches no file in FOLDER; did you mean "sub/**"?']),
        (
            "command = 'a'\ntransport = 'Unix'",
            ['transport: expected "unix" or "tcp", got "Unix"; did you mean "unix"?'],
        ),
        ("command = 'a'\nenv = ['A=1']", ["env: expected a table of texts, got a list"]),
        (
            "command = 'a'\nenv.LOST_CITIES_BOT_ADDRESS = 'x'",
            ["env LOST_CITIES_BOT_ADDRESS: names that begin with LOST_CITIES_ are the referee's own"],
        ),
        ("command = 'a'\nenv.A = 1", ["env A: expected a text without NUL, got 1"]),
        ("command = 'a'\ntls = false", ["tls: has no meaning for a bot with command"]),
        (
            "command = 'a'\nca = 't.toml'\ntoken_file = 't.toml'",
            ["ca: has no meaning for a bot with command", "token_file: has no meaning for a bot with command"],
        ),
        (
            "address = 'h:1'\ndir = '.'\nenv = {}",
            ["dir: has no meaning for a bot with address", "env: has no meaning for a bot with address"],
        ),
        ("address = 'h:1'\nca = 't.toml'", ["ca: expected tls = true beside it"]),
        ("address = 'h:1'\ntls = 1", ["tls: expected true or false, got 1"]),
        ("address = 'h:1'\ntls = true\nca = 'no.pem'", ["ca: expected a file, found none at FOLDER/no.pem"]),
        ("address = 'h:1'\ntoken_file = 'sub'", ["token_file: expected a file, found none at FOLDER/sub"]),
        (
            "address = 'h:1'\ntls = true\nca = 't.toml'",
            [
                (
                    "ca: expected certificates in PEM (-----BEGIN CERTIFICATE-----), found none that can be read in "
                    "FOLDER/t.toml"
                )
            ],
        ),
        (
            "address = 'h:1'\ntoken_file = 'lines'",
            ["token_file: expected one line of 1 to 8192 printable ASCII characters, found 2 lines in FOLDER/lines"],
        ),
        (
            "address = 'h:1'\ntoken_file = 'umlaut'",
            ["token_file: expected one line of 1 to 8192 printable ASCII characters, found others in FOLDER/umlaut"],
        ),
        (
            "address = 'h:1'\ntoken_file = 'empty'",
            ["token_file: expected one line of 1 to 8192 printable ASCII characters, found nothing in FOLDER/empty"],
        ),
        ("command = 'a'\nrounds = 3", ["rounds: unknown key; it belongs under [tournament]"]),
        (
            "command = 'a'\nzzz = 3",
            [
                (
                    'zzz: unknown key, expected "address", "ca", "command", "dir", "env", "files", "name", "tls", '
                    '"token_file" or "transport"'
                )
            ],
        ),
    ],
)
def test_faults(tmp_path: Path, keys: str, faults: list[str]) -> None:
    """Each fault of a bot's table names the key, what was expected and what was found."""
    (tmp_path / "sub").mkdir()
    for name, text in {"lines": "one\ntwo\n", "umlaut": "schlüssel\n", "empty": "\n"}.items():
        (tmp_path / name).write_text(text, "utf-8")

    assert faults_of_bot(tmp_path, keys) == faults


def test_a_name_too_long_for_the_system(tmp_path: Path) -> None:
    """A path that no file can have is told like a missing file."""
    (fault,) = faults_of_bot(tmp_path, f"command = 'a'\ndir = '{'x' * 300}'")

    assert fault.startswith("dir: expected a folder, found none at ")


@pytest.mark.parametrize("address", ["h:1", "bots.example.org:65535", "127.0.0.1:50051", "[::1]:443", "my_bot-2:80"])
def test_addresses(tmp_path: Path, address: str) -> None:
    """A remote bot has a host or an IP address, and a port."""
    assert load(tmp_path, bot(f'name = "x"\naddress = "{address}"')).entries[2].address == address


@pytest.mark.parametrize(
    "address", ["h", "h:", ":1", "h:0", "h:65536", "h:1a", "::1:443", "http://h:1", "h:1/x", "-h:1", "h: 1"]
)
def test_addresses_refused(tmp_path: Path, address: str) -> None:
    """Anything else is no address."""
    assert faults_of_bot(tmp_path, f"address = '{address}'") == [
        f'address: expected host:port with a port from 1 to 65535, got "{address}"'
    ]


def test_mirror_with_a_remote_bot(tmp_path: Path) -> None:
    """A mirrored tournament may have remote bots: their encounters are played without mirror."""
    config = load(tmp_path, bot('name = "x"\naddress = "h:1"'))

    assert config.tournament.mirror
    assert config.entries[2].is_remote
