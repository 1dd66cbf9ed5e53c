"""The game of Lost Cities, pure: no clock, no file, no network, no chance.

    cards      colors, ranks, the pack
    variant    which of the printed variants is played
    turns      a turn, legal choices, the legality check, what a turn does
    state      a match in progress
    scoring    points of an expedition and of a seat
    notation   `RH`, `W10`, `+R7 deck`, both ways

2026-11-29: a card is an int, 16 x color + rank, the same number as on the wire. Card objects were refused: every
rule is a comparison of such ints, and a view is then lists that need no translation.
"""
