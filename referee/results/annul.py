"""An encounter taken out of the tables with a reason: kept as history, and planned again with fresh deals."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from referee.errors import ConfigError, RefusedError
from referee.results.opening import results_folder
from referee.results.rows import SeriesRow, Stage
from referee.results.store import Store

REASON_LENGTH: Final = 500

_HISTORY: Final = {
    "annulled": "annulled already",
    "superseded": "history already, since it was to be played again",
    "removed": "out of the plan, since one of its bots or its round is",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Annulment:
    """What came of it.

    Attributes:
        legs: the two series that are history now.
        again: the first leg of the encounter that is planned instead; None while one of its bots is gone.
        withdrawn: those of its bots that are asked no more: they lose what is planned instead.
        opened: the stage that had to be opened for it; None where one was open, or nothing was planned.
    """

    legs: tuple[SeriesRow, SeriesRow]
    again: SeriesRow | None
    withdrawn: tuple[str, ...]
    opened: Stage | None


def annul(path: Path, number: int, reason: str) -> Annulment:
    """Annul the encounter of a series, in an output folder or that of the TOML it belongs to; all of it or nothing.

    Args:
        path: the folder, or the TOML.
        number: of either of its two series.
        reason: for people, 1..500 characters.

    Raises:
        ConfigError: the reason is empty or too long, or there are no results.
        RefusedError: there is no such series, or nothing of its encounter is in the tables; or a referee works here.
    """
    if not 0 < len(reason.strip()) <= REASON_LENGTH:
        raise ConfigError(f"--reason: expected 1 to {REASON_LENGTH} characters, got {len(reason.strip())}")
    with Store.open(results_folder(path)) as store, store.transaction():
        legs = store.encounter(number)
        _check_annullable(store, number, legs)
        # Bytes of a command line that are no UTF-8 are no text for SQLite.
        text = reason.strip().encode(errors="backslashreplace").decode()
        store.make_history(legs, "annulled", text)
        again, opened = _plan_again(store, legs)
        return Annulment(legs=legs, again=again, withdrawn=_withdrawn(store, legs[0]), opened=opened)


def _check_annullable(store: Store, number: int, legs: tuple[SeriesRow, SeriesRow]) -> None:
    """Check that the encounter is in the tables, at least with one leg."""
    place = f"series {number} ({legs[0].a} against {legs[0].b})"
    if history := store.history(number):
        kind, reason = history
        raise RefusedError(f"{place}: {_HISTORY[kind]}{f': {reason}' if reason else ''}")
    if not any(store.is_final(leg) for leg in legs):
        raise RefusedError(f"{place}: nothing of its encounter is played yet, so there is nothing to annul")


def _plan_again(store: Store, legs: tuple[SeriesRow, SeriesRow]) -> tuple[SeriesRow | None, Stage | None]:
    """The first leg of the encounter that is planned instead, and the stage that was opened for it."""
    present = {(bot.name, bot.generation) for bot in store.bots() if not bot.removed}
    if not {(legs[0].a, legs[0].generation_a), (legs[0].b, legs[0].generation_b)} <= present:
        return None, None
    was_open = store.stage() is not None
    stage = store.ensure_stage(None, _public_entropy(store))
    again = [replace(leg, number=None, stage=stage.number, replay=leg.replay + 1) for leg in legs]
    store.plan(again)
    return again[0], None if was_open else stage


def _withdrawn(store: Store, leg: SeriesRow) -> tuple[str, ...]:
    """Those of a series' bots that are withdrawn, A before B."""
    played = ((leg.a, leg.generation_a), (leg.b, leg.generation_b))
    withdrawn = {(bot.name, bot.generation) for bot in store.bots() if bot.withdrawn}
    return tuple(name for name, generation in played if (name, generation) in withdrawn)


def _public_entropy(store: Store) -> str:
    """Of the stage that is open; of a new one, what the config says: it may be changed until the first result."""
    stage = store.stage()
    if stage is not None:
        return stage.public_entropy
    tournament: Mapping[str, Any] = store.stored_config().get("tournament", {})
    return str(tournament.get("public_entropy", ""))
