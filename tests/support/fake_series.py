"""Whole series between two callees, with the deals of a seed of zeros."""

from dataclasses import dataclass, replace

from referee.bots.clock import ClockSettings
from referee.deals import Pairing, deal, deal_key
from referee.play.player import Callee, Player
from referee.play.records import Deal, MatchRecord, SeriesRecord
from referee.play.series import PlaySettings, SeriesInPlay, SeriesPlan
from referee.rules.variant import Variant

SETTINGS = PlaySettings(variant=Variant(), clock=ClockSettings())


def deals(colors: int) -> tuple[Deal, ...]:
    """The three deals of greedy against random in round 1."""
    key, pairing = deal_key(bytes(32)), Pairing(stage=1, a="greedy", b="random")
    ids = [pairing.deal_id(match) for match in (1, 2, 3)]
    return tuple(Deal(deal_id=deal_id, cards=deal(key, deal_id, colors)) for deal_id in ids)


def plan(colors: int = 5, *, leg: int = 1, forgives_stalls: bool = True) -> SeriesPlan:
    """A series between greedy (A) and random (B)."""
    return SeriesPlan(
        number=7,
        bots=("greedy", "random"),
        leg=leg,
        deals=deals(colors),
        random_seeds=(11, 2**64 - 1),
        forgives_stalls=forgives_stalls,
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class Played:
    """A series that was played, and its two players."""

    record: SeriesRecord
    players: tuple[Player, Player]

    @property
    def last(self) -> MatchRecord:
        """The match that was begun last."""
        return self.record.matches[-1]


def play(
    a: Callee, b: Callee, *, leg: int = 1, settings: PlaySettings = SETTINGS, forgives_stalls: bool = True
) -> Played:
    """Play greedy, answered for by `a`, against random, answered for by `b`."""
    series = plan(settings.variant.colors, leg=leg, forgives_stalls=forgives_stalls)
    in_play = SeriesInPlay(series, (a, b), settings)
    return Played(record=in_play.play(), players=in_play.players)


def with_clock(**limits: int) -> PlaySettings:
    """The usual settings with other limits."""
    return replace(SETTINGS, clock=ClockSettings(**limits))


def with_rules(variant: Variant) -> PlaySettings:
    """The usual settings with another variant."""
    return replace(SETTINGS, variant=variant)
