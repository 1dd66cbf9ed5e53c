"""Steps: whole series against a random mover, in both seats, with five and six colors and every other rule."""

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from referee.deals import deal, deal_key
from referee.play.records import Deal, Fault, SeriesRecord
from referee.play.series import SeriesInPlay, SeriesPlan
from referee.rules.variant import DECK_ONLY_AFTER, MATCHES_PER_SERIES, Variant
from referee.tournament.compliance.amounts import counted
from referee.tournament.compliance.candidate import Candidate
from referee.tournament.compliance.findings import Finding, Status, Step
from referee.tournament.compliance.mover import NAME, RandomMover

EARLY_END: Final = 20
"""The turn after which the piles are closed in one of the series: every match is longer than that."""

ENOUGH_S: Final = 1.0
SERIES_COUNT: Final = 8
"""A fast bot plays so many series in a step; a slow one stops after this time, or after its first."""

_KEY: Final = deal_key(bytes(32), "compliance")


def plays_a_series(candidate: Candidate) -> Finding:
    """By the rules of its tournament, which it may not refuse."""
    record = _play(candidate, Step.PLAYS, candidate.settings.play.variant)
    fault = _fault(candidate, record)
    if fault is not None:
        return Finding.of_fault(fault)
    return _passed([record], _words(candidate.settings.play.variant))


def plays_more(candidate: Candidate) -> Finding:
    """In the same process; in every other series with an early end of the discard piles, unless it refuses that."""
    main = candidate.settings.play.variant
    early = replace(main, deck_only_after=min(EARLY_END, main.deck_only_after))
    return _play_many(candidate, Step.MORE_SERIES, (early, main))


def plays_by_other_rules(candidate: Candidate) -> Finding:
    """With the other number of colors and every other rule changed, or as much of that as it accepts."""
    main = candidate.settings.play.variant
    changed = replace(
        main,
        draw="shared" if main.draw == "own-end" else "own-end",
        bonus_counts="numbers" if main.bonus_counts == "all" else "all",
        handshakes_alone="free" if main.handshakes_alone == "scored" else "scored",
    )
    finding = _play_many(candidate, Step.OTHER_RULES, (_recolored(changed), _recolored(main), changed))
    is_refused = finding.status is Status.FAILED and candidate.seen.calls[-1].is_refusal
    return Finding.skipped(f"{finding.sentence}; it need not play by them") if is_refused else finding


def _play_many(candidate: Candidate, step: Step, variants: Sequence[Variant]) -> Finding:
    """Play by each variant in turn that the bot does not refuse, until the time is over: at least one series.

    Returns:
        The failure of the first series that it failed in, or its refusals if it refused all.
    """
    deadline_s = time.monotonic() + ENOUGH_S
    records: dict[Variant, list[SeriesRecord]] = {}
    refused: dict[Variant, Fault] = {}
    for number in range(SERIES_COUNT):
        variant = variants[number % len(variants)]
        if records and time.monotonic() > deadline_s:
            break
        if variant in refused:
            continue
        record = _play(candidate, step, variant, number)
        fault = _fault(candidate, record)
        if fault is None:
            records.setdefault(variant, []).append(record)
        elif candidate.seen.calls[-1].is_refusal:
            refused[variant] = fault
        else:
            return Finding.of_fault(fault)
    refusals = [f"it {fault.reason.replace('the series', _words(variant), 1)}" for variant, fault in refused.items()]
    if not records:
        return replace(Finding.of_fault(*list(refused.values())[:1]), sentence="; ".join(refusals))
    played = _passed([record for group in records.values() for record in group], "; ".join(map(_words, records)))
    return replace(played, sentence="; ".join([played.sentence, *refusals]))


def _play(candidate: Candidate, step: Step, variant: Variant, number: int = 0) -> SeriesRecord:
    """Play series `number`, from 0, of a step."""
    dice = SERIES_COUNT * step.number + number
    plan = SeriesPlan(
        number=number,
        bots=(candidate.spec.name, NAME),
        leg=1 + (dice % 2),
        deals=_deals(f"{step.key}/{number}", variant.colors),
        random_seeds=(dice, 0),
    )
    settings = replace(candidate.settings.play, variant=variant, strikes=0)
    series = SeriesInPlay(plan, (candidate.witness, RandomMover(dice)), settings)
    for player in series.players:
        player.forgives_stalls = True
    record = series.play()
    candidate.seen.matches.extend((step, match) for match in record.matches)
    candidate.sample(sum(bool(match.turns) for match in record.matches))
    return record


def _deals(label: str, colors: int) -> tuple[Deal, ...]:
    ids = [f"{label}/{match}" for match in range(1, MATCHES_PER_SERIES + 1)]
    return tuple(Deal(deal_id=deal_id, cards=deal(_KEY, deal_id, colors)) for deal_id in ids)


def _fault(candidate: Candidate, record: SeriesRecord) -> Fault | None:
    """The bot's fault; it is then not asked anything more, unless it only refused the rules."""
    faults = record.matches[-1].faults
    if faults and not candidate.seen.calls[-1].is_refusal:
        candidate.retire()
    return faults[0] if faults else None


def _passed(records: Sequence[SeriesRecord], words: str) -> Finding:
    turns = sum(len(match.turns) for record in records for match in record.matches)
    mine, theirs = (sum(record.totals[index] for record in records) for index in (0, 1))
    sentence = f"{len(records)} series, {counted(turns, 'turn')}, {mine} : {theirs} points; {words}"
    figures = {"series": len(records), "turns": turns, "points": mine, "opponent_points": theirs}
    return Finding.passed(sentence, figures)


def _recolored(variant: Variant) -> Variant:
    """The same with the other number of colors, 6 for 5 and 5 for 6."""
    colors = 11 - variant.colors
    return replace(variant, colors=colors, deck_only_after=DECK_ONLY_AFTER[colors])


def _words(variant: Variant) -> str:
    """What is told of a variant: its colors, and where it is not the usual one."""
    words = [f"{variant.colors} colors"]
    if variant.deck_only_after != DECK_ONLY_AFTER[variant.colors]:
        words.append(f"piles closed after turn {variant.deck_only_after}")
    if variant.bonus_counts != "all":
        words.append("bonus by numbers")
    if variant.handshakes_alone != "scored":
        words.append("handshakes alone free")
    return ", ".join(words)
