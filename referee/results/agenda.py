"""What is wanted against what is planned: what is missing is planned, what is wanted no more leaves the plan.

An encounter is known by its round and its two bots; its state is that of its last replay:

    live       both legs are planned or final: nothing to do
    absent     there is none, or it is annulled: it is planned, under the next number of replay
    removed    it left the plan before it was played, and comes back as it was: with the same deals, since nobody saw
               them, unless their seed is published by now: then in the new stage
    half       one leg is final, and the other left the plan with its bot: it comes back while the seed is secret;
               afterwards its deals are known, so the leg that is final becomes history and both are played anew

What is wanted no more leaves the plan where nothing of it is played yet, or where one of its bots is gone. A leg whose
other leg is final is played all the same.

2026-11: all of it is SQL over a temporary table, since a plan may have a million series and is looked through at every
start of a run.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from referee.results.database import Database
from referee.results.rows import WantedEncounter

_STATES: Final = """
CREATE TEMP TABLE agenda AS
SELECT wanted.*, last.replay, count(series.number) FILTER (WHERE series.history IS NULL) = 2 AS is_live,
    count(series.number) FILTER (WHERE series.history = 'removed') AS removed_count,
    count(outcomes.series) AS final_count, max(series.stage) AS stage
FROM temp.wanted
LEFT JOIN (SELECT round, a, b, max(replay) AS replay FROM series GROUP BY round, a, b) AS last
    USING (round, a, b)
LEFT JOIN series ON series.round = wanted.round AND series.a = wanted.a AND series.b = wanted.b
    AND series.replay = last.replay
LEFT JOIN outcomes ON outcomes.series = series.number
GROUP BY wanted.round, wanted.a, wanted.b
"""

_WANTED: Final = (
    "CREATE TEMP TABLE wanted (round INTEGER, day INTEGER, pairing INTEGER, a INTEGER, b INTEGER, mirrored INTEGER,"
    " PRIMARY KEY (round, a, b)) WITHOUT ROWID"
)

# Series of a bot that was replaced: both legs go, final or not.
_SUPERSEDE: Final = """
WITH replaced AS (
    SELECT old.bot FROM bots AS old JOIN bots AS new ON new.name = old.name AND new.generation > old.generation)
UPDATE series SET history = 'superseded', reason = 'a bot was replaced' WHERE history IS NULL
    AND (a IN (SELECT bot FROM replaced) OR b IN (SELECT bot FROM replaced))
"""

# The last condition: of an encounter that is begun the other leg is played, if both bots are there.
_REMOVE: Final = """
UPDATE series SET history = 'removed' WHERE history IS NULL
    AND NOT EXISTS (SELECT 1 FROM outcomes WHERE outcomes.series = number)
    AND NOT EXISTS (
        SELECT 1 FROM temp.wanted WHERE wanted.round = series.round AND wanted.a = series.a AND wanted.b = series.b)
    AND (EXISTS (SELECT 1 FROM bots WHERE bot IN (series.a, series.b) AND removed)
        OR NOT EXISTS (
            SELECT 1 FROM series AS other JOIN outcomes ON outcomes.series = other.number
            WHERE other.round = series.round AND other.replay = series.replay AND other.a = series.a
            AND other.b = series.b AND other.leg = 3 - series.leg))
"""

_IS_RETURNING: Final = "removed_count > 0 AND (final_count = 0 OR agenda.stage = :stage)"

_RETURN: Final = f"""
UPDATE series SET history = NULL, stage = :stage FROM temp.agenda
WHERE NOT is_live AND {_IS_RETURNING} AND series.history = 'removed' AND series.round = agenda.round
    AND series.a = agenda.a AND series.b = agenda.b AND series.replay = agenda.replay
"""  # noqa: S608 - ours

_GIVE_UP_HALVES: Final = f"""
UPDATE series SET history = 'superseded', reason = 'the seed was published before its other leg was played'
FROM temp.agenda WHERE NOT is_live AND NOT ({_IS_RETURNING}) AND series.history IS NULL
    AND series.round = agenda.round AND series.a = agenda.a AND series.b = agenda.b AND series.replay = agenda.replay
"""  # noqa: S608 - ours

_ADD: Final = f"""
INSERT INTO series (stage, round, replay, day, pairing, leg, a, b, mirrored)
SELECT :stage, round, coalesce(replay + 1, 0), day, pairing, leg, a, b, mirrored
FROM temp.agenda, (SELECT 1 AS leg UNION ALL SELECT 2)
WHERE NOT is_live AND NOT (({_IS_RETURNING}))
ORDER BY round, day, pairing, leg
"""  # noqa: S608 - ours

# Where an encounter stands inside its round may change with the bots; its mirror only while nothing of it is played.
_MOVE: Final = """
UPDATE series SET day = agenda.day, pairing = agenda.pairing,
    mirrored = CASE WHEN final_count THEN series.mirrored ELSE agenda.mirrored END
FROM temp.agenda WHERE series.history IS NULL AND series.round = agenda.round AND series.a = agenda.a
    AND series.b = agenda.b AND (series.day <> agenda.day OR series.pairing <> agenda.pairing
        OR (NOT final_count AND series.mirrored <> agenda.mirrored))
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class PlanChange:
    """What became of a plan, in series.

    Attributes:
        added_count: planned for the first time, or again after they were annulled.
        returned_count: back in the plan.
        removed_count: out of the plan, not played.
        superseded_count: final or not, of a bot that was replaced: history from now on.
    """

    added_count: int
    returned_count: int
    removed_count: int
    superseded_count: int

    def __str__(self) -> str:
        """What changed, such as `12 series added to the plan, 3 series back in the plan`; "" for nothing."""
        words = {
            "added to the plan": self.added_count,
            "back in the plan": self.returned_count,
            "not played, and removed from the plan (every result stays)": self.removed_count,
            "superseded, kept as history": self.superseded_count,
        }
        return ", ".join(f"{count} series {what}" for what, count in words.items() if count)


class Agenda:
    """The encounters that are wanted, beside those that are planned; inside a transaction of the caller's.

    Args:
        database: of the writer.
        wanted: every encounter of every round, of bots that are stored; in any order.
    """

    def __init__(self, database: Database, wanted: Iterable[WantedEncounter]) -> None:
        self._database = database
        self._superseded_count = database.change(_SUPERSEDE)
        newest = database.rows("SELECT name, bot, max(generation) FROM bots GROUP BY name")
        bots = {row["name"]: row["bot"] for row in newest}
        for table in ("wanted", "agenda"):
            database.execute(f"DROP TABLE IF EXISTS temp.{table}")
        database.execute(_WANTED)
        database.executemany(
            "INSERT INTO temp.wanted VALUES (?, ?, ?, ?, ?, ?)",
            ((one.round, one.day, one.pairing, bots[one.a], bots[one.b], one.mirrored) for one in wanted),
        )
        database.execute(_STATES)

    @property
    def is_new(self) -> bool:
        """Whether something is to be planned, so that there has to be an open stage."""
        return bool(self._database.value("SELECT EXISTS (SELECT 1 FROM temp.agenda WHERE NOT is_live)"))

    def follow(self, stage: int | None) -> PlanChange:
        """Plan what is missing, under the open stage (None where nothing is), and drop what is wanted no more."""
        values = {"stage": stage}
        change = PlanChange(
            removed_count=self._database.change(_REMOVE),
            returned_count=self._database.change(_RETURN, values),
            superseded_count=self._superseded_count + self._database.change(_GIVE_UP_HALVES, values),
            added_count=self._database.change(_ADD, values),
        )
        self._database.execute(_MOVE)
        return change
