"""The sections: ranges, choices, and what does not go together."""

from pathlib import Path

import pytest
from support.tomls import TWO_BOTS, faults_of, load

RANGES = [
    ("tournament", "rounds", 1, 100_000),
    ("tournament", "concurrency", 1, 1024),
    ("rules", "deck_only_after", 0, 10_000),
    ("clock", "turn_ms", 0, 3_600_000),
    ("clock", "bank_ms", 0, 86_400_000),
    ("clock", "increment_ms", 0, 60_000),
    ("clock", "margin_ms", 0, 60_000),
    ("clock", "startup_ms", 1, 3_600_000),
    ("clock", "notify_ms", 1, 3_600_000),
    ("faults", "strikes", 0, 1000),
    ("faults", "max_faults", 0, 100_000),
    ("bots", "max_processes", 2, 4096),
    ("bots", "log_kb", 1, 1 << 20),
    ("isolation", "memory_mb", 16, 1 << 20),
    ("isolation", "pids", 1, 32_768),
    ("isolation", "tmp_mb", 1, 1 << 20),
    ("isolation", "open_files", 16, 1 << 20),
]


@pytest.mark.parametrize(("section", "key", "low", "high"), RANGES)
def test_ranges(tmp_path: Path, section: str, key: str, low: int, high: int) -> None:
    """Both ends of a range are allowed; one step beyond, a fraction, a text or a truth value is not."""
    for value in (low, high):
        config = load(tmp_path, f"[{section}]\n{key} = {value}\n{TWO_BOTS}")
        assert getattr(getattr(config, section), key) == value
    for wrong in (low - 1, high + 1, f"{low}.0", f'"{low}"', "true"):
        expected = f"line 2: [{section}] {key}: expected an integer from {low} to {high}, got {wrong}"
        assert faults_of(tmp_path, f"[{section}]\n{key} = {wrong}\n{TWO_BOTS}") == [expected]


@pytest.mark.parametrize(
    ("section", "key", "options"),
    [
        ("tournament", "format", ["round-robin", "gauntlet"]),
        ("rules", "draw", ["own-end", "shared"]),
        ("rules", "bonus_counts", ["all", "numbers"]),
        ("rules", "handshakes_alone", ["scored", "free"]),
        ("faults", "policy", ["forfeit-series", "substitute"]),
        ("bots", "processes", ["reuse", "fresh"]),
        ("bots", "cpu_affinity", ["auto", "off"]),
        ("isolation", "level", ["auto", "none", "standard", "strict"]),
        ("isolation", "require", ["none", "standard", "strict"]),
        ("isolation", "off_turn", ["freeze", "allow"]),
    ],
)
def test_choices(tmp_path: Path, section: str, key: str, options: list[str]) -> None:
    """Each option is allowed as it is written; anything else is refused with the options."""
    for option in options:
        config = load(tmp_path, f'[{section}]\n{key} = "{option}"\n{TWO_BOTS}')
        assert getattr(getattr(config, section), key) == option
    (fault,) = faults_of(tmp_path, f"[{section}]\n{key} = 1\n{TWO_BOTS}")
    *first, last = [f'"{option}"' for option in options]
    assert fault == f"line 2: [{section}] {key}: expected {', '.join(first)} or {last}, got 1"


@pytest.mark.parametrize(
    ("rules", "turn"), [("colors = 5", 300), ("colors = 6", 400), ("colors = 6\ndeck_only_after = 300", 300)]
)
def test_deck_only_after(tmp_path: Path, rules: str, turn: int) -> None:
    """With six colors the discard piles stay open longer, unless the file says otherwise."""
    assert load(tmp_path, f"[rules]\n{rules}\n{TWO_BOTS}").rules.deck_only_after == turn


@pytest.mark.parametrize(
    ("section", "fault"),
    [
        ("[rules]\ncolors = 4", "[rules] colors: expected 5 or 6, got 4"),
        ("[rules]\ncolors = 5.0", "[rules] colors: expected 5 or 6, got 5.0"),
        ('[rules]\ncolors = "5"', '[rules] colors: expected 5 or 6, got "5"'),
        ("[tournament]\nmirror = 0", "[tournament] mirror: expected true or false, got 0"),
        ('[tournament]\nname = ""', "[tournament] name: expected a text, got an empty one"),
        ('[tournament]\nname = "a\\tb"', r'[tournament] name: expected no control characters, got "a\tb"'),
        (f'[tournament]\nname = "{"x" * 81}"', "[tournament] name: expected at most 80 characters, got 81"),
        (
            f'[tournament]\npublic_entropy = "{"x" * 1025}"',
            "[tournament] public_entropy: expected at most 1024 characters, got 1025",
        ),
        ("[clock]\nturn_ms = 0\nbank_ms = 0", "[clock] turn_ms: expected a limit for a turn or a bank, got 0 for both"),
        (
            "[clock]\nincrement_ms = 5\nbank_ms = 0",
            "[clock] increment_ms: expected 0 without a bank (bank_ms = 0 is none)",
        ),
        (
            "[tournament]\nconcurrency = 4\n[bots]\nmax_processes = 7",
            "[bots] max_processes: expected at least 2 × concurrency = 8, got 7",
        ),
        (
            '[isolation]\nlevel = "none"\nrequire = "standard"',
            '[isolation] level: expected "standard" (require) or more, got "none"',
        ),
        (
            '[isolation]\nread_only = ["/no/such/path"]',
            '[isolation] read_only: expected absolute paths that exist, got "/no/such/path"',
        ),
        ('[isolation]\nread_only = "/"', '[isolation] read_only: expected a list of texts, got "/"'),
        ('[isolation.env]\nA = "\\u0000"', r'[isolation] env A: expected a text without NUL, got "\x00"'),
    ],
)
def test_faults(tmp_path: Path, section: str, fault: str) -> None:
    """What is out of range, or does not go together, is told once."""
    assert [line.partition(": ")[2] for line in faults_of(tmp_path, section + TWO_BOTS)] == [fault]


@pytest.mark.parametrize(
    "section",
    [
        "[clock]\nturn_ms = 0",
        "[clock]\nbank_ms = 0",
        "[tournament]\nconcurrency = 4\n[bots]\nmax_processes = 8",
        '[isolation]\nlevel = "auto"\nrequire = "strict"',
        '[isolation]\nlevel = "standard"\nrequire = "standard"',
        '[isolation]\nlevel = "strict"\nrequire = "standard"',
        '[tournament]\npublic_entropy = ""',
        "[isolation]\nread_only = []\nenv = {}",
    ],
)
def test_what_goes_together(tmp_path: Path, section: str) -> None:
    """One limit is enough, two processes a series are enough, and a level may be more than what is required."""
    assert faults_of(tmp_path, section + TWO_BOTS) == []


@pytest.mark.parametrize(
    ("seed", "got"),
    [
        (f'"{"0" * 63}"', "other text, 63 characters long"),
        (f'"{"0" * 65}"', "other text, 65 characters long"),
        (f'"{"g" * 64}"', "other text, 64 characters long"),
        (f'"0x{"0" * 62}"', "other text, 64 characters long"),
        (f'"{"٣" * 64}"', "other text, 64 characters long"),
        ("12345", "no text"),
    ],
)
def test_seeds_refused(tmp_path: Path, seed: str, got: str) -> None:
    """A seed is 64 hex digits; a faulty one is not repeated in the message, for it may be nearly right."""
    assert faults_of(tmp_path, f"[tournament]\nseed = {seed}\n{TWO_BOTS}") == [
        f"line 2: [tournament] seed: expected 64 hex digits in quotes, got {got}; leave it out for a fresh seed"
    ]
