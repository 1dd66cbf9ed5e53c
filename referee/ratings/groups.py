"""Which bots can be compared at all: groups that pairs connect, and the pairs inside one."""

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from referee.ratings.arrays import Places


def connected_groups(heads: Places, tails: Places, count: int) -> list[Places]:
    """Groups of at least two of `count` bots, the largest first; in each the places of its bots, ascending.

    A group are bots each of which leads to each of the others along arrows from heads to tails, around a circle if
    need be; give every pair in both directions where any meeting connects.
    """
    graph = sparse.coo_array((np.ones(len(heads)), (heads, tails)), shape=(count, count))
    _, labels = connected_components(graph, directed=True, connection="strong")
    order = np.argsort(labels, kind="stable")
    groups = np.split(order, np.flatnonzero(np.diff(labels[order])) + 1)
    return sorted((group for group in groups if len(group) > 1), key=lambda group: (-len(group), group[0]))


def pairs_inside(places: Places, first: Places, second: Places, count: int) -> tuple[NDArray[np.bool_], Places, Places]:
    """Which of the pairs are among some of `count` bots (places ascending), and both ends of these, renumbered."""
    new = np.full(count, -1)
    new[places] = np.arange(len(places))
    kept = (new[first] >= 0) & (new[second] >= 0)
    return kept, new[first[kept]], new[second[kept]]
