"""Every fault of a config at once, in words that say the next step."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.tomls import TWO_BOTS, faults_of

from referee.errors import ConfigError
from referee.tournament.config import BOT_KEYS, SECTIONS, load_config

BAD = """\
name = "top"
[tournment]
rounds = 3
[tournament]
format = "round-robbin"
rounds = 0
mirror = 1
concurrency = 8
seed = "12345678"
public_entropy = "a\\u0000b"
[rules]
colors = 7
colours = 5
draw = 2023-01-01
deck_only_after = true
turn_ms = 5
[clock]
turn_ms = 0
bank_ms = 0
increment_ms = 1.5
[faults]
stricks = 99999999999999999999
[bots]
max_processes = 4
[isolation]
level = "none"
require = "strict"
read_only = ["lib", 3]
env = { LOST_CITIES_X = "1", "a b" = "x", OK = 3 }
[[bot]]
name = "greedy"
command = "{pyton} 'greedy.py"
dir = "nowhere"
[[bot]]
name = "GREEDY"
command = "./x"
address = "host:99999"
files = [
  "*.py",
  "../secret",
]
[[bot]]
name = "two words"
address = "example.org"
ca = "ca.pem"
transport = "udp"
cmd = "x"
[[bot]]
"""

REPORT = """\
bad.toml, line 1: name: expected a [section] above it; it belongs under [tournament]
bad.toml, line 2: [tournment]: unknown section; did you mean "tournament"?
bad.toml, line 5: [tournament] format: expected "round-robin" or "gauntlet", got "round-robbin"; did you mean "round-robin"?
bad.toml, line 6: [tournament] rounds: expected an integer from 1 to 100000, got 0
bad.toml, line 7: [tournament] mirror: expected true or false, got 1
bad.toml, line 9: [tournament] seed: expected 64 hex digits in quotes, got other text, 8 characters long; leave it out for a fresh seed
bad.toml, line 10: [tournament] public_entropy: expected no control characters, got "a\\x00b"
bad.toml, line 12: [rules] colors: expected 5 or 6, got 7
bad.toml, line 13: [rules] colours: unknown key; did you mean "colors"?
bad.toml, line 14: [rules] draw: expected "own-end" or "shared", got 2023-01-01
bad.toml, line 15: [rules] deck_only_after: expected an integer from 0 to 10000, got true
bad.toml, line 16: [rules] turn_ms: unknown key; it belongs under [clock]
bad.toml, line 18: [clock] turn_ms: expected a limit for a turn or a bank, got 0 for both
bad.toml, line 20: [clock] increment_ms: expected an integer from 0 to 60000, got 1.5
bad.toml, line 22: [faults] stricks: unknown key; did you mean "strikes"?
bad.toml, line 24: [bots] max_processes: expected at least 2 × concurrency = 16, got 4
bad.toml, line 26: [isolation] level: expected "strict" (require) or more, got "none"
bad.toml, line 28: [isolation] read_only: in the list: expected a text in quotes, got 3
bad.toml, line 28: [isolation] read_only: expected absolute paths that exist, got "lib"
bad.toml, line 29: [isolation] env LOST_CITIES_X: names that begin with LOST_CITIES_ are the referee's own
bad.toml, line 29: [isolation] env a b: expected a name of letters, digits and _
bad.toml, line 29: [isolation] env OK: expected a text without NUL, got 3
bad.toml, line 32: [[bot]] 1 "greedy" command: expected the placeholders {python} or {address}, got "{pyton}"; did you mean "{python}"?
bad.toml, line 32: [[bot]] 1 "greedy" command: expected words as for a shell, got "{pyton} 'greedy.py": a quotation does not end
bad.toml, line 33: [[bot]] 1 "greedy" dir: expected a folder, found none at nowhere
bad.toml, line 35: [[bot]] 2 "GREEDY" name: expected a name of its own (case is ignored), got that of [[bot]] 1
bad.toml, line 37: [[bot]] 2 "GREEDY" address: expected host:port with a port from 1 to 65535, got "host:99999"
bad.toml, line 37: [[bot]] 2 "GREEDY" address: expected either command or address, got both
bad.toml, line 38: [[bot]] 2 "GREEDY" files: "*.py" matches no file in FOLDER
bad.toml, line 38: [[bot]] 2 "GREEDY" files: expected a path below dir, got "../secret"
bad.toml, line 43: [[bot]] 3 "two words" name: expected 1 to 40 letters, digits, '.', '_' or '-', the first a letter or digit, got "two words"
bad.toml, line 44: [[bot]] 3 "two words" address: expected host:port with a port from 1 to 65535, got "example.org"
bad.toml, line 45: [[bot]] 3 "two words" ca: expected a file, found none at ca.pem
bad.toml, line 45: [[bot]] 3 "two words" ca: expected tls = true beside it
bad.toml, line 46: [[bot]] 3 "two words" transport: expected "unix" or "tcp", got "udp"
bad.toml, line 46: [[bot]] 3 "two words" transport: has no meaning for a bot with address
bad.toml, line 47: [[bot]] 3 "two words" cmd: unknown key; did you mean "command"?
bad.toml, line 48: [[bot]] 4 name: expected 1 to 40 letters, digits, '.', '_' or '-', the first a letter or digit, got none
bad.toml, line 48: [[bot]] 4: expected command or address, got neither"""  # noqa: E501 - the report as it is printed


def test_every_fault_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One report tells all that is wrong, in the order of the lines; nothing of a faulty seed is shown."""
    monkeypatch.chdir(tmp_path)
    Path("bad.toml").write_text(BAD, "utf-8")
    with pytest.raises(ConfigError) as caught:
        load_config(Path("bad.toml"))

    assert str(caught.value).replace(str(tmp_path), "FOLDER") == REPORT
    assert caught.value.exit_code == 2


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("", ["[[bot]]: expected two bots or more, got none"]),
        ("# nothing\n", ["[[bot]]: expected two bots or more, got none"]),
        (
            "rules = 5\n[clock.more]\n[[bots]]" + TWO_BOTS,
            [
                "line 1: [rules]: expected one section, got 5",
                (
                    'line 2: [clock] more: unknown key, expected "bank_ms", "increment_ms", "margin_ms", "notify_ms", '
                    '"startup_ms" or "turn_ms"'
                ),
                "line 3: [bots]: expected one section, got [[double brackets]]; did you mean [[bot]]?",
            ],
        ),
        (
            "bots = 3\n[[clock]]" + TWO_BOTS,
            [
                "line 1: [bots]: expected one section, got 3",
                "line 2: [clock]: expected one section, got [[double brackets]]",
            ],
        ),
        (
            'zzz = 1\n"\\u001b[31m" = 1\n[rules]\n[qqq]' + TWO_BOTS,
            [
                "line 1: zzz: expected a [section] above it",
                r"line 2: \x1b[31m: expected a [section] above it",
                (
                    'line 4: [qqq]: unknown section, expected "tournament", "rules", "clock", "faults", "bots", '
                    '"isolation" or "bot"'
                ),
            ],
        ),
    ],
)
def test_sections(tmp_path: Path, text: str, faults: list[str]) -> None:
    """What stands at the top of the file must be a section that there is."""
    assert faults_of(tmp_path, text) == faults


KEYS = sorted({*BOT_KEYS, *(key for keys in SECTIONS.values() for key in keys), "tpyo"})
HEADERS = st.sampled_from([f"[{section}]" for section in SECTIONS] + ["[[bot]]", "[[bot]]", "[isolation.env]", "[x]"])
TEXTS = st.sampled_from(
    ["", "a", "A", "a b", "x" * 5000, "'", "\\", "{pyton}", "h:1", "..", "/", "**", "\0", "\x9f", "é"]
)
VALUES = st.recursive(
    st.one_of(
        st.integers(-(2**70), 2**70),
        st.booleans(),
        TEXTS,
        st.sampled_from(["gauntlet", "shared", "none", "strict", "0" * 64]),
        st.floats(allow_nan=False, allow_infinity=False),
    ),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=4,
).map(json.dumps)
LINES = st.one_of(HEADERS, st.builds("{} = {}".format, st.sampled_from(KEYS), VALUES))


@given(lines=st.lists(LINES, max_size=12))
def test_garbage_that_is_toml(tmp_path_factory: pytest.TempPathFactory, lines: list[str]) -> None:
    """Whatever stands under whatever key, the config is read, or every fault is one line that can be printed."""
    folder = tmp_path_factory.getbasetemp()
    for fault in faults_of(folder, "\n".join(lines)):
        assert fault.isprintable()
