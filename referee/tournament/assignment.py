"""From a planned series to the task that plays it: its deals, its dice, its bots."""

from collections.abc import Mapping

from referee.bots.spec import BotSpec
from referee.deals import deal, random_seed
from referee.play.records import Deal
from referee.play.series import SeriesPlan
from referee.results.rows import SeriesRow
from referee.rules.variant import MATCHES_PER_SERIES
from referee.tournament.tasks import SeriesTask


def assign(row: SeriesRow, key: bytes, specs: Mapping[str, BotSpec], *, colors: int) -> SeriesTask:
    """The task of a stored series.

    Args:
        row: the series; it has a number.
        key: the key of its stage's deals.
        specs: its bots, by name.
        colors: 5 or 6.
    """
    if row.number is None:
        raise AssertionError("only a stored series has a number, and only such a one is played")
    deal_ids = [row.deal_id(match) for match in range(1, MATCHES_PER_SERIES + 1)]
    plan = SeriesPlan(
        number=row.number,
        bots=(row.a, row.b),
        leg=row.leg,
        deals=tuple(Deal(deal_id=deal_id, cards=deal(key, deal_id, colors)) for deal_id in deal_ids),
        random_seeds=(
            random_seed(key, row.encounter, leg=row.leg, bot=row.a),
            random_seed(key, row.encounter, leg=row.leg, bot=row.b),
        ),
    )
    return SeriesTask(plan=plan, specs=(specs[row.a], specs[row.b]))
