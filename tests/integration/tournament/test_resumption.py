"""A tournament opened again: what may have changed in the TOML meanwhile, and what becomes of the plan."""

import os
from pathlib import Path
from typing import Final

import pytest
from support.host import Host
from support.records import SEED, header
from support.sql import ask

from referee.deals import commitment
from referee.errors import RefusedError, StoreError
from referee.luck import LUCK_MODEL
from referee.results.annul import annul
from referee.results.reveal import reveal
from referee.results.seeds import add_seed, read_seeds
from referee.results.store import Store
from referee.results.verify import verify
from referee.tournament.runner import RunOptions

ZEROS: Final = commitment(SEED)
OTHER: Final = bytes(range(32))
KEEP: Final = RunOptions(keep_results=True)
FUTURE_S: Final = 4e9
"""A time of a file that is newer than any result."""

REPLAY: Final = RunOptions(replay_changed=True)


@pytest.fixture
def host(tmp_path: Path) -> Host:
    """Three bots, one round."""
    return Host(tmp_path)


def test_first_opening_plans_everything(host: Host) -> None:
    """Under stage 1; the header says what the results are made with."""
    assert host.change() == "6 series added to the plan"
    with host.opened() as tournament:
        assert tournament.counts == (0, 6)
        assert tournament.commitment == ZEROS
        assert tournament._store.header.luck_model == LUCK_MODEL


def test_opening_again_writes_nothing(host: Host) -> None:
    """Not a byte, whatever is played."""
    host.play(1)
    before = host.state(), (host.results / "results.db").read_bytes()
    assert host.change() == ""
    assert (host.state(), (host.results / "results.db").read_bytes()) == before


def test_bots_and_rounds_may_be_added(host: Host) -> None:
    """Only what is missing is planned; what was played stays as it was."""
    host.play()
    host.names.append("d")
    assert host.change() == "6 series added to the plan"
    host.tournament["rounds"] = "2"
    assert host.change() == "12 series added to the plan"
    host.play()
    assert verify(host.results).differences == ()


def test_removed_bot_is_marked_and_may_come_back(host: Host) -> None:
    """Its results stay; its series that were not played leave the plan, and come back with it."""
    host.play(4)
    host.names.remove("b")
    assert host.change() == "2 series not played, and removed from the plan (every result stays)"
    with host.opened() as tournament:
        assert [(bot.name, bot.removed) for bot in tournament._store.bots()] == [
            ("a", False),
            ("b", True),
            ("c", False),
        ]
        assert tournament.counts == (4, 4)
    host.names.append("b")
    assert host.change() == "2 series back in the plan"
    host.play()
    assert verify(host.results).differences == ()


@pytest.mark.parametrize(
    ("section", "key", "old", "new"),
    [
        ("tournament", "mirror", "true", "false"),
        ("tournament", "format", '"round-robin"', '"gauntlet"'),
        ("tournament", "reveal_opponent", "false", "true"),
        ("rules", "colors", "5", "6"),
        ("rules", "draw", '"own-end"', '"shared"'),
        ("rules", "bonus_counts", '"all"', '"numbers"'),
        ("rules", "handshakes_alone", '"scored"', '"free"'),
        ("rules", "deck_only_after", "300", "200"),
        ("clock", "turn_ms", "1000", "500"),
        ("clock", "bank_ms", "30000", "0"),
        ("clock", "margin_ms", "20", "0"),
        ("faults", "policy", '"forfeit-series"', '"substitute"'),
    ],
)
def test_settings_that_would_mix_results_are_refused(host: Host, section: str, key: str, old: str, new: str) -> None:
    """By name, with the old and the new value; nothing is written."""
    host.play(1)
    if section == "tournament":
        host.tournament[key] = new
    else:
        host.sections = f"[{section}]\n{key} = {new}"
    head, *changes = host.refusal().splitlines()
    assert head == (
        "DIR: these settings cannot change any more; put the old values back, or name another folder with --out"
    )
    sentence = f"{section}.{key}: the stored results were played with {old}, got {new}"
    assert sentence in changes


def test_broken_commitments_are_refused(host: Host) -> None:
    """By name, with the old and the new value: of a seed its SHA-256."""
    host.play(1)
    host.tournament |= {"seed": f'"{OTHER.hex()}"', "public_entropy": '"drand"'}
    assert host.refusal().splitlines()[1:] == [
        (
            f"tournament.seed: stage 1 is committed to SHA-256 {ZEROS}, got one of {commitment(OTHER)};"
            " take the seed out of the TOML"
        ),
        'tournament.public_entropy: stage 1 has results with "", got "drand"',
    ]


def test_seed_of_a_stage_that_is_revealed_is_refused_in_the_next_one(host: Host) -> None:
    """Which an annulment may have opened: then the next run is told what to do, and does as it was told."""
    host.tournament["seed"] = f'"{OTHER.hex()}"'
    host.play()
    reveal(host.results)
    annul(host.results, 1, "the power failed")
    assert host.refusal().endswith(f"got one of {commitment(OTHER)}; take the seed out of the TOML")
    del host.tournament["seed"]
    assert host.change() == ""


def test_all_refused_settings_are_told_at_once(host: Host) -> None:
    """Settings, seed and public entropy; whoever changes them all need not ask three times."""
    host.play(1)
    host.tournament |= {"mirror": "false", "seed": f'"{OTHER.hex()}"', "public_entropy": '"x"'}
    host.sections = "[clock]\nturn_ms = 500"
    names = [line.partition(":")[0] for line in host.refusal().splitlines()[1:]]
    assert names == ["tournament.mirror", "clock.turn_ms", "tournament.seed", "tournament.public_entropy"]


def test_settings_may_change_until_something_is_played(host: Host) -> None:
    """Nothing is mixed then; but the seed is committed to from the first moment."""
    host.change()
    host.tournament |= {"mirror": "false", "public_entropy": '"drand 4711"', "name": '"later"'}
    host.sections = "[clock]\nturn_ms = 500\n[rules]\ncolors = 6"
    assert host.change() == ""
    with host.opened() as tournament:
        assert not any(row.mirrored for row in tournament._store.pending(1))
        assert tournament._store.stages()[0].public_entropy == "drand 4711"
    host.tournament["seed"] = f'"{OTHER.hex()}"'
    assert "tournament.seed: stage 1 is committed to" in host.refusal()


def test_settings_may_not_change_while_there_is_history(host: Host) -> None:
    """Annulled series are in no table, but they are kept, and verified by the rules of the tournament."""
    host.play(2)
    annul(host.results, 1, "the power failed")
    host.sections = "[rules]\ncolors = 6"
    assert "rules.colors: the stored results were played with 5, got 6" in host.refusal()


def test_setting_that_follows_another_one_is_not_refused_beside_it(host: Host) -> None:
    """The piles close later with six colors: nobody set that. Whoever did is told of both."""
    host.play(1)
    host.sections = "[rules]\ncolors = 6"
    assert "deck_only_after" not in host.refusal()
    host.sections = "[rules]\ncolors = 6\ndeck_only_after = 200"
    assert "rules.deck_only_after: the stored results were played with 300, got 200" in host.refusal()


def test_settings_that_mix_nothing_may_change(host: Host) -> None:
    """Name, concurrency, rounds, how many faults are too many, how much log is kept."""
    host.play(1)
    host.tournament |= {"name": '"spring"', "concurrency": "7", "rounds": "3"}
    host.sections = "[faults]\nmax_faults = 3\n[bots]\nlog_kb = 9"
    assert host.change() == "12 series added to the plan"
    with host.opened() as tournament:
        assert tournament._store.header.name == "spring"


def test_changed_bots_are_named(host: Host) -> None:
    """Only those that have results; only what `files` or the command names counts."""
    host.play(2)
    for name in "abc":
        host.program(name, "2")
        os.utime(host.folder / f"{name}.py", (FUTURE_S, FUTURE_S))
    (host.folder / "notes.txt").write_text("not part of any bot")
    assert host.refusal() == (
        "DIR: bots changed since their results were played; go on with --keep-results, or play their series again with"
        " --replay-changed\n"
        "b: b.py was written since its last result\n"
        "c: c.py was written since its last result"
    )


def test_bot_that_has_not_played_may_change(host: Host) -> None:
    """It was mended before the first match: nothing to ask."""
    host.change()
    host.program("a", "2")
    assert host.change() == ""


def test_keeping_results_goes_on(host: Host) -> None:
    """The new fingerprint is kept, and not asked about again; it is the bot that it was."""
    host.play(2)
    host.program("b", "2")
    assert "\nb: " in host.refusal()
    assert host.change(KEEP) == ""
    assert host.change() == ""
    host.play()
    assert ask(host.results, "SELECT name, generation FROM bots") == [("a", 1), ("b", 1), ("c", 1)]


def test_replaying_makes_a_new_generation_with_fresh_deals(host: Host) -> None:
    """Its series are superseded, final or not; the old ones stay as history, and all of it verifies."""
    host.play(4)
    host.program("c", "2")
    assert host.change(REPLAY) == "4 series added to the plan, 4 series superseded, kept as history"
    assert host.change(REPLAY) == ""
    host.play()
    deals = ask(host.results, "SELECT deal_id, deal FROM matches WHERE deal_id LIKE '%c~_|%' OR deal_id LIKE '%|c~_/%'")
    assert {deal_id.partition("c~")[2][0] for deal_id, _ in deals} == {"1", "2"}
    old = {deal for deal_id, deal in deals if "c~1" in deal_id}
    assert old.isdisjoint(deal for deal_id, deal in deals if "c~2" in deal_id)
    assert verify(host.results).differences == ()
    with host.opened() as tournament:
        assert tournament.counts == (6, 6)


def test_nothing_new_opens_no_stage_after_a_reveal(host: Host) -> None:
    """The commitment shown is that of the last stage."""
    host.play()
    reveal(host.results)
    with host.opened() as tournament:
        assert (str(tournament.change), tournament.commitment) == ("", ZEROS)
    assert ask(host.results, "SELECT count(*) FROM stages") == [(1,)]


def test_revealed_seed_is_refused_for_a_later_stage(host: Host) -> None:
    """It has to leave the TOML; then the next stage has one of the system's."""
    host.play()
    reveal(host.results)
    host.tournament["rounds"] = "2"
    assert "the seed of an earlier stage is published and cannot deal again; take the seed out" in host.refusal()
    del host.tournament["seed"]
    assert host.change() == "6 series added to the plan"
    seeds = read_seeds(host.results)
    assert sorted(seeds) == [1, 2]
    assert ask(host.results, "SELECT commitment FROM stages WHERE stage = 2") == [(commitment(seeds[2]),)]
    assert ask(host.results, "SELECT DISTINCT stage FROM series WHERE round = 2") == [(2,)]


def test_seed_of_a_run_that_was_killed_while_it_opened_a_stage_is_used(host: Host) -> None:
    """The seed is on the disk before the stage is in the file; the next run goes on from there."""
    del host.tournament["seed"]
    Store.open(host.results, header()).close()
    add_seed(host.results, 1, OTHER)
    with host.opened() as tournament:
        assert tournament.commitment == commitment(OTHER)


def test_seeds_without_results_are_not_used_again(host: Host) -> None:
    """Somebody deleted the results: their deals may be known."""
    host.play()
    for path in host.results.glob("results.db*"):
        path.unlink()
    with (
        pytest.raises(RefusedError, match="seed: expected none, since there are no results here; it deals the cards"),
        host.opened(),
    ):
        pass


def test_lost_seed_is_told(host: Host) -> None:
    """Without it no card can be dealt."""
    del host.tournament["seed"]
    host.play(1)
    (host.results / "seed").unlink()
    assert host.refusal(StoreError) == "DIR/seed: there is no seed of stage 1; restore the file from a copy"
