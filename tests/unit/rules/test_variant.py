"""The variants of the rules."""

from referee.rules.variant import DECK_ONLY_AFTER, MATCHES_PER_SERIES, Variant


def test_default_variant_is_the_one_of_the_design() -> None:
    """Five colors, own-end, handshakes count and score, piles close after turn 300, three matches a series."""
    assert Variant() == Variant(
        colors=5, draw="own-end", bonus_counts="all", handshakes_alone="scored", deck_only_after=300
    )
    assert DECK_ONLY_AFTER == {5: 300, 6: 400}
    assert MATCHES_PER_SERIES == 3
