"""The zoo: every bad bot with what must come of it. One more is one more line in one of the cages."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from support.zoo.beasts import Beast, absent, crashed, error, harmless, illegal, late, malformed, over_tcp, patient

from referee.errors import FaultKind


@dataclass(frozen=True, kw_only=True, slots=True)
class Cage:
    """Bad bots that meet the same honest bot, two series each, in one tournament.

    Attributes:
        beasts: by the name they have in it.
        sections: of the TOML.
        opponent: what the honest bot does; "" for greedy.
        is_slow: whether it is left out of the short test run.
    """

    beasts: Mapping[str, Beast]
    sections: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    opponent: str = ""
    is_slow: bool = False


AMPLE: Final = {"turn_ms": 10_000, "notify_ms": 10_000}
"""Where time is not what is looked at: the machine may be busy."""

SHORT: Final = {"turn_ms": 300, "margin_ms": 500, "notify_ms": 1000}

STARTING: Final = {**AMPLE, "startup_ms": 2000}

BOX: Final = {"level": "standard", "read_only": [str(Path(__file__).resolve().parents[3])]}
"""A box in which this program can be read."""

SUBSTITUTE: Final = {"policy": "substitute", "strikes": 3}

NOT_LISTENING: Final = (
    "did not listen on unix:…/bot.sock within 2000 ms; likely: it listens elsewhere than LOST_CITIES_BOT_ADDRESS says, "
    'or it cannot listen on unix sockets (transport = "tcp"), or it needs longer to start (startup_ms)'
)
NOT_ANSWERING: Final = (
    "listens, but did not answer Describe within 2000 ms; likely: it does not speak gRPC there, or its Describe hangs, "
    "or it needs longer to start (startup_ms)"
)
TOO_LARGE: Final = (
    "with more than 65536 bytes: Stream removed (CLIENT: Received message larger than max ({} vs. 65536))"
)

ILLEGAL_TURNS: Final = {
    "absent-card": illegal("plays-card-not-in-hand", "+# deck: # is not in its hand"),
    "purple-card": illegal("plays-purple", "+# deck: purple is not in a pack of 5 colors"),
    "own-discard": illegal("draws-own-discard", "-# ~: the ~ pile is closed in the turn that discards to it"),
    "purple-pile": illegal("draws-from-purple", "-# ~: there is no purple pile in a pack of 5 colors"),
    "closed-pile": illegal("draws-from-closed-pile", "-# ~: after turn 16 only the deck can be drawn from", (17, 18)),
}

PASSING_TURNS: Final = {
    "empty-pile": illegal("draws-from-empty-pile", "-# ~: the ~ discard pile is empty"),
    "low-card": illegal("plays-too-low", "+# deck: the ~ expedition is already at #", (-1, -1)),
    "late-handshake": illegal(
        "plays-late-handshake",
        "+# deck: the ~ expedition is already at #, and a handshake may follow only handshakes",
        (-1, -1),
    ),
}
"""Those that are not possible in every turn."""

REPLIES: Final = {
    "card-unset": malformed("card-unset", "a turn whose card is not set"),
    "card-unknown": malformed("card-unknown", "a turn whose card has the unknown value 16"),
    "placement-unset": malformed("placement-unset", "a turn whose placement is not set"),
    "placement-unknown": malformed("placement-unknown", "a turn whose placement has the unknown value 3"),
    "draw-unset": malformed("draw-unset", "a turn whose draw_from is not set"),
    "draw-unknown": malformed("draw-unknown", "a turn whose draw_from has the unknown value 8"),
    "no-turn": malformed("no-turn", "without a turn"),
    "empty": malformed("empty-reply", "without a turn"),
    "garbage": malformed("garbage", "40 bytes that are not a TakeTurnResponse"),
    "one-byte-too-many": malformed("large-reply 65537", TOO_LARGE.format(65537)),
    "50-megabytes": malformed("large-reply 50000000", TOO_LARGE.format(50_000_000)),
    "note-of-1-megabyte": malformed("large-note 1000000", TOO_LARGE.format(1_000_012)),
    "metadata-of-1-megabyte": malformed(
        "large-metadata 1000000",
        "with more headers than gRPC takes: Stream removed (received metadata size exceeds hard limit "
        "(value length 1000000 vs. 16384))",
    ),
    "no-message": malformed("no-message", "without a message"),
    "status": error(r"status INTERNAL one\ntwo,\x1b[2Jthree", r"INTERNAL: one\ntwo,\x1b[2Jthree"),
    "raises": error(r"raises boom\r\x07", r"UNKNOWN: Exception calling application: boom\r\x07"),
    "memory": error("eats-memory 600", "UNKNOWN: Exception calling application:"),
    "another-package": error(
        "later serves-another-service lostcities.v2.BotService",
        "UNIMPLEMENTED: Method not found!; expected it to serve /lostcities.v1.BotService/TakeTurn",
        (1, 2),
    ),
}

HANGING_UP: Final = Beast(
    words="hangs-up", kind=FaultKind.DISCONNECTED, says="closed the connection, but its process lives"
)

DEATHS: Final = {
    "in-a-turn": crashed("dies turn", "exited with status 7"),
    "after-a-turn": crashed("dies after-turn", "exited with status 7", turns=(5, 4)),
    "between-turns": crashed("dies pause", "exited with status 7", turns=(5, 4)),
    "at-the-end-of-a-match": crashed("dies FinishMatch", "exited with status 7", match=2, turns=(2, 1)),
    "between-matches": crashed("dies after-FinishMatch", "exited with status 7", match=2, turns=(2, 1)),
    "at-the-end-of-a-series": harmless("dies FinishSeries"),
    "between-series": harmless("dies after-FinishSeries"),
    "after-the-start": crashed("later dies after-StartSeries", "exited with status 7", turns=(1, 2)),
    "in-the-start": Beast(
        words="later dies StartSeries", kind=FaultKind.CRASHED, says="crashed: exited with status 7", turns=(0, 0)
    ),
    "killed": crashed("signals-itself 9", "killed by SIGKILL"),
    "segfault": crashed("signals-itself 11", "killed by SIGSEGV"),
    "killed-over-tcp": over_tcp(crashed("signals-itself 9", "killed by SIGKILL")),
    "hangs-up": HANGING_UP,
    "hangs-up-over-tcp": over_tcp(HANGING_UP),
}

LATE: Final = {
    "late": late("thinks 1.2"),
    "very-late": late("thinks 30"),
    "stopped": late("signals-itself 19"),
    "two-messages": late("two-messages"),
}

STARTS: Final = {
    "ends-well": absent(
        "ends 0",
        "exited with status 0 before it answered Describe; likely: it does its work and ends instead of serving, "
        "or it moves itself into the background",
    ),
    "ends-badly": absent(
        "ends 1",
        "exited with status 1 before it answered Describe; likely: an exception at start-up, or a module or a file it "
        "needs is missing",
    ),
    "is-killed": absent(
        "killed 9",
        "killed by SIGKILL before it answered Describe; likely: it was killed from outside, or ran out of memory",
    ),
    "gone": absent(
        "honest",
        "could not be started: '…/bot.sh': No such file or directory; likely: the command or dir in its [[bot]] is "
        "wrong, or it has not been built yet",
        script='rm "$0"',
    ),
    "locked": absent(
        "honest",
        "could not be started: '…/bot.sh': Permission denied (mode -rw-r--r--); likely: it is not executable "
        "(chmod +x), or it is a folder, or its file system is mounted noexec",
        script='chmod 644 "$0"',
    ),
    "never-listens": absent("never-listens", NOT_LISTENING),
    "describe-hangs": absent("describe-hangs", NOT_ANSWERING),
    "describe-fails": absent(r"describe-fails a\tb", r"answered Describe with gRPC status INTERNAL: a\tb"),
    "noise": absent("raw garbage", NOT_ANSWERING),
    "refuses": absent(r"refuses six\ncolors", r"refused the series: six\ncolors"),
    "dawdles": absent("slow-series 4", "did not answer StartSeries within 1000 ms (… ms)"),
}

SLOW_STARTS: Final = {
    "too-slow": absent("slow-start 60", NOT_LISTENING),
    "silence": absent("raw silence", NOT_ANSWERING),
    "half-a-frame": absent("raw half-a-frame", NOT_ANSWERING),
    "never-reads": absent("raw never-reads", NOT_ANSWERING),
    "http1": absent("raw http1", NOT_ANSWERING),
    "hangs-up": absent("raw hangs-up", NOT_ANSWERING),
}

RUDE: Final = {
    "hangs-at-the-end-of-a-match": harmless("is-rude hangs FinishMatch"),
    "hangs-at-the-end": harmless("is-rude hangs FinishSeries"),
    "fails-at-the-end-of-a-match": harmless("is-rude fails FinishMatch"),
    "fails-at-the-end": harmless("is-rude fails FinishSeries"),
    "fails-at-the-start": Beast(
        words="later is-rude fails StartSeries",
        kind=FaultKind.BOT_ERROR,
        says="answered StartSeries with gRPC status INTERNAL: not now",
        turns=(0, 0),
    ),
}

HARMLESS: Final = {
    "honest": harmless("honest"),
    "over-tcp": over_tcp(harmless("honest")),
    "slow-start": harmless("slow-start 0.5"),
    "slow-series": harmless("slow-series 0.3"),
    "long-note": harmless("large-note 60000"),
    "swaps-its-socket": harmless("swaps-socket"),
    "floods": harmless("floods 100000000"),
    "ignores-sigterm": harmless("ignores-sigterm"),
    "forks-twice": harmless("forks-twice"),
    "opens-files": harmless("opens-files 10000"),
}

GLUTTONS: Final = {
    "glutton": crashed("eats-memory 100000", "killed by SIGKILL, for it used more than its 512 MiB of memory"),
}
"""Only for boxes: without one there is nothing that stops them."""

UNBOXED_CAGES: Final = {
    "illegal": Cage(beasts=ILLEGAL_TURNS | PASSING_TURNS, sections={"rules": {"deck_only_after": 16}, "clock": AMPLE}),
    "illegal, substituted": Cage(
        beasts=patient(ILLEGAL_TURNS),
        sections={"rules": {"deck_only_after": 16}, "clock": AMPLE, "faults": SUBSTITUTE},
    ),
    "replies": Cage(beasts=REPLIES, sections={"clock": AMPLE}),
    "replies, substituted": Cage(
        beasts={name: REPLIES[name] for name in ("garbage", "status", "raises")} | {"in-a-turn": DEATHS["in-a-turn"]},
        sections={"clock": AMPLE, "faults": SUBSTITUTE},
    ),
    "deaths": Cage(beasts=DEATHS, sections={"clock": AMPLE}, opponent="thinks 0.1 early"),
    "late": Cage(beasts=LATE | {"in-the-margin": harmless("thinks 0.4 early")}, sections={"clock": SHORT}),
    "late, substituted": Cage(
        beasts=patient({name: LATE[name] for name in ("late", "stopped")})
        | {"late-once": harmless("thinks 1.2 once", substituted=3)},
        sections={"clock": SHORT, "faults": SUBSTITUTE},
        is_slow=True,
    ),
    "rude": Cage(beasts=RUDE, sections={"clock": {**AMPLE, "notify_ms": 1000}}),
    "starts": Cage(beasts=STARTS, sections={"clock": {**STARTING, "notify_ms": 1000}}),
    "slow starts": Cage(beasts=SLOW_STARTS, sections={"clock": STARTING}, is_slow=True),
    "harmless": Cage(beasts=HARMLESS, sections={"clock": AMPLE}),
}


def boxed(cage: Cage) -> Cage:
    """The same bots in boxes, those excepted that have to remember how often they were started."""
    beasts = {name: beast for name, beast in cage.beasts.items() if not beast.words.startswith("later")}
    return replace(cage, beasts=beasts, sections={**cage.sections, "isolation": BOX}, is_slow=True)


CAGES: Final = {
    **UNBOXED_CAGES,
    **{f"{name}, boxed": boxed(UNBOXED_CAGES[name]) for name in ("illegal", "replies", "deaths", "late", "harmless")},
    "gluttons, boxed": boxed(Cage(beasts=GLUTTONS, sections={"clock": AMPLE})),
    "deaths, fresh": replace(
        UNBOXED_CAGES["deaths"], sections={"clock": AMPLE, "bots": {"processes": "fresh"}}, is_slow=True
    ),
}
"""By name, the tournaments of the zoo. What is not substituted is forfeited."""
