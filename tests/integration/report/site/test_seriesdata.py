"""The data of a series."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.fake_bot import FakeBot, Reply, choices
from support.records import encounter, eventful_folder, finish, new_store, play_series, withdrawn
from support.replays import read_script, replay_data
from support.sql import change

from referee.errors import FaultKind
from referee.play.records import Evidence, Fault, SeriesRecord
from referee.report.site.replay import series_script
from referee.results.reader import Results
from referee.rules.state import Seat
from referee.rules.turns import DECK, Placement, Turn
from referee.rules.variant import Variant

MEGABYTE = 1_000_000


@pytest.fixture(scope="module")
def eventful(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished tournament in which everything happened."""
    folder = tmp_path_factory.mktemp("eventful")
    eventful_folder(folder)
    return folder


def test_series_leads_to_its_neighbours(eventful: Path) -> None:
    """By number, among those that can be shown, and to its other leg."""
    series = [replay_data(eventful, number) for number in range(1, 7)]
    assert [one["other"] for one in series] == [2, 1, 4, 3, 6, 5]
    assert [one["before"] for one in series] == [None, 1, 2, 3, 4, 5]
    assert [one["after"] for one in series] == [2, 3, 4, 5, 6, None]


def test_history_is_passed_over(tmp_path: Path) -> None:
    """An annulled encounter can still be looked at, and says what it is; its neighbours do not lead to it."""
    with new_store(tmp_path, [*encounter("a", "b"), *encounter("a", "c", pairing=2), *encounter("b", "c")]) as store:
        finish(store)
    change(tmp_path, "UPDATE series SET history = 'annulled', reason = 'power cut' WHERE number IN (3, 4)")
    assert replay_data(tmp_path, 2)["after"] == 5
    assert replay_data(tmp_path, 5)["before"] == 2
    annulled = replay_data(tmp_path, 3)
    assert annulled["history"] == "series 3 is annulled, and in no table: power cut"
    assert (annulled["before"], annulled["after"]) == (2, 5)


def test_result_tells_no_card(eventful: Path) -> None:
    """Who won and by what, without the sentence of a fault: that may be hidden."""
    results = [replay_data(eventful, number)["result"] for number in (1, 3, 4, 5, 6)]
    assert results[1:] == [
        "alpha wins, greedy forfeits the series in match 2, turn 5: illegal-turn.",
        "alpha and greedy both lose: neither was fit to play.",
        results[3],
        "alpha withdrawn: the series was not played.",
    ]
    assert " by " in results[0]


def test_faults_with_their_evidence(eventful: Path) -> None:
    """What ended the series first, then the turns that the referee played; each with all that proves it."""
    faults = replay_data(eventful, 3)["faults"]
    assert [(fault["turn"], fault["substituted"], fault["kind"]) for fault in faults] == [
        (5, False, "illegal-turn"),
        (3, True, "illegal-turn"),
    ]
    assert faults[0]["deed"] == "played +P6 deck: purple is not in a pack of 5 colors"
    titles = [title for title, _ in faults[0]["evidence"]]
    assert titles == ["time", "process", "asked", "answered (8 bytes)", "legal turns (43)"]
    assert {(fault["match"], fault["bot"]) for fault in faults} == {(2, 1)}


def test_series_without_a_match(eventful: Path) -> None:
    """Withdrawn: nothing was dealt."""
    withdrawn = replay_data(eventful, 6)
    assert (withdrawn["end"], withdrawn["matches"], withdrawn["faults"]) == ("withdrawn", [], [])
    assert withdrawn["points"] == [0, 1]


def test_series_without_a_turn(eventful: Path) -> None:
    """Neither bot started: the deal, two faults, and no turn."""
    absent = replay_data(eventful, 4)
    assert [match["turns"] for match in absent["matches"]] == [[]]
    assert [(fault["bot"], fault["turn"], fault["kind"]) for fault in absent["faults"]] == [
        (0, 0, "not-started"),
        (1, 0, "not-started"),
    ]


def test_ordinary_series_is_small(eventful: Path) -> None:
    """Under 25 KB, since a phone may have to load it."""
    with Results.open(eventful) as results:
        script = series_script(results, 2)
    assert len(script.encode()) < 25_000


def test_size_is_bounded_whatever_bots_write(tmp_path: Path) -> None:
    """Three matches of more than 400 turns with the worst of notes, evidence beyond all measure: 1 MB at most."""
    variant = Variant(colors=6, deck_only_after=360)
    with new_store(tmp_path, encounter(), variant=variant) as store:
        row, other = store.pending(1)
        store.save(row, accused(play_series(row, (Dawdler(), Dawdler()), variant=variant)))
        store.save(other, withdrawn(other, "random"))
    with Results.open(tmp_path) as results:
        script = series_script(results, 1)
    assert len(script.encode()) < MEGABYTE
    data = read_script(script)[1]
    assert [len(match["turns"]) > 400 for match in data["matches"]] == [True] * 3
    assert [len(match["notes"]) for match in data["matches"]] == [len(match["turns"]) for match in data["matches"]]
    assert data["matches"][0]["notes"]["1"].endswith("…")
    assert len(data["faults"]) == 2001
    told = [fault["evidence"] is not None for fault in data["faults"]]
    assert told == sorted(told, reverse=True)
    assert (told[0], told[-1]) == (True, False)
    assert data["faults"][-1]["deed"].endswith("…")


def test_short_notes_are_never_cut(tmp_path: Path) -> None:
    """However many there are: each stands whole."""
    variant = Variant(colors=6, deck_only_after=360)
    with new_store(tmp_path, encounter(), variant=variant) as store:
        row, other = store.pending(1)
        store.save(row, play_series(row, (Dawdler("thinking"), Dawdler("thinking")), variant=variant))
        store.save(other, withdrawn(other, "random"))
    notes = replay_data(tmp_path, 1)["matches"][0]["notes"]
    assert set(notes.values()) == {"thinking"}


class Dawdler(FakeBot):
    """Discards, draws what the other one discarded, and says something each time."""

    def __init__(self, note: str = "\x01" * 256) -> None:
        turns = {(match, turn): Reply(note=note) for match in (1, 2, 3) for turn in range(1, 500)}
        super().__init__(policy=dawdling, script=turns)


def dawdling(request: Any) -> Turn:
    """The last of the discards: from a pile, if any other than its own is open."""
    legal = [turn for turn in choices(request.view) if turn.placement == Placement.DISCARD]
    return next((turn for turn in legal if turn.draw_from != DECK), legal[0])


def accused(record: SeriesRecord) -> SeriesRecord:
    """The record with as many faults as there may be, each with a long sentence, reply and log."""
    evidence = Evidence(log_tail="\U0001f600" * 1000, reply=b"\xff" * 600)
    matches = []
    for match in record.matches:
        faults = tuple(
            Fault(
                bot=match.bots[0],
                seat=Seat.FIRST,
                kind=FaultKind.TIMEOUT,
                match=match.number,
                turn=1,
                detail="\x01" * 600,
                elapsed_ms=1020.1,
                evidence=evidence,
            )
            for _ in range(667)
        )
        matches.append(replace(match, substituted=faults))
    return replace(record, matches=tuple(matches))
