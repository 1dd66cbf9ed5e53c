"""What a head to head needs said below it: what is left out, why something is "–", and what the numbers are."""

from collections.abc import Iterator
from typing import Final

from referee.ratings.headtohead.comparison import Comparison
from referee.ratings.headtohead.lead import FEW, EloLead
from referee.ratings.headtohead.reading import EncounterCounts
from referee.ratings.headtohead.sprt import LEAST_COUNT

ELO_FACT: Final = (
    "Elo: from the points of whole encounters, so the legs of one count as one observation; 95 % by the normal law;"
    " normalized Elo is the lead in standard deviations of a series."
)
WILSON_FACT: Final = "Wilson: 95 %, series taken as independent; its LOS is exact, from series won and lost."
TEST_FACT: Final = (
    f"Test: generalized likelihood ratio of whole encounters in the order of the schedule, decided where it first"
    f" reaches a threshold, from {LEAST_COUNT} encounters on."
)


def remarks(comparison: Comparison) -> tuple[str, ...]:
    """The lines that there is something to say for."""
    return (*_left_out(comparison), *_margin(comparison), *_elo(comparison), *_gap(comparison))


def facts(comparison: Comparison) -> tuple[str, ...]:
    """What the numbers are, a line each; none without a whole encounter."""
    if not comparison.encounters.whole:
        return ()
    luck = f"less the luck of the cards ({comparison.luck_model})" if comparison.luck_model else "luck left in"
    first, second = comparison.bots
    lines = [
        f"Points a series: mean over encounters played out of the margin of both legs, {luck}; ± 95 %, Student's t.",
        f"LOS: likelihood of superiority, the probability that {first} is stronger than {second}.",
        ELO_FACT,
    ]
    lines += [WILSON_FACT] if shows_wilson(comparison.elo) else []
    lines += [TEST_FACT] if comparison.test is not None else []
    return (*lines, f"Encounters: {_legs(comparison.encounters)}.", *comparison.provenance)


def shows_wilson(elo: EloLead | None) -> bool:
    """Whether the interval for few encounters is to be shown to people."""
    return elo is not None and (elo.is_few or elo.ends is None)


def _legs(counts: EncounterCounts) -> str:
    """What the legs of the encounters have in common: that is what the mirror is worth."""
    if not counts.mirrored:
        return "two series with the seats swapped, each with deals of its own (no mirror)"
    if counts.mirrored == counts.whole:
        return "a series and its mirror, the same deals with the seats swapped"
    return (
        f"{counts.mirrored} of {counts.whole} are a series and its mirror, the same deals with the seats swapped;"
        " the others have none"
    )


def _left_out(comparison: Comparison) -> Iterator[str]:
    counts = comparison.encounters
    if counts.open:
        yield f"not counted: {_encounters(counts.open)} of which the other leg is not final yet"
    if counts.whole > counts.played_out:
        share = 100 * (counts.whole - counts.played_out) / counts.whole
        by = ", ".join(f"{name} {counts.left_out_by[name]}" for name in comparison.bots if counts.left_out_by[name])
        yield (
            f"left out of margins: {counts.whole - counts.played_out} of {_encounters(counts.whole)} ({share:.1f} %),"
            f" for a forfeit or a withdrawal in them, caused by {by}"
        )
    if counts.whole > counts.rated:
        yield (
            f"left out of Elo: {counts.whole - counts.rated} of {_encounters(counts.whole)}, for a series that both"
            " bots lost or a withdrawal"
        )
    if counts.unknown_luck:
        yield f"left out of margins: {_encounters(counts.unknown_luck)} without luck; --no-luck counts them"


def _margin(comparison: Comparison) -> Iterator[str]:
    margin = comparison.margin
    if margin.count == 1:
        yield "no ± for points: one encounter has no spread"
    elif margin.deviation == 0:
        yield "no ± for points: all margins are equal, so their scatter cannot be judged"
    if comparison.faulty and comparison.encounters.played_out:
        names = " and ".join(comparison.faulty)
        yield f"points a series decide nothing here: own faults of {names} left out more than 5 % of the encounters"


def _elo(comparison: Comparison) -> Iterator[str]:
    elo = comparison.elo
    if elo is None:
        return
    if elo.value is None:
        winner = comparison.bots[0 if elo.share == 1 else 1]
        yield f"no value for Elo: {winner} took every point, which tells one end of the interval only"
    elif elo.is_flat:
        yield "no interval for Elo: all encounters ended alike, so their scatter cannot be judged"
    elif elo.ends is None:
        yield "no interval for Elo: the normal law would leave 0 to 100 % of the points"
    if elo.is_few and elo.ends is not None:
        yield f"fewer than {FEW} encounters: of the two intervals for Elo, go by Wilson's"


def _gap(comparison: Comparison) -> Iterator[str]:
    if comparison.gap_round is not None:
        yield f"the test stops before round {comparison.gap_round}, whose encounter is not final yet"


def _encounters(count: int) -> str:
    return f"{count} encounter" if count == 1 else f"{count} encounters"
