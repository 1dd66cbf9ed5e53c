"""The plan as such: nothing of it is gone, twice, or torn apart. Looked at before it is added to, and by `verify`."""

from collections.abc import Iterator
from typing import Final

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
}


def plan_differences(database: Database) -> Iterator[Difference]:
    """Everything that is wrong with the plan."""
    for text, sql in _QUESTIONS.items():
        for (number,) in database.rows(sql):
            yield Difference(series=number, text=text)
