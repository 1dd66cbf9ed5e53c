"""Before the first series: is this the tournament that the results are of, who plays, and what is to be played?"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from operator import attrgetter
from pathlib import Path
from typing import Final

from referee.bots.spec import BotSpec
from referee.deals import commitment
from referee.errors import ConfigError, RefusedError
from referee.results.agenda import PlanChange
from referee.results.opening import RESULTS_FILE
from referee.results.rows import Stage, StoredBot, WantedEncounter
from referee.results.seeds import SEED_FILE, read_seeds
from referee.results.store import Store
from referee.rules.variant import DECK_ONLY_AFTER
from referee.tournament.config import TournamentConfig, comparable_settings, comparable_tables
from referee.tournament.differences import describe_difference
from referee.tournament.fingerprint import fingerprint
from referee.tournament.schedule import plan_round
from referee.tournament.wording import command_text, listed, printable_path, quoted, suggestion

_CHANGED: Final = (
    "{folder}: bots changed since their results were played; go on with --keep-results, or play their series again with"
    " --replay-changed"
)
_COLORS: Final = "rules.colors"
_END: Final = "rules.deck_only_after"


def check_settings(store: Store, config: TournamentConfig) -> None:
    """Check that new results may stand beside the stored ones, and that no commitment is broken.

    Raises:
        RefusedError: naming each setting that would mix what cannot be compared, with its old and new value.
    """
    changes = [*_incomparable(store, config), *_broken_commitments(store, config)]
    if changes:
        advice = "put the old values back, or name another folder with --out"
        raise RefusedError("\n".join([f"{store.folder}: these settings cannot change any more; {advice}", *changes]))


def check_seeds(folder: Path) -> None:
    """Check that new results do not begin with the seeds of old ones, whose deals somebody may have seen.

    Raises:
        RefusedError: the folder has seeds, and no results.
    """
    results = folder / RESULTS_FILE
    if read_seeds(folder) and not (results.is_file() and results.stat().st_size):
        raise RefusedError(
            f"{folder / SEED_FILE}: expected none, since there are no results here; it deals the cards of results"
            " that are gone: put those back, or move it away, or name another folder with --out"
        )


def enrol_bots(store: Store, config: TournamentConfig, *, keep_results: bool, replay_changed: bool) -> None:
    """Store the bots of the TOML; those it no longer names stay, marked as removed.

    Args:
        store: of the results.
        config: names the bots.
        keep_results: go on although a bot's files or command changed.
        replay_changed: make such a bot a new generation instead, whose series are all to be played.

    Raises:
        RefusedError: a bot's files or command changed since its results were played, and neither is wanted; or a new
            bot's name differs from that of one with results by case only.
    """
    stored = newest_bots(store)
    _check_names(store, config, stored)
    bots = _entries(config, stored)
    changed = _changed(bots, stored, store)
    if changed and not keep_results and not replay_changed:
        raise RefusedError(
            "\n".join([_CHANGED.format(folder=store.folder), *_differences(store, config, stored, changed)])
        )
    if replay_changed:
        bots = [_next_generation(bot) if bot in changed else bot for bot in bots]
    names = {bot.name for bot in bots}
    removed = [replace(bot, removed=True) for bot in stored.values() if bot.name not in names]
    store.put_bots([*bots, *removed])


def _check_names(store: Store, config: TournamentConfig, stored: Mapping[str, StoredBot]) -> None:
    """Check that names are unique ignoring case, as those of one TOML are: some file systems do not tell them apart."""
    known = {name.casefold(): name for name in stored}
    near = [(spec.name, known.get(spec.name.casefold())) for spec in config.entries if spec.name not in stored]
    played = store.played_bots() if any(name for _, name in near) else set()
    faults = [
        f"{store.folder}: results of {old} are here, and {new} differs from it by case only; call it {old} again, or"
        " otherwise"
        for new, old in near
        if old in played
    ]
    if faults:
        raise RefusedError("\n".join(faults))


def changed_bots(store: Store, config: TournamentConfig) -> list[str]:
    """The names of the bots whose files or command changed since their results were played."""
    stored = newest_bots(store)
    return [bot.name for bot in _changed(_entries(config, stored), stored, store)]


def newest_bots(store: Store) -> dict[str, StoredBot]:
    """The stored bots by name, each in its last generation."""
    return {bot.name: bot for bot in sorted(store.bots(), key=attrgetter("generation"))}


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
    if not names:
        return
    next_round = store.last_begun_round() + 1
    bots = [bot for bot in store.bots() if bot.name in names]
    store.put_bots([replace(bot, withdrawn=False, reinstated=next_round) for bot in bots])


def plan_encounters(store: Store, config: TournamentConfig) -> tuple[Stage, PlanChange]:
    """Bring the plan in line with the TOML; inside a transaction.

    Returns:
        The open stage, or where none is needed, because all that is wanted is played or planned, the last one; and
        what became of the plan.
    """
    seed, public_entropy = config.seed, config.tournament.public_entropy
    agenda = store.agenda(wanted_encounters(config))
    stage = store.stage()
    if stage is not None or agenda.is_new:
        stage = store.ensure_stage(seed, public_entropy)
    change = agenda.follow(None if stage is None else stage.number)
    return stage or store.stages()[-1], change


def wanted_encounters(config: TournamentConfig) -> Iterator[WantedEncounter]:
    """Every encounter of every round, in the order of the schedule."""
    remote = {spec.name for spec in config.entries if spec.is_remote}
    names = [spec.name for spec in config.entries]
    for number in range(1, config.tournament.rounds + 1):
        for planned in plan_round(names, number, config.tournament.format):
            if planned.leg == 1:
                yield WantedEncounter(
                    round=number,
                    day=planned.day,
                    pairing=planned.pairing,
                    a=planned.a,
                    b=planned.b,
                    mirrored=config.tournament.mirror and remote.isdisjoint({planned.a, planned.b}),
                )


def _incomparable(store: Store, config: TournamentConfig) -> Iterator[str]:
    """The settings that differ from those of the results, as long as there are any."""
    if not store.has_result():
        return
    old, new = comparable_tables(store.stored_config()), comparable_settings(config)
    follows_colors = all(_has_default_end(settings) for settings in (old, new))
    for key in new:
        if key == _END and follows_colors:
            continue  # nobody set it
        if key in old and old[key] != new[key]:
            yield f"{key}: the stored results were played with {quoted(old[key])}, got {quoted(new[key])}"


def _has_default_end(settings: Mapping[str, object]) -> bool:
    """Whether discard piles are closed when they are by default with that number of colors."""
    return (settings.get(_COLORS), settings.get(_END)) in DECK_ONLY_AFTER.items()


def _broken_commitments(store: Store, config: TournamentConfig) -> Iterator[str]:
    """The seed from the moment it is committed to, and public_entropy from the first result of the stage on."""
    stage = store.stage()
    if stage is None:
        return
    if config.seed is not None and commitment(config.seed) != stage.commitment:
        where = f"tournament.seed: stage {stage.number} is committed to SHA-256 {stage.commitment}"
        yield f"{where}, got one of {commitment(config.seed)}; take the seed out of the TOML"
    new = config.tournament.public_entropy
    if new != stage.public_entropy and store.has_result(stage.number):
        old = stage.public_entropy
        yield f"tournament.public_entropy: stage {stage.number} has results with {quoted(old)}, got {quoted(new)}"


def _entries(config: TournamentConfig, stored: Mapping[str, StoredBot]) -> list[StoredBot]:
    """The bots of the TOML as they are to be stored, in their present generations."""
    return [_entry(spec, position, stored.get(spec.name)) for position, spec in enumerate(config.entries)]


def _changed(bots: Iterable[StoredBot], stored: Mapping[str, StoredBot], store: Store) -> list[StoredBot]:
    return [bot for bot in bots if _is_changed(bot, stored.get(bot.name)) and store.last_played_utc(stored[bot.name])]


def _differences(
    store: Store, config: TournamentConfig, stored: Mapping[str, StoredBot], changed: Collection[StoredBot]
) -> Iterator[str]:
    """Each changed bot, and what is different of it."""
    specs = {spec.name: spec for spec in config.entries}
    for name in (bot.name for bot in changed):
        last_utc = store.last_played_utc(stored[name]) or ""
        yield f"{name}: {describe_difference(specs[name], stored[name], last_utc)}"


def _is_changed(bot: StoredBot, stored: StoredBot | None) -> bool:
    return stored is not None and bot.fingerprint != stored.fingerprint


def _next_generation(bot: StoredBot) -> StoredBot:
    """What changed starts afresh: its faults are forgotten too."""
    return replace(bot, generation=bot.generation + 1, withdrawn=False, reinstated=0)


def _entry(spec: BotSpec, position: int, stored: StoredBot | None) -> StoredBot:
    return StoredBot(
        name=spec.name,
        generation=stored.generation if stored else 1,
        fingerprint=fingerprint(spec),
        command=command_text(spec.command) if spec.command else str(spec.address),
        position=position,
        withdrawn=stored.withdrawn if stored else False,
        reinstated=stored.reinstated if stored else 0,
    )
