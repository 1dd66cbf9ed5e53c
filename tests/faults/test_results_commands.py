"""The commands on the results of a tournament that was really played."""

import json
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from support.processes import eventually
from support.real_league import EXAMPLES, PATIENCE_S, PROGRAMS, RealLeague, kill
from support.sql import ask, change

SLOW = Path(__file__).parents[1] / "support" / "slow_bot.py"
MARK = "results"
FEW = {"quitter": f"{SLOW} 0 30", "greedy": "greedy.py", "planner": "planner.py"}
"""Series 1 and 2 are greedy against planner, who leaves notes; quitter crashes in each of its own, in match 2."""
DISCARDER_AND_RANDOM = (
    "history IS NULL AND a IN (SELECT bot FROM bots WHERE name = 'discarder')"
    " AND b IN (SELECT bot FROM bots WHERE name = 'random')"
)
MINE = f"""\
import sys
sys.path.insert(0, {str(EXAMPLES)!r})
import greedy
from lost_cities_bot import serve
serve(greedy.Greedy())
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> RealLeague:
    """A finished tournament; not to be changed."""
    league = RealLeague(tmp_path_factory.mktemp("played"), MARK, programs=FEW)
    league.run()
    with closing(sqlite3.connect(league.out / "results.db")) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return league


@pytest.fixture
def league(played: RealLeague, tmp_path: Path) -> RealLeague:
    """A copy to do with as a test likes."""
    shutil.copytree(played.folder, tmp_path / "copy")
    return RealLeague(tmp_path / "copy", MARK, programs=FEW)


def crash_place(league: RealLeague) -> tuple[int, int, int]:
    """Series, match and turn of the first crash."""
    ((series, match, turn),) = ask(league.out, "SELECT series, match, turn FROM faults ORDER BY series LIMIT 1")
    return series, match, turn


@pytest.mark.parametrize(
    ("sql", "expected"),
    [
        pytest.param(
            "UPDATE matches SET turns = replace(turns, ' deck', ' Y') WHERE series = 1 AND match = 2",
            "series 1, match 2, turn 1: the rules forbid what was played",
            id="turn",
        ),
        pytest.param(
            "UPDATE matches SET score_second = score_second + 1 WHERE series = 2 AND match = 3",
            "series 2, match 3: the scores are not those of the boards: expected (",
            id="score",
        ),
        pytest.param(
            "UPDATE matches SET think_ms = replace(think_ms, substr(think_ms, 2, 3), '9.9') WHERE series = 1",
            "series 1: the record is not the one that was stored: its hash differs",
            id="think time",
        ),
        pytest.param(
            "UPDATE matches SET notes = replace(notes, 'expects', 'expected') WHERE series = 1 AND match = 1",
            "series 1: the record is not the one that was stored: its hash differs",
            id="note",
        ),
        pytest.param(
            "UPDATE matches SET deal = substr(deal, 4) || ' ' || substr(deal, 1, 2) WHERE series = 2 AND match = 1",
            "series 2, match 1: the deal does not follow from the seed",
            id="deal",
        ),
        pytest.param(
            "UPDATE matches SET luck = luck + 1 WHERE series = 1 AND match = 1",
            "series 1, match 1: the luck is not that of the draws",
            id="luck",
        ),
        pytest.param(
            "UPDATE stages SET commitment = replace(commitment, '0', '1')",
            "stage 1: its deals cannot be derived",
            id="commitment",
        ),
        pytest.param(
            "UPDATE faults SET kind = 'timeout' WHERE series = 3",
            "series 3: the record is not the one that was stored: its hash differs",
            id="kind of fault",
        ),
        pytest.param(
            "DELETE FROM faults WHERE series = 3",
            "series 3, match 2: ended by a forfeit, but there is no fault",
            id="missing fault",
        ),
        pytest.param(
            "DELETE FROM matches WHERE series = 1 AND match = 2",
            "series 1: the matches are not those of a series that ended by played: one is missing",
            id="missing match",
        ),
        pytest.param(
            "DELETE FROM outcomes WHERE series = 2",
            "series 2: rows in matches that belong to nothing",
            id="missing result",
        ),
        pytest.param(
            "DELETE FROM series WHERE number = 4",
            "series 3: the other leg of its encounter is gone",
            id="missing series",
        ),
        pytest.param(
            "INSERT INTO matches SELECT 4, match, starter, ending, score_first, score_second, margin_uses_first,"
            " margin_uses_second, lag_ms, luck, deal_id, deal, turns, think_ms, notes FROM matches"
            " WHERE series = 1 AND match = 3",
            "series 4",
            id="duplicate",
        ),
        pytest.param(
            "UPDATE outcomes SET points_a = 1 - points_a WHERE series = 1",
            "series 1: points_a is not what the matches add up to",
            id="points",
        ),
        pytest.param(
            "UPDATE tournament SET config = replace(config, '60000', '1000')",
            "name, config, versions or isolation are not those that were stored",
            id="config",
        ),
    ],
)
def test_verify_finds_what_was_changed(league: RealLeague, sql: str, expected: str) -> None:
    """Each with its place, exit code 3, a count on stderr."""
    assert change(league.out, sql)
    found = league.referee("verify", code=3)
    assert any(line.startswith(expected) for line in found.out.splitlines()), found.out
    assert re.search(r"\d differences? in [56] series with", found.err)


def test_verify_is_content_with_what_was_played(league: RealLeague) -> None:
    """Crashes included; nothing on stdout, and one sentence for people."""
    assert crash_place(league)[0] == 3
    assert league.referee("verify").out == ""


def test_second_referee_is_refused_with_the_pid_of_the_first(mark: str, tmp_path: Path) -> None:
    """Exit 2; the first one is not disturbed, and when it has ended the way is free, whatever its lock file says."""
    league = RealLeague(tmp_path, mark, programs=dict.fromkeys(("left", "right"), f"{SLOW} 100"))
    run = league.start_run()
    assert eventually(lambda: len(league.bots()) == 4, PATIENCE_S)
    told = f"a referee already works here, process {run.pid}; wait for it, or stop it (kill -INT {run.pid})"
    assert told in league.run(code=2).err
    for words in (("annul", "1", "--reason", "why not"), ("reveal",)):
        assert told in league.referee(*words, code=2).err
    assert run.poll() is None
    kill(run.pid)
    run.communicate()
    assert (league.out / "lock").read_text() == f"{run.pid}\n"
    (league.out / "lock").write_text("1\n")  # and that process lives
    assert "stage 1 has 2 series left to play" in league.referee("reveal", code=3).err


def test_running_tournament_can_be_read(mark: str, tmp_path: Path) -> None:
    """By everybody, all the time: every command works, and the run ends as without them."""
    programs = dict.fromkeys(("left", "right"), f"{SLOW} 5")
    league = RealLeague(tmp_path / "read", mark, programs=programs, rounds=4)
    run = league.start_run()
    assert eventually((league.out / "logs").is_dir, PATIENCE_S)
    read = {0: 0, 2: 0}
    while run.poll() is None:
        for words in (("standings",), ("export",), ("verify",), ("export", "--format", "csv")):
            league.referee(*words)
        replaying = league.start("replay", str(league.out), "1")
        replaying.communicate(timeout=PATIENCE_S)
        read[replaying.returncode] += 1  # 2: withheld until the second leg is final too
    run.communicate()
    assert run.returncode == 0
    assert read[0]
    assert league.referee("verify").out == ""
    assert ask(league.out, "SELECT count(*) FROM outcomes") == [(8,)]
    assert ask(league.out, "SELECT count(*) FROM voids") == [(0,)]
    assert ask(league.out, "SELECT count(*) FROM faults") == [(0,)]


def test_half_an_encounter_is_shown_to_nobody(mark: str, tmp_path: Path) -> None:
    """While its other leg is to be played, no command tells a card of it."""
    league = RealLeague(tmp_path, mark, programs={name: PROGRAMS[name] for name in ("greedy", "planner")})
    league.run()
    for table in ("matches", "outcomes"):
        change(league.out, f"DELETE FROM {table} WHERE series = 2")  # noqa: S608 - ours
    assert len(league.referee("export").out.splitlines()) == 1
    assert "withheld until the other leg of its encounter is played too" in league.referee("replay", "1", code=2).err
    assert "stage 1 has 1 series left to play" in league.referee("reveal", code=3).err
    assert "1 of 2 series" in league.referee("standings").out


def test_life_of_a_tournament(mark: str, tmp_path: Path) -> None:
    """A bot is added, one is changed, an encounter annulled, the seed revealed, a round added; all of it verifies."""
    mine = tmp_path / "mine.py"
    mine.write_text(MINE)
    programs = {"discarder": "discarder.py", "mine": str(mine)}
    league = RealLeague(tmp_path / "life", mark, programs=programs, seed=None)
    league.run()
    three = programs | {"random": "random_bot.py"}
    league.write(programs=three, seed=None)
    assert "4 series added to the plan\n" in league.run().err
    mine.write_text(f"{mine.read_text()}# better\n")
    assert "\nmine: mine.py was written since its last result\n" in league.run(code=2).err
    assert "expected one of them, got both" in league.run("--keep-results", "--replay-changed", code=2).err
    whole = mine.read_text()
    mine.write_text("raise SystemExit('broken')")
    before = league.export()
    refused = league.run("--replay-changed", code=1).err
    assert "a changed bot is not fit to play; nothing was changed, and all results are as they were\n  mine " in refused
    assert league.export() == before
    mine.write_text(whole)
    replayed = league.run("--replay-changed").err
    assert "4 series added to the plan, 4 series superseded, kept as history" in replayed
    assert "every planned series is played already" in league.run().err
    ((first, second),) = ask(league.out, f"SELECT min(number), max(number) FROM series WHERE {DISCARDER_AND_RANDOM}")  # noqa: S608
    annulled = league.referee("annul", str(second), "--reason", "a power cut").err
    assert f"series {first} and {second} (discarder against random, round 1) are annulled: a power cut" in annulled
    assert "planned again as round 1.1, with fresh deals" in annulled
    assert f"series {first} is annulled, and in no table: a power cut" in league.referee("replay", str(first)).err
    told = (
        "Annulled: 1 encounter, played anew if both bots are still here:"
        " discarder against random, round 1 (a power cut)."
    )
    assert told in json.loads(league.referee("standings", "--json").out)["facts"]
    league.run()
    seed = league.referee("reveal").out.strip()
    assert len(bytes.fromhex(seed)) == 32
    ((mine_too,),) = ask(league.out, "SELECT max(number) FROM series JOIN outcomes ON series = number WHERE replay = 0")
    again = league.referee("annul", str(mine_too), "--reason", "once more").err
    assert "stage 2 is open: commitment " in again
    league.write(programs=three, seed=None, rounds=2)
    league.run()
    verified = league.referee("verify")
    assert verified.out == ""
    assert "8 of the series history (annulled, replaced or removed): every deal" in verified.err
    rounds = sorted({(line["stage"], str(line["round"])) for line in league.export()})
    assert rounds == [(1, "1"), (1, "1.1"), (2, "1.1"), (2, "2")]


def final_count(league: RealLeague) -> int:
    """Series with a result."""
    ((count,),) = ask(league.out, "SELECT count(*) FROM outcomes")
    return int(count)


def test_live_file_can_be_copied(mark: str, tmp_path: Path) -> None:
    """By SQLite's own backup, while the run writes: the copy is whole, and every command reads it."""
    league = RealLeague(tmp_path / "live", mark, rounds=2)
    run = league.start_run()
    assert eventually((league.out / "logs").is_dir, PATIENCE_S)
    copies: list[Path] = []
    while run.poll() is None:
        if eventually(lambda: final_count(league) > 2 * len(copies), 0.1):
            copy = tmp_path / f"copy{len(copies)}"
            copy.mkdir()
            with (
                closing(sqlite3.connect(league.out / "results.db")) as source,
                closing(sqlite3.connect(copy / "results.db")) as target,
            ):
                source.backup(target)
            shutil.copy(league.out / "seed", copy)
            copies.append(copy)
    run.communicate()
    assert run.returncode == 0
    league.out = copies[len(copies) // 2]
    assert league.referee("verify").out == ""
    assert "Points" in league.referee("standings").out
