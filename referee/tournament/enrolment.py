"""Before the first series: is this the tournament that the results are of, who plays, and what is to be played?"""

import shlex
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from referee.bots.spec import BotSpec
from referee.deals import commitment, new_seed
from referee.errors import ConfigError, RefusedError
from referee.results.rows import SeriesRow, Stage, StoredBot
from referee.results.seeds import add_seed, stage_seed
from referee.results.store import Store
from referee.tournament.config import TournamentConfig, comparable_settings, comparable_tables
from referee.tournament.fingerprint import fingerprint
from referee.tournament.schedule import plan_round
from referee.tournament.wording import listed, printable_path, quoted, suggestion


def check_settings(store: Store, config: TournamentConfig) -> None:
    """Check that new results may stand beside the stored ones.

    Raises:
        RefusedError: naming each setting that would mix what cannot be compared, with its old and new value.
    """
    old, new = comparable_tables(store.stored_config()), comparable_settings(config)
    changes = [
        f"{key}: the stored results were played with {old[key]!r}, got {new[key]!r}"
        for key in new
        if key in old and old[key] != new[key]
    ]
    if changes:
        advice = "put the old values back, or name another folder with --out"
        raise RefusedError("\n".join([f"{store.folder}: these settings cannot change any more; {advice}", *changes]))


def open_stage(store: Store, config: TournamentConfig) -> Stage:
    """The open stage, or a new one with the seed of the TOML or of the system; the seed is on the disk first."""
    opened = store.stage()
    if opened is None:
        seed = config.seed or new_seed()
        add_seed(store.folder, len(store.stages()) + 1, seed)
    else:
        seed = config.seed or stage_seed(store.folder, opened)
    return store.open_stage(commitment(seed), config.tournament.public_entropy)


def enrol_bots(store: Store, config: TournamentConfig, *, keep_results: bool) -> None:
    """Store the bots of the TOML; those it no longer names stay, marked as removed.

    Raises:
        RefusedError: a bot's files or command changed since its results were played.
    """
    stored = {bot.name: bot for bot in store.bots()}
    bots = [_entry(spec, position, stored.get(spec.name)) for position, spec in enumerate(config.entries)]
    changed = [bot.name for bot in bots if bot.name in stored and bot.fingerprint != stored[bot.name].fingerprint]
    if changed and not keep_results:
        raise RefusedError(
            f"{store.folder}: the files or the command of {', '.join(changed)} changed since its results were played; "
            "go on with --keep-results, or play its series again with --replay-changed"
        )
    names = {bot.name for bot in bots}
    removed = [replace(bot, removed=True) for bot in stored.values() if bot.name not in names]
    store.put_bots([*bots, *removed])


def check_reinstated(names: Iterable[str], config: TournamentConfig) -> None:
    """Check that bots that are to play again are in the tournament.

    Raises:
        ConfigError: with every name that is not.
    """
    known = [spec.name for spec in config.entries]
    expected = f"--reinstate: expected a bot of {printable_path(config.path)}, {listed(known)}"
    faults = [f"{expected}, got {quoted(name)}{suggestion(name, known)}" for name in names if name not in known]
    if faults:
        raise ConfigError(*faults)


def reinstate_bots(store: Store, names: Collection[str]) -> None:
    """Let bots play again, from the next round that has not begun; only their faults from there on count."""
    next_round = store.last_begun_round() + 1
    bots = [bot for bot in store.bots() if bot.name in names]
    store.put_bots([replace(bot, withdrawn=False, reinstated=next_round) for bot in bots])


def planned_rows(config: TournamentConfig, generations: Mapping[str, int], stage: int) -> Iterator[SeriesRow]:
    """Every series of every round, in the order of planning."""
    remote = {spec.name for spec in config.entries if spec.is_remote}
    names = [spec.name for spec in config.entries]
    for number in range(1, config.tournament.rounds + 1):
        for planned in plan_round(names, number, config.tournament.format):
            yield SeriesRow(
                stage=stage,
                round=number,
                day=planned.day,
                pairing=planned.pairing,
                leg=planned.leg,
                a=planned.a,
                b=planned.b,
                generation_a=generations[planned.a],
                generation_b=generations[planned.b],
                mirrored=config.tournament.mirror and remote.isdisjoint({planned.a, planned.b}),
            )


def _entry(spec: BotSpec, position: int, stored: StoredBot | None) -> StoredBot:
    return StoredBot(
        name=spec.name,
        generation=stored.generation if stored else 1,
        fingerprint=fingerprint(spec),
        command=shlex.join(spec.command) if spec.command else str(spec.address),
        position=position,
        withdrawn=stored.withdrawn if stored else False,
        reinstated=stored.reinstated if stored else 0,
    )
