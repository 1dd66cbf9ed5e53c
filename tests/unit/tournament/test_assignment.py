"""From a planned series to its task."""

from dataclasses import replace

from support.records import encounter

from referee.bots.spec import BotSpec
from referee.deals import Pairing, deal, random_seed
from referee.play.records import Deal
from referee.play.series import SeriesPlan
from referee.tournament.assignment import assign
from referee.tournament.tasks import SeriesTask

KEY = bytes(range(32))


def test_task_of_a_series_has_its_deals_its_dice_and_its_bots() -> None:
    """All of them follow from the key and from what the row says; A's stand before B's."""
    greedy, random, other = (BotSpec(name=name, command=(name,)) for name in ("greedy", "random", "other"))
    row = replace(encounter("greedy", "random")[1], number=7)
    pairing = Pairing(stage=1, a="greedy", b="random")
    dice = [random_seed(KEY, pairing, leg=2, bot=bot) for bot in ("greedy", "random")]
    ids = [f"1/greedy~1|random~1/1/{match}" for match in (1, 2, 3)]
    assert assign(row, KEY, {spec.name: spec for spec in (other, random, greedy)}, colors=6) == SeriesTask(
        plan=SeriesPlan(
            number=7,
            bots=("greedy", "random"),
            leg=2,
            deals=tuple(Deal(deal_id=deal_id, cards=deal(KEY, deal_id, 6)) for deal_id in ids),
            random_seeds=(dice[0], dice[1]),
            forgives_stalls=True,
        ),
        specs=(greedy, random),
    )
