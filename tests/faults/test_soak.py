"""Two thousand series among honest bots and the zoo: the run ends by itself, and grows in nothing."""

import csv
import io
import json
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import pytest
from support.processes import children_of, descendants
from support.real_run import TESTS, Run, command_output, example_bot, finished, run_environment, write_toml, zoo_bot

from referee.errors import ConfigError, FaultKind
from referee.results.reader import Results
from referee.results.verify import verify

HONEST = ("greedy", "random_bot", "discarder", "planner")
BEASTS = {
    "absent-card": "plays-card-not-in-hand",
    "between-series": "dies after-FinishSeries",
    "crash": "dies turn",
    "floods": "floods 1000000",
    "forks-twice": "forks-twice",
    "garbage": "garbage",
    "hangs-up": "hangs-up",
    "large": "large-note 1000000",
    "not-again": "later ends 1",
    "raises": "raises boom",
    "stopped": "signals-itself 19",
}
KINDS = {
    "absent-card": FaultKind.ILLEGAL_TURN,
    "crash": FaultKind.CRASHED,
    "garbage": FaultKind.MALFORMED_REPLY,
    "hangs-up": FaultKind.DISCONNECTED,
    "large": FaultKind.MALFORMED_REPLY,
    "not-again": FaultKind.NOT_STARTED,
    "raises": FaultKind.BOT_ERROR,
    "stopped": FaultKind.TIMEOUT,
}
ROUNDS = 10
SERIES_COUNT = ROUNDS * (len(HONEST) + len(BEASTS)) * (len(HONEST) + len(BEASTS) - 1)
SECTIONS = {
    "tournament": {"rounds": ROUNDS},
    "clock": {"turn_ms": 500, "margin_ms": 500, "notify_ms": 300},
    "faults": {"max_faults": 0},
}
WARM_COUNT = 200
"""Series after which nothing grows any more."""
WINDOW_COUNT = 200
SAMPLE_S = 1.0


@dataclass(frozen=True, kw_only=True, slots=True)
class Sample:
    """The referee's own processes at one moment: coordinator and workers, not bots and their keepers.

    Attributes:
        final_count: final series.
        memory_kb: memory that is theirs alone and written to, in KiB: what grows if anything does.
        descriptors: open files by process id.
        process_count: all processes of the run.
    """

    final_count: int
    memory_kb: int
    descriptors: dict[int, int]
    process_count: int


def take_sample(coordinator: int, folder: Path) -> Sample | None:
    """What there is now; None while it begins or ends."""
    try:
        workers = children_of(coordinator)
        own = [coordinator, *workers]
        memory_kb = sum(own_kb(pid) for pid in own)
        descriptors = {pid: len(list(Path(f"/proc/{pid}/fd").iterdir())) for pid in own}
        with Results.open(folder) as results:
            final_count = results.counts().final
        return Sample(
            final_count=final_count,
            memory_kb=memory_kb,
            descriptors=descriptors,
            process_count=1 + len(descendants(coordinator)),
        )
    except (OSError, ConfigError):
        return None


def own_kb(pid: int) -> int:
    """Memory of a process that it wrote to and shares with nobody, in KiB; pages that others map do not count."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Private_Dirty:"))


@pytest.fixture(scope="module")
def soak(tmp_path_factory: pytest.TempPathFactory) -> tuple[Run, list[Sample]]:
    """The run, and samples of it from the 200th series to the last but one."""
    folder = tmp_path_factory.mktemp("soak")
    bots = [*map(example_bot, HONEST), *(zoo_bot(name, words) for name, words in BEASTS.items())]
    write_toml(folder, bots, SECTIONS)
    command = [sys.executable, "-m", "referee", "run", str(folder / "zoo.toml")]
    samples = []
    with run_environment() as environment, (folder / "out").open("wb") as out, (folder / "err").open("wb") as err:
        with subprocess.Popen(command, cwd=TESTS.parent, env=environment, stdout=out, stderr=err) as process:
            while process.poll() is None:
                time.sleep(SAMPLE_S)
                if sample := take_sample(process.pid, folder / "zoo.results"):
                    samples.append(sample)
        run = finished(folder, process.returncode, environment)
    return run, [sample for sample in samples if WARM_COUNT <= sample.final_count < SERIES_COUNT]


pytestmark = [pytest.mark.slow, pytest.mark.timeout(3600)]


def test_it_ends_by_itself(soak: tuple[Run, list[Sample]]) -> None:
    """All series are final, nothing is left, all of it verifies."""
    run, _ = soak
    assert (run.code, run.left) == (0, []), run.err
    verification = verify(run.folder)
    assert (verification.differences, verification.series_count) == ((), SERIES_COUNT)


def test_memory_is_flat(soak: tuple[Run, list[Sample]]) -> None:
    """Within ten percent between the first two hundred series after the 200th, and the last two hundred."""
    _, samples = soak
    early = [sample.memory_kb for sample in samples if sample.final_count < WARM_COUNT + WINDOW_COUNT]
    late = [sample.memory_kb for sample in samples if sample.final_count >= SERIES_COUNT - WINDOW_COUNT]
    told = f"private memory by final series: {[(sample.final_count, sample.memory_kb) for sample in samples[::20]]}"
    assert median(late) < 1.1 * median(early), told
    assert max(late) < 1.2 * max(early), told


def test_no_descriptors_and_processes_are_gained(soak: tuple[Run, list[Sample]]) -> None:
    """No worker is replaced, none holds more files at the end; bots come and go within their limit."""
    _, samples = soak
    early, late = samples[: len(samples) // 4], samples[-len(samples) // 4 :]
    assert {tuple(sample.descriptors) for sample in samples} == {tuple(samples[0].descriptors)}
    for pid in samples[0].descriptors:
        assert max(sample.descriptors[pid] for sample in late) <= max(sample.descriptors[pid] for sample in early) + 1
    assert max(sample.process_count for sample in late) <= max(sample.process_count for sample in early) + 2


def test_every_bad_bot_has_its_fault(soak: tuple[Run, list[Sample]]) -> None:
    """Whenever it meets an honest one; and no honest bot has any."""
    run, _ = soak
    honest = {file.partition("_")[0] for file in HONEST} | (BEASTS.keys() - KINDS.keys())
    faults: dict[str, Counter[FaultKind]] = {}
    with Results.open(run.folder) as results:
        for fault in results.faults():
            faults.setdefault(fault.bot, Counter())[fault.kind] += 1
    assert not faults.keys() & honest
    assert {bot: set(kinds) for bot, kinds in faults.items()} == {bot: {kind} for bot, kind in KINDS.items()}
    assert all(kinds.total() >= 2 * ROUNDS * len(honest) for kinds in faults.values())


def test_tables_and_exports_agree(soak: tuple[Run, list[Sample]]) -> None:
    """Points, series and matches are the same in the file, in the table and in every export."""
    run, _ = soak
    records = run.records()
    points: Counter[str] = Counter()
    for record in records:
        points.update(dict(zip(record.bots, record.points, strict=True)))
    with command_output("standings", str(run.folder), "--json") as text:
        table = json.loads(text)
    assert {row["bot"]: row["points"] for row in table["bots"]} == {bot: points[bot] for bot in points}
    with command_output("export", str(run.folder)) as text:
        assert len(text.splitlines()) == 1 + sum(len(record.matches) for record in records)
    with command_output("export", str(run.folder), "--format", "csv") as text:
        assert len(list(csv.reader(io.StringIO(text)))) == 1 + SERIES_COUNT
    with command_output("export", str(run.folder), "--format", "pgn") as text:
        assert text.count("[White ") == SERIES_COUNT
