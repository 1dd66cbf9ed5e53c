"""Tournament files for tests."""

from pathlib import Path

from support.certificates import Authority

from referee.errors import ConfigError
from referee.tournament.config import TournamentConfig, load_config

TWO_BOTS = """
[[bot]]
name = "left"
command = "left"

[[bot]]
name = "right"
command = "right"
"""


SEED = "00" * 31 + "Ff"

EVERY_KEY = f"""
[tournament]
name = "Frühling"
format = "gauntlet"
rounds = 100000
mirror = false
concurrency = 3
seed = "{SEED}"
public_entropy = "drand 4711"
reveal_opponent = true
[rules]
colors = 6
draw = "shared"
bonus_counts = "numbers"
handshakes_alone = "free"
deck_only_after = 0
[clock]
turn_ms = 0
bank_ms = 86400000
increment_ms = 60000
margin_ms = 0
startup_ms = 1
notify_ms = 1
[faults]
policy = "substitute"
strikes = 0
max_faults = 0
[bots]
processes = "fresh"
max_processes = 6
cpu_affinity = "off"
log_kb = 1
[isolation]
level = "strict"
require = "standard"
memory_mb = 16
pids = 1
tmp_mb = 1
open_files = 16
off_turn = "allow"
read_only = ["/"]
env = {{ LANG = "C", EMPTY = "" }}
[[bot]]
name = "a.b_c-D9"
command = "{{python}} -u 'my bot.py' {{address}}"
dir = "bots"
files = ["my bot.py", "lib/**"]
transport = "tcp"
env = {{ DEPTH = "3" }}
[[bot]]
name = "9"
address = "[::1]:443"
tls = true
ca = "ca.pem"
token_file = "token"
"""


def every_key(folder: Path) -> Path:
    """A file `t.toml` in which every key is set, with all it refers to."""
    (folder / "bots" / "lib").mkdir(parents=True)
    (folder / "ca.pem").write_bytes(Authority().pem)
    (folder / "token").write_text("secret\n")
    for name in ("bots/my bot.py", "bots/lib/x"):
        (folder / name).touch()
    path = folder / "t.toml"
    path.write_text(EVERY_KEY, "utf-8")
    return path


def load(folder: Path, text: str, *, name: str = "t.toml") -> TournamentConfig:
    """The config of a text, read from a file in a folder."""
    path = folder / name
    path.write_text(text, "utf-8")
    return load_config(path)


def faults_of(folder: Path, text: str) -> list[str]:
    """The faults of a text, without the name of the file; [] if there are none."""
    try:
        load(folder, text)
    except ConfigError as error:
        return [fault.removeprefix(str(folder / "t.toml")).lstrip(",: ") for fault in error.faults]
    return []
