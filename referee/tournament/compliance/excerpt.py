"""The first turns of a match, in a series of its own that is then left: as when a referee is stopped."""

import secrets
from typing import Final

from referee.deals import deal, deal_key
from referee.errors import BotFaultError
from referee.play.faults import Place, Question, describe_fault
from referee.play.match import MatchInPlay
from referee.play.player import Callee, Player
from referee.play.records import Deal, Fault
from referee.rules.state import Seat
from referee.tournament.compliance.candidate import Candidate
from referee.tournament.compliance.findings import Step
from referee.tournament.compliance.mover import NAME, RandomMover
from referee.wire.codec import StartSeries

TURNS: Final = 12
"""Of both seats; half of them are the bot's."""

STRIKES: Final = 3
"""Turns that the referee may play for the bot: those that a probe does not let it answer."""

NOT_AWAITED: Final = "was not waited for"
"""The reason of a fault that is none: the probe itself prevented an answer in time."""

_KEY: Final = deal_key(bytes(32), "compliance")


def play_excerpt(candidate: Candidate, step: Step, callee: Callee) -> Fault | None:
    """Announce a series, and play some turns; the bot moves first.

    Args:
        candidate: the bot, for its name and the settings.
        step: which step this is for; another one, other cards.
        callee: what answers for the bot.

    Returns:
        Its first fault, also if the referee played on; None if it has none of its own.

    Raises:
        StalledError: this machine stood still.
    """
    play, name = candidate.settings.play, candidate.spec.name
    start = StartSeries(
        series_id=secrets.token_hex(8),
        variant=play.variant,
        turn_ms=play.clock.turn_ms,
        bank_ms=play.clock.bank_ms,
        increment_ms=play.clock.increment_ms,
        random_seed=step.number,
        strikes=STRIKES,
    )
    bot = Player(name, callee, start, play.clock, forgives_stalls=True)
    try:
        bot.start_series()
    except BotFaultError as error:
        return describe_fault(Place(match=1, turn=0, bot=name, seat=Seat.FIRST), error, Question())
    match = MatchInPlay(
        number=1,
        deal=Deal(deal_id=step.key, cards=deal(_KEY, step.key, play.variant.colors)),
        players=(bot, Player(NAME, RandomMover(step.number), start, play.clock)),
        variant=play.variant,
        clock=play.clock,
    )
    last = next(filter(None, (match.play_turn() for _ in range(TURNS))), None)
    faults = [*match.substituted, *filter(None, [last])]
    return next((fault for fault in faults if fault.reason != NOT_AWAITED), None)
