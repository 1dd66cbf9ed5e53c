"""What a difference says: series, match, turn, what, and the values."""

from pathlib import Path

import pytest
from support.sql import ask, change

from referee.results.recheck import Difference
from referee.results.verify import verify


@pytest.mark.parametrize(
    ("sql", "expected"),
    [
        ("UPDATE matches SET turns = replace(turns, ',', ',-Y2 deck,') WHERE series = 1 AND match = 2",
         "series 1, match 2, turn 2: the rules forbid what was played: -Y2 deck: Y2 is not in its hand"),
        ("UPDATE matches SET score_first = 7 WHERE series = 1 AND match = 3",
         "series 1, match 3: the scores are not those of the boards: expected (-27, -131), got (7, -131)"),
        ("UPDATE matches SET think_ms = replace(think_ms, '2.35', '2.36') WHERE series = 1 AND match = 1",
         "series 1: the record is not the one that was stored: its hash differs"),
        ("UPDATE matches SET think_ms = '[1.0]' WHERE series = 2 AND match = 1",
         "series 2, match 1: expected 56 think times, got 1"),
        ("UPDATE matches SET think_ms = replace(think_ms, '1500.5', '150.5') WHERE series = 5 AND match = 1",
         "series 5, match 1, turn 1: the think time is not that of the fault"),
        ("UPDATE matches SET think_ms = '[1.0,1.0,1.0,1.0,2.0]' WHERE series = 3 AND match = 2",
         "series 3, match 2, turn 5: the think time is not that of the fault"),
        ("UPDATE matches SET think_ms = replace(think_ms, '[2.35', '[-0.5') WHERE series = 1 AND match = 1",
         "series 1, match 1, turn 1: a think time of -0.5 ms"),
        ("""UPDATE matches SET notes = '{"0":"no"}' WHERE series = 1 AND match = 2""",
         "series 1, match 2, turn 0: a note to a turn that is not there"),
        ("UPDATE matches SET notes = json_object('2', printf('%.257c', 'x')) WHERE series = 1 AND match = 2",
         "series 1, match 2, turn 2: a note of more than 256 bytes"),
        ("""UPDATE matches SET notes = '{"2":"no"}' WHERE series = 1 AND match = 2""",
         "series 1: the record is not the one that was stored: its hash differs"),
        ("""UPDATE matches SET notes = '{"99":"no"}' WHERE series = 1 AND match = 2""",
         "series 1, match 2, turn 99: a note to a turn that is not there"),
        ("UPDATE matches SET deal_id = '1/greedy~1|random~1/2/1' WHERE series = 1 AND match = 1",
         "series 1, match 1: the deal has another id: expected 1/greedy~1|random~1/1/1, got 1/greedy~1|random~1/2/1"),
        ("UPDATE faults SET detail = replace(detail, 'turn 5', 'turn 6') WHERE series = 3 AND substituted = 0",
         "series 3, match 2, turn 5: the fault's sentence tells another place: match 2, turn 6: greedy (first) played"),
        ("UPDATE faults SET detail = replace(detail, 'turn 3', 'turn 4') WHERE series = 3 AND substituted = 1",
         "series 3, match 2, turn 3: the fault's sentence tells another place: match 2, turn 4: greedy (first) played"),
        ("UPDATE faults SET bot = 'A' WHERE series = 3 AND substituted = 0",
         "series 3, match 2, turn 5: the fault of alpha does not belong here"),
        ("UPDATE faults SET detail = detail || '!' WHERE series = 3 AND substituted = 0",
         "series 3: the record is not the one that was stored: its hash differs"),
        ("UPDATE faults SET turn = 4 WHERE series = 3 AND substituted = 0",
         "series 3, match 2, turn 4: the fault of greedy does not belong here"),
        ("UPDATE faults SET legal = '' WHERE series = 3 AND substituted = 0",
         "series 3, match 2, turn 5: the fault's legal choices are not those of the match"),
        ("UPDATE faults SET elapsed_ms = 3 WHERE series = 4 AND bot = 'A'",
         "series 4, match 1, turn 0: a fault before the first turn has no time"),
        ("UPDATE faults SET kind = 'crashed' WHERE series = 5",
         "series 5, match 1, turn 1: the referee does not play for a bot that is crashed"),
        ("UPDATE faults SET turn = 99 WHERE series = 5",
         "series 5, match 1, turn 99: the referee played a turn that is not there"),
        ("DELETE FROM faults WHERE series = 3 AND substituted = 0",
         "series 3, match 2: ended by a forfeit, but there is no fault or the deck is empty"),
        ("UPDATE matches SET ending = 'deck-empty' WHERE series = 3 AND match = 2",
         "series 3, match 2: ended by the empty deck, but there is a fault or the deck is not empty"),
        ("DELETE FROM matches WHERE series = 1 AND match = 3",
         "series 1: the matches are not those of a series that ended by played: one is missing, or ended otherwise"),
        ("DELETE FROM matches WHERE series = 3 AND match = 1",
         "series 3: the matches are not those of a series that ended by forfeit: one is missing, or ended otherwise"),
        ("UPDATE matches SET ending = 'deck-empty' WHERE series = 3 AND match = 2",
         "series 3: the matches are not those of a series that ended by forfeit: one is missing, or ended otherwise"),
        ("UPDATE faults SET substituted = 0 WHERE series = 5",
         "series 5, match 1: ended by the empty deck, but there is a fault or the deck is not empty"),
        ("UPDATE matches SET turns = substr(turns, 1, instr(turns, ',') - 1) WHERE series = 1 AND match = 1",
         "series 1, match 1: ended by the empty deck, but there is a fault or the deck is not empty"),
        ("DELETE FROM matches WHERE series = 3 AND match = 2", "series 3: rows in faults that belong to nothing"),
        ("DELETE FROM outcomes WHERE series = 1", "series 1: rows in matches that belong to nothing"),
        ("DELETE FROM series WHERE number = 2", "series 2: rows in outcomes that belong to nothing"),
        ("DELETE FROM series WHERE number = 2", "series 2: it was planned and is gone"),
        ("DELETE FROM series WHERE number = 6", "series 5: the other leg of its encounter is gone"),
        ("UPDATE outcomes SET losers = 'B' WHERE series = 4", "series 4: the losers are not those at fault"),
        ("UPDATE outcomes SET losers = '' WHERE series = 6", "series 6: the losers are not those at fault"),
        ("UPDATE outcomes SET points_b = 1 WHERE series = 4",
         "series 4: points_b is not what the matches add up to: expected 0.0, got 1.0"),
        ("UPDATE outcomes SET total_a = 0 WHERE series = 1",
         "series 1: total_a is not what the matches add up to: expected -96, got 0"),
        ("UPDATE outcomes SET started_utc = '2026' WHERE series = 1",
         "series 1: the record is not the one that was stored: its hash differs"),
        ("UPDATE matches SET starter = 'B' WHERE series = 1 AND match = 1",
         "series 1, match 1: greedy has to start, got random"),
        ("UPDATE matches SET luck = NULL WHERE series = 1 AND match = 1",
         "series 1, match 1: the luck is not that of the draws: expected "),
        ("UPDATE matches SET luck = luck - 1 WHERE series = 1 AND match = 1",
         "series 1, match 1: the luck is not that of the draws: expected "),
        ("UPDATE matches SET luck = 0 WHERE series = 3 AND match = 2",
         "series 3, match 2: the luck is not that of the draws: expected None, got 0.0"),
        ("UPDATE outcomes SET ending = 'lost' WHERE series = 1",
         "series 1: what is stored cannot be read: what is stored makes no sense: 'lost' is not a valid SeriesEnd"),
        ("UPDATE outcomes SET losers = CAST(x'41ff' AS TEXT) WHERE series = 3",
         "series 3: what is stored cannot be read: what is"),
        ("""UPDATE tournament SET config = replace(config, '"strikes":1', '"strikes":0')""",
         "series 3: the referee played 1 turns for greedy, expected at most 0"),
        ("UPDATE tournament SET config = replace(config, 'substitute', 'forfeit-series')",
         "series 5: the referee played 1 turns for alpha, expected at most 0"),
        ("""UPDATE tournament SET config = replace(config, '"colors":5', '"colors":6')""",
         "series 1, match 1: the deal does not follow from the seed"),
        ("""UPDATE tournament SET config = replace(config, '"colors":5', '"colors":"x"')""",
         "config, rules, colors is nothing that a referee writes"),
        ("UPDATE tournament SET config = replace(config, 'strikes', 'strokes')",
         "config, section faults: what is stored makes no sense: 'strikes'"),
        ("DELETE FROM stages", "series 1: its plan, one of its bots or its stage is gone"),
        ("DELETE FROM stages", "series 6: its plan, one of its bots or its stage is gone"),
        ("INSERT INTO voids (series, attempt, utc, traceback) VALUES (99, 1, '2026', 'x'), (99, 2, '2026', 'x')",
         "series 99: rows in voids that belong to nothing"),
        ("DELETE FROM bots WHERE name = 'alpha'", "series 3: its plan, one of its bots or its stage is gone"),
    ],
)  # fmt: skip
def test_changes_are_told_with_their_place(folder: Path, sql: str, expected: str) -> None:
    """Series, match, turn, what is different, expected and got; each once."""
    assert change(folder, sql)
    texts = [str(difference) for difference in verify(folder).differences]
    assert any(text.startswith(expected) for text in texts), texts
    assert len({*texts}) == len(texts)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE matches SET think_ms = replace(think_ms, '2.35', '0.0') WHERE series = 1 AND match = 1",
        "UPDATE faults SET elapsed_ms = 1500.5004 WHERE series = 5",
        "UPDATE matches SET notes = json_object('2', printf('%.256c', 'x')) WHERE series = 1 AND match = 2",
        (
            "UPDATE matches SET notes = json_object((1 + length(turns) - length(replace(turns, ',', ''))) || '', 'x')"
            " WHERE series = 1 AND match = 2"
        ),
        "UPDATE matches SET luck = luck + 1e-9 WHERE series = 1 AND match = 1",
    ],
)
def test_what_might_have_been_is_told_by_its_hash_alone(folder: Path, sql: str) -> None:
    """A turn of no time, a time that was rounded, the longest note, and one to the last turn."""
    assert change(folder, sql)
    told = [difference.text for difference in verify(folder).differences]
    assert all("hash" in text or "add up to" in text for text in told), told


def test_a_forfeit_with_an_empty_deck(folder: Path) -> None:
    """A match that was played to its end cannot be forfeited."""
    change(folder, "UPDATE faults SET substituted = 0 WHERE series = 5")
    change(folder, "UPDATE matches SET ending = 'forfeit' WHERE series = 5 AND match = 1")
    texts = [str(difference) for difference in verify(folder).differences]
    assert "series 5, match 1: ended by a forfeit, but there is no fault or the deck is empty" in texts


def test_a_substituted_turn_after_the_last(folder: Path) -> None:
    """The turn after the last is as little there as any later one."""
    ((turns,),) = ask(folder, "SELECT turns FROM matches WHERE series = 5 AND match = 1")
    after = len(turns.split(",")) + 1
    change(folder, "UPDATE faults SET turn = ? WHERE series = 5", after)
    texts = [str(difference) for difference in verify(folder).differences]
    assert f"series 5, match 1, turn {after}: the referee played a turn that is not there" in texts


def test_a_difference_says_its_place_as_far_as_it_has_one() -> None:
    """Series, match, turn; then what, then values."""
    assert str(Difference(text="gone")) == "gone"
    assert str(Difference(text="gone", series=7, shown="R7")) == "series 7: gone: R7"
    assert str(Difference(text="gone", series=7, match=2, turn=0)) == "series 7, match 2, turn 0: gone"


def test_a_difference_is_harmless_on_a_terminal() -> None:
    """What was stored may be what a bot wrote, or anything at all."""
    assert str(Difference(text="gone", shown="\x1b[31mred\n")) == r"gone: \x1b[31mred\n"
