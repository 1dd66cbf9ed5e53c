"""Steps: what the calls of all series say of a bot's legality, its time, and the calls it need not implement."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from referee.bots.connection import Method
from referee.errors import FaultKind, LateError
from referee.play.records import MatchRecord
from referee.tournament.compliance.amounts import counted, duration
from referee.tournament.compliance.candidate import Candidate
from referee.tournament.compliance.findings import Figures, Finding
from referee.tournament.compliance.witness import Call

OPTIONAL: Final = (Method.DESCRIBE, Method.START_SERIES, Method.FINISH_MATCH, Method.FINISH_SERIES)
NOTICES: Final = (Method.FINISH_MATCH, Method.FINISH_SERIES)

TIGHT_SHARE: Final = 0.8
"""A turn that takes more than this share of its limit may be late on a busier machine."""


def takes_optional_calls(candidate: Candidate) -> Finding:
    """It answers them in time, or says that it does not implement them; what it answers does not matter.

    A crash is told once, in the step whose series it ended.
    """
    broken = _broken_notice(candidate.seen.calls)
    if broken is not None and broken.fault is not None:
        crashed = candidate.seen.step_of(FaultKind.CRASHED)
        if crashed is not None and broken.fault.kind is FaultKind.CRASHED:
            return Finding.skipped(f"step {crashed.number} failed; the crash was first seen in {broken.method.label}")
        return Finding.of_error(f"in {broken.method.label}: {candidate.spec.name} {broken.fault.reason}", broken.fault)
    made = [call for call in candidate.seen.calls if call.method in OPTIONAL]
    failed = candidate.seen.step_of(*FaultKind)
    if failed is not None and all(call.fault is not None for call in made if call.method in NOTICES):
        return Finding.skipped(f"step {failed.number} failed")
    implemented = {call.method for call in made if call.is_implemented}
    left_out = [method.label for method in OPTIONAL if method in {call.method for call in made} - implemented]
    if left_out:
        return Finding.passed(f"not implemented, which is fine: {', '.join(left_out)}")
    return Finding.passed("all of them are implemented")


def _broken_notice(calls: Sequence[Call]) -> Call | None:
    """The first notice that failed of itself: what follows another failure is a consequence of it.

    A failure of the other two optional calls ended its own step.
    """
    pairs = pairwise(calls)
    own = (call for before, call in pairs if call.method in NOTICES and call.fault and before.fault is None)
    return next(own, None)


def plays_legal_turns(candidate: Candidate) -> Finding:
    """Every answer in time was a turn that the rules allow."""
    count = sum(call.fault is None for call in _turns(candidate))
    step = candidate.seen.step_of(FaultKind.ILLEGAL_TURN, FaultKind.MALFORMED_REPLY)
    if step is not None:
        return Finding.failed(f"a turn was illegal or malformed: see step {step.number}", {"turns": count})
    if not count:
        return Finding.skipped("it answered no turn")
    return Finding.passed(f"{counted(count, 'turn')}, all legal", {"turns": count})


def keeps_its_time(candidate: Candidate) -> Finding:
    """No turn was late; with how long they took, and how much of a bank."""
    turns = [call for call in _turns(candidate) if call.elapsed_ms is not None]
    times_ms = sorted(call.elapsed_ms or 0.0 for call in turns)
    if not times_ms:
        return Finding.skipped("it answered no turn")
    clock = candidate.settings.play.clock
    p50_ms, p99_ms, longest_ms = (_percentile(times_ms, share) for share in (0.5, 0.99, 1.0))
    bank_ms = max((_thought_ms(match, candidate.spec.name) for _, match in candidate.seen.matches), default=0.0)
    sentence = f"p50 {duration(p50_ms)}, p99 {duration(p99_ms)}, longest {duration(longest_ms)}"
    if clock.turn_ms:
        sentence += f" of {duration(clock.turn_ms)}"
    if clock.bank_ms:
        sentence += f"; at most {duration(bank_ms)} of {duration(clock.bank_ms)} a match"
    figures: Figures = {"p50_ms": p50_ms, "p99_ms": p99_ms, "max_ms": longest_ms, "match_ms": round(bank_ms, 2)}
    late_count = sum(isinstance(call.fault, LateError) for call in turns)
    if late_count:
        step = candidate.seen.step_of(FaultKind.TIMEOUT)
        where = "" if step is None else f": see step {step.number}"
        return Finding.failed(f"{counted(late_count, 'turn')} of {len(turns)} late{where}; {sentence}", figures)
    return Finding.passed(sentence + _warning(turns), figures)


def _turns(candidate: Candidate) -> list[Call]:
    return [call for call in candidate.seen.calls if call.method is Method.TAKE_TURN]


def _warning(turns: Sequence[Call]) -> str:
    """What a busier machine could make of the slowest turns; nothing if they were fast enough."""
    shares = [(call.elapsed_ms or 0.0) / call.limit_ms for call in turns if call.limit_ms]
    over_count = sum(share > 1 for share in shares)
    if over_count:
        return f"; {counted(over_count, 'turn')} beyond the limit, and only its margin saved the bot"
    return "; a busier machine could make it late" if max(shares, default=0.0) > TIGHT_SHARE else ""


def _percentile(ordered: Sequence[float], share: float) -> float:
    """The value that so large a share of an ascending list does not exceed (nearest rank), to 1/100 ms."""
    return round(ordered[math.ceil(share * len(ordered)) - 1], 2)


def _thought_ms(match: MatchRecord, bot: str) -> float:
    """What a bot's turns took in a match; a faulted one counts."""
    return sum(match.think_ms[match.bots.index(bot) :: 2])
