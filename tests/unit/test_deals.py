"""Deals that anyone can check: the vectors of DESIGN section 3, and what a deal depends on."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.positions import cards

from referee.deals import Pairing, commitment, deal, deal_key, new_seed, random_seed
from referee.rules.cards import pack

ZEROS, COUNTING = bytes(32), bytes(range(32))
PAIRING = Pairing(stage=1, a="greedy", b="random")


@pytest.mark.parametrize(
    ("seed", "public_entropy", "deal_id", "colors", "beginning"),
    [
        (ZEROS, "", "1/greedy~1|random~1/1/1", 5, "RH Y6 Y5 R10 G4 B10 W5 W8 GH WH BH B5 B3 R9 YH G5"),
        (COUNTING, "", "1/greedy~1|random~1/1/2", 6, "Y7 B10 G8 R7 P5 YH RH P3 Y10 YH W2 W3 YH Y2 G6 R9"),
        (COUNTING, "drand 4711", "1/a~1|b~2/3/6", 5, "YH GH YH RH G10 G5 Y9 RH Y4 B6 R10 R7 GH G9 BH BH"),
    ],
)
def test_published_deals_are_dealt(seed: bytes, public_entropy: str, deal_id: str, colors: int, beginning: str) -> None:
    """The three deals of the design begin with these sixteen cards."""
    assert deal(deal_key(seed, public_entropy), deal_id, colors)[:16] == tuple(cards(beginning))


@pytest.mark.parametrize(
    ("seed", "digest"),
    [
        (ZEROS, "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"),
        (COUNTING, "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"),
    ],
)
def test_commitment_is_the_sha_256_of_the_seed(seed: bytes, digest: str) -> None:
    """The commitments of the design, as 64 hex digits."""
    assert commitment(seed) == digest


@given(
    seed=st.binary(min_size=32, max_size=32),
    public_entropy=st.text(max_size=20).filter(lambda text: text.isprintable()),
    colors=st.sampled_from((5, 6)),
)
def test_deal_is_the_whole_pack(seed: bytes, public_entropy: str, colors: int) -> None:
    """Every card is dealt once, whatever the seed and the public entropy (any Unicode text)."""
    assert Counter(deal(deal_key(seed, public_entropy), PAIRING.deal_id(1), colors)) == Counter(pack(colors))


def test_deal_id_is_stage_bots_generations_round_and_match() -> None:
    """`{stage}/{A}~{generation}|{B}~{generation}/{round}/{match}`; a replay's round is `3.1`."""
    pairing = Pairing(stage=2, a="a.b", b="c-d", generation_a=3, generation_b=4, round="3.1")
    assert pairing.label == "2/a.b~3|c-d~4/3.1"
    assert pairing.deal_id(6) == "2/a.b~3|c-d~4/3.1/6"
    assert PAIRING.deal_id(1) == "1/greedy~1|random~1/1/1"


@pytest.mark.parametrize(
    "other",
    [
        replace(PAIRING, stage=2),
        replace(PAIRING, a="greedier"),
        replace(PAIRING, b="randomer"),
        replace(PAIRING, generation_a=2),
        replace(PAIRING, generation_b=2),
        replace(PAIRING, round="2"),
        replace(PAIRING, round="1.1"),
    ],
)
def test_every_part_of_a_pairing_changes_deals_and_random_seeds(other: Pairing) -> None:
    """Another stage, bot, generation, round or replay has other deals and other dice."""
    key = deal_key(ZEROS)
    assert deal(key, other.deal_id(1), 5) != deal(key, PAIRING.deal_id(1), 5)
    assert random_seed(key, other, leg=1, bot=other.a) != random_seed(key, PAIRING, leg=1, bot=PAIRING.a)


def test_deals_differ_between_matches() -> None:
    """The six matches of an encounter that is not mirrored have six deals."""
    assert len({deal(deal_key(ZEROS), PAIRING.deal_id(match), 5) for match in range(1, 7)}) == 6


def test_seed_and_public_entropy_both_decide_the_deal() -> None:
    """Neither the host's seed nor the public number alone says the cards."""
    keys = [deal_key(ZEROS), deal_key(COUNTING), deal_key(ZEROS, "4711"), deal_key(COUNTING, "4711")]
    assert len({deal(key, PAIRING.deal_id(1), 5) for key in keys}) == 4
    assert deal_key(ZEROS) == deal_key(ZEROS, "")


def test_random_seeds_differ_by_leg_and_bot() -> None:
    """Four dice in an encounter, each 64 bits, each the same when asked again."""
    key = deal_key(ZEROS)
    seeds = [random_seed(key, PAIRING, leg=leg, bot=bot) for leg in (1, 2) for bot in ("greedy", "random")]
    assert len(set(seeds)) == 4
    assert all(0 <= seed < 2**64 for seed in seeds)
    assert max(seeds) >= 2**60
    assert seeds[0] == random_seed(key, PAIRING, leg=1, bot="greedy")


def test_random_seed_can_be_computed_with_other_tools() -> None:
    """The first 8 bytes of HMAC-SHA256(key, "random-seed/1/greedy~1|random~1/1/2/random"), here from OpenSSL."""
    assert random_seed(deal_key(ZEROS), PAIRING, leg=2, bot="random") == 0xAB492B3FA5848F73


def test_random_seed_follows_from_the_key() -> None:
    """With other public entropy a bot's dice are others."""
    seeds = {random_seed(deal_key(ZEROS, entropy), PAIRING, leg=1, bot="greedy") for entropy in ("", "4711")}
    assert len(seeds) == 2


def test_new_seeds_are_32_bytes_and_never_the_same() -> None:
    """Seeds come from the operating system."""
    seeds = {new_seed() for _ in range(20)}
    assert len(seeds) == 20
    assert {len(seed) for seed in seeds} == {32}


def test_first_card_of_a_deal_is_fair() -> None:
    """Over 1,200 deals each of the 60 cards is first about 20 times (chi-square below its 99.99 % point)."""
    key = deal_key(COUNTING)
    firsts = Counter(deal(key, f"1/a~1|b~1/{number}/1", 5)[0] for number in range(1200))
    copies = Counter(pack(5))
    chi_square = sum((firsts[card] - 20 * copies[card]) ** 2 / (20 * copies[card]) for card in copies)
    assert chi_square < 94.5  # 49 degrees of freedom
