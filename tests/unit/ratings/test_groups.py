"""Who can be compared with whom."""

import numpy as np

from referee.ratings.groups import connected_groups, pairs_inside


def groups(count: int, *arrows: tuple[int, int]) -> list[list[int]]:
    """The groups along arrows."""
    heads, tails = np.array(arrows, dtype=np.intp).reshape(len(arrows), 2).T
    return [list(map(int, group)) for group in connected_groups(heads, tails, count)]


def test_circle_is_a_group() -> None:
    """Three bots around a circle are one group; a bot that only points at it is none."""
    assert groups(4, (0, 1), (1, 2), (2, 0), (3, 0)) == [[0, 1, 2]]


def test_largest_first() -> None:
    """Groups by size, then by their first bot."""
    both = [(0, 5), (5, 0), (1, 4), (4, 1), (4, 3), (3, 4)]
    assert groups(6, *both) == [[1, 3, 4], [0, 5]]
    assert groups(4, (1, 2), (2, 1), (0, 3), (3, 0)) == [[0, 3], [1, 2]]


def test_alone_is_no_group() -> None:
    """Without arrows there is no group."""
    assert groups(3) == []


def test_pairs_inside() -> None:
    """Of the pairs those among the bots, with new numbers."""
    kept, first, second = pairs_inside(np.array([1, 3]), np.array([0, 1, 1]), np.array([1, 2, 3]), 4)
    assert (list(kept), list(first), list(second)) == ([False, False, True], [0], [1])
