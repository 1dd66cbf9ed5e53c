"""The head of a results file: the tournament as a whole, and its bots."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from sqlite3 import Row
from typing import Any, Final

from referee.results.database import NOW, Database, damaged
from referee.results.opening import absent
from referee.results.planning import has_result
from referee.results.rows import StoredBot, TournamentHeader
from referee.results.shape import rules_faults
from referee.rules.variant import Variant

_PUT_BOT: Final = (
    "INSERT INTO bots (name, generation, fingerprint, command, position, withdrawn, reinstated, removed)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (name, generation) DO UPDATE SET fingerprint = excluded.fingerprint,"
    " command = excluded.command, position = excluded.position, withdrawn = excluded.withdrawn,"
    " reinstated = excluded.reinstated, removed = excluded.removed"
)


def insert_header(database: Database, header: TournamentHeader | None) -> None:
    """Say what tournament a new file is of.

    Raises:
        ConfigError: there is no header.
    """
    if header is None:
        raise absent(database.path.parent)
    values = (
        header.name,
        _json(header.config),
        header.referee_version,
        header.protocol_version,
        header.luck_model,
        _json(header.isolation),
        header.created_utc or database.value(f"SELECT {NOW}"),
    )
    with database.transaction():
        database.execute("INSERT INTO tournament VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?)", (*values, _hash(values)))


def read_header(database: Database) -> TournamentHeader:
    """The header of a file."""
    row = database.row("SELECT * FROM tournament")
    if row is None:
        raise absent(database.path.parent)
    return TournamentHeader(
        name=row["name"],
        config=_parsed(database, row, "config"),
        referee_version=row["referee_version"],
        protocol_version=row["protocol_version"],
        luck_model=row["luck_model"],
        isolation=_parsed(database, row, "isolation"),
        created_utc=row["created_utc"],
    )


def read_variant(database: Database) -> Variant:
    """The rules of the tournament, from its config, without the rest of it: that may name thousands of bots."""
    row = database.row("SELECT coalesce(json_extract(config, '$.rules'), 'null') AS rules FROM tournament")
    if row is None:
        raise absent(database.path.parent)
    rules = _parsed(database, row, "rules")
    for fault in rules_faults(rules):
        raise damaged(database.path, fault)
    try:
        return Variant(**rules)
    except TypeError as error:
        raise damaged(database.path, f"the config has no rules as we know them: {error}") from error


def read_luck_model(database: Database) -> str | None:
    """The name of the model of luck; None where luck is not computed."""
    model: str | None = database.value("SELECT luck_model FROM tournament")
    return model


def replace_config(database: Database, config: Mapping[str, Any]) -> None:
    """Replace the config, and the name by the one it has; nothing is written where nothing changes."""
    _update(database, {"name": config["tournament"]["name"], "config": _json(config)})


def replace_circumstances(database: Database, header: TournamentHeader) -> None:
    """Say with which versions and isolation the first series is played, as long as there is no result.

    A run that ended before it, or only printed the plan, has left its own here.
    """
    if not has_result(database):
        changes = {
            "referee_version": header.referee_version,
            "protocol_version": header.protocol_version,
            "luck_model": header.luck_model,
            "isolation": _json(header.isolation),
        }
        _update(database, changes)


def is_changed(database: Database) -> bool:
    """Whether the header is another one than was written, by its hash."""
    row = database.row("SELECT * FROM tournament")
    try:
        return row is None or row["hash"] != _hash(tuple(_hashed(row).values()))
    except TypeError:  # not even text
        return True


def read_bots(database: Database) -> list[StoredBot]:
    """All bots in all generations, in the order of the TOML, then by generation."""
    rows = database.rows("SELECT * FROM bots ORDER BY position, name, generation")
    return [
        StoredBot(
            name=row["name"],
            generation=row["generation"],
            fingerprint=row["fingerprint"],
            command=row["command"],
            position=row["position"],
            withdrawn=bool(row["withdrawn"]),
            reinstated=row["reinstated"],
            removed=bool(row["removed"]),
        )
        for row in rows
    ]


def put_bots(database: Database, bots: Iterable[StoredBot]) -> None:
    """Add bots; those of the same name and generation are replaced. One transaction."""
    with database.transaction():
        stored = read_bots(database)
        database.executemany(
            _PUT_BOT,
            (
                (
                    bot.name,
                    bot.generation,
                    bot.fingerprint,
                    bot.command,
                    bot.position,
                    bot.withdrawn,
                    bot.reinstated,
                    bot.removed,
                )
                for bot in bots
                if bot not in stored
            ),
        )


def _update(database: Database, changes: Mapping[str, str | None]) -> None:
    with database.transaction():
        row = database.row("SELECT * FROM tournament")
        if row is None:
            raise absent(database.path.parent)
        values = {**_hashed(row), **changes}
        if values != _hashed(row):
            places = ", ".join(f"{column} = :{column}" for column in (*changes, "hash"))
            values["hash"] = _hash(tuple(values.values()))
            database.execute(f"UPDATE tournament SET {places}", values)  # noqa: S608 - names of ours


def _hashed(row: Row) -> dict[str, Any]:
    """What the hash of the header covers: all but itself and the number of the row."""
    return {key: row[key] for key in row.keys() if key not in ("id", "hash")}  # noqa: SIM118 - a Row iterates over its values


def _hash(values: Sequence[object]) -> str:
    """SHA-256 of the header's values in the order of their columns, in hex."""
    return hashlib.sha256(json.dumps(values).encode("ascii")).hexdigest()


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, separators=(",", ":"))


def _parsed(database: Database, row: Row, column: str) -> dict[str, Any]:
    try:
        value = json.loads(row[column])
    except ValueError as error:
        raise damaged(database.path, f"{column}: {error}") from error
    if not isinstance(value, dict):
        raise damaged(database.path, f"{column}: expected a table")
    return value
