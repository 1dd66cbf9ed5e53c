"""What a host is told before the first series, because it would be a riddle later; nothing is refused for it."""

from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path

from referee.bots.command import argv_of, environment_of
from referee.bots.spec import BotSpec, ProcessSettings
from referee.errors import NotStartedError
from referee.results.store import Store
from referee.tournament.config import TournamentConfig
from referee.tournament.enrolment import newest_bots
from referee.tournament.places import is_file
from referee.tournament.toml import read_toml
from referee.tournament.wording import printable_path, quoted


def notices(store: Store, config: TournamentConfig) -> tuple[str, ...]:
    """What is in the table and not in the TOML any more, a sentence each; of bots that are enrolled."""
    last, rounds = store.last_begun_round(), config.tournament.rounds
    later = f"rounds is {rounds} now, but what was played up to round {last} stays in the table"
    return (*_absences(store), *([later] if last > rounds else []))


def missing_programs(config: TournamentConfig) -> Iterator[str]:
    """The bots whose program is not here, a sentence each, with the line.

    Only a warning: what a build makes later is no fault of the TOML, and a run tries every bot before the first match.
    """
    file = read_toml(config.path)
    for place, spec in enumerate(config.entries):
        if reason := _missing_program(spec, config):
            line = file.line_of(("bot", place, "command"))
            where = f"{printable_path(config.path)}, line {line}: [[bot]] {place + 1} {quoted(spec.name)} command"
            yield f"{where}: {reason}"


def _absences(store: Store) -> Iterator[str]:
    """The bots that were taken out of the TOML and have results, and what they may be called now."""
    bots = newest_bots(store).values()
    removed = [bot for bot in bots if bot.removed]
    played = store.played_bots() if removed else set()
    gone = [bot for bot in removed if bot.name in played]
    if not gone:
        return
    yield f"not in the TOML any more, but kept in the table with their results: {', '.join(bot.name for bot in gone)}"
    fresh = {bot.name: bot for bot in bots if not bot.removed and bot.name not in played}
    for bot in gone:
        same = [name for name, other in fresh.items() if other.fingerprint == bot.fingerprint]
        for name in (same or get_close_matches(bot.name, fresh))[:1]:
            yield (
                f"did you rename {bot.name} to {name}? results belong to a name: to go on with them call it"
                f" {bot.name} again"
            )


def _missing_program(spec: BotSpec, config: TournamentConfig) -> str:
    """What is wrong with the program of a command, as far as that can be seen; "" for nothing, or a remote bot."""
    environment = environment_of(spec, ProcessSettings(env=config.isolation.env), home="", told="")
    try:
        program = next(iter(argv_of(spec, environment)), None)
    except NotStartedError:
        return f"expected a program, found no {quoted((spec.command or ('',))[0])} on PATH"
    if program is None or is_file(Path(program)):
        return ""
    return f"expected a program, found none at {printable_path(Path(program))}; build it, or mend the name"
