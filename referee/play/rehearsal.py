"""One bot tried alone, before the first match: does it start, take a series, and make a legal turn?"""

from dataclasses import replace

from referee.deals import deal
from referee.play.player import Callee
from referee.play.records import Deal, Fault
from referee.play.series import PlaySettings, SeriesInPlay, SeriesPlan


def rehearse(name: str, callee: Callee, settings: PlaySettings, *, forgives_stalls: bool = True) -> Fault | None:
    """Announce a series to the bot and ask it for the first turn of a match that nobody plays on.

    It has no strikes: they are for a slip in a series, not for a bot that cannot play.

    Returns:
        Its fault, or None.

    Raises:
        StalledError: this machine stood still, and that is forgiven.
    """
    cards = deal(b"", "rehearsal", settings.variant.colors)
    plan = SeriesPlan(
        number=0,
        bots=(name, name),
        leg=1,
        deals=(Deal(deal_id="rehearsal", cards=cards),),
        random_seeds=(1, 2),
        forgives_stalls=forgives_stalls,
    )
    return SeriesInPlay(plan, (callee, callee), replace(settings, strikes=0)).rehearse()
