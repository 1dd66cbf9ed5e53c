"""The plan as such: nothing of it is gone, twice, or torn apart. Looked at before it is added to, and by `verify`."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from referee.results.database import Database
from referee.results.recheck import Difference

_OTHER_LEG: Final = (
    "SELECT 1 FROM series AS other WHERE other.round = leg.round AND other.replay = leg.replay AND other.a = leg.a"
    " AND other.b = leg.b AND other.leg = 3 - leg.leg"
)
_QUESTIONS: Final = {
    "it was planned and is gone": (
        "SELECT number - 1 FROM series WHERE number > 1 AND number - 1 NOT IN (SELECT number FROM series)"
    ),
    "the other leg of its encounter is gone": f"SELECT number FROM series AS leg WHERE NOT EXISTS ({_OTHER_LEG})",  # noqa: S608 - ours
    "the other leg of its encounter has another stage, or another mirror": (
        f"SELECT number FROM series AS leg WHERE EXISTS ({_OTHER_LEG} AND (other.stage, other.mirrored)"  # noqa: S608 - ours
        " <> (leg.stage, leg.mirrored))"
    ),
    "the same series is there twice": (
        "SELECT max(number) FROM series GROUP BY round, a, b, replay, leg HAVING count(*) > 1"
        " UNION SELECT series FROM outcomes GROUP BY series HAVING count(*) > 1"
    ),
    "its place in the schedule is none that can be": (
        "SELECT number FROM series WHERE max(round, replay, day, pairing) > 1 << 31 OR min(round, day, pairing) < 1"
        " OR replay < 0"
    ),
    # SQLite checks the constraint that says so too, but not through a connection that only reads.
    "it is history, and no word that we know says why": (
        "SELECT number FROM series WHERE history NOT IN ('annulled', 'superseded', 'removed')"
    ),
}


def plan_differences(database: Database) -> Iterator[Difference]:
    """Everything that is wrong with the plan."""
    for text, sql in _QUESTIONS.items():
        for (number,) in database.rows(sql):
            yield Difference(series=number, text=text)


_PRESENT: Final = (
    "SELECT bot FROM bots WHERE NOT removed AND NOT EXISTS (SELECT 1 FROM bots AS new WHERE new.name = bots.name"
    " AND new.generation > bots.generation)"
)
_ENCOUNTERS: Final = (
    f"SELECT round, count(*) FROM series WHERE leg = 1 AND history IS NULL AND a IN ({_PRESENT})"  # noqa: S608 - ours
    f" AND b IN ({_PRESENT}) GROUP BY round"
)


def round_differences(database: Database, config: Mapping[str, Any]) -> Iterator[Difference]:
    """The rounds that the config asks for and in which an encounter is missing between the bots that are there.

    Plan, bots and config are written together, so that they agree whenever they are read.
    """
    tournament = config["tournament"]
    bot_count = database.value(f"SELECT count(*) FROM ({_PRESENT})")  # noqa: S608 - ours
    expected = bot_count - 1 if tournament.get("format") == "gauntlet" else bot_count * (bot_count - 1) // 2
    planned = dict(map(tuple, database.rows(_ENCOUNTERS)))
    for number in range(1, tournament["rounds"] + 1):
        if planned.get(number, 0) < expected:
            text = f"round {number}: {planned.get(number, 0)} encounters are planned, expected {expected}"
            yield Difference(text=text)
