"""The equations of differences, for few bots and for many."""

from unittest.mock import Mock

import numpy as np
import pytest

from referee.ratings.arrays import Floats
from referee.ratings.laplacian import DENSE_BOTS, Laplacian


def everybody(count: int) -> Laplacian:
    """The graph of bots of which everybody met everybody, some of them a hundred times as often as others."""
    first, second = np.triu_indices(count, 1)
    weight = np.linspace(1, 10, count)
    graph = Laplacian(first, second, count)
    graph.set_weights(weight[first] * weight[second])
    return graph


def around(count: int) -> Laplacian:
    """The graph of bots around a circle, each of which met its neighbours."""
    first, second = np.array([*range(count - 1), 0]), np.array([*range(1, count), count - 1])
    order = np.argsort(first, kind="stable")
    graph = Laplacian(first[order], second[order], count)
    graph.set_weights(np.linspace(1, 2, count))
    return graph


def right_side(count: int) -> Floats:
    """Numbers of sum 0."""
    numbers = np.random.Generator(np.random.PCG64(count)).standard_normal(count)
    return np.asarray(numbers - numbers.mean())


def test_product() -> None:
    """L·v is Σ w (v_i − v_j) in row i and the same with the other sign in row j."""
    graph = Laplacian(np.array([0, 1]), np.array([1, 2]), 3)
    graph.set_weights(np.array([2.0, 5.0]))
    vector = np.array([1.0, 3.0, -4.0])
    assert list(graph.multiply(vector)) == [-4, 4 + 35, -35]
    assert list(graph.dense() @ vector) == [-4, 4 + 35, -35]


@pytest.mark.parametrize("graph", [everybody(DENSE_BOTS), around(DENSE_BOTS)], ids=["everybody", "around"])
def test_few_are_solved_directly(graph: Laplacian) -> None:
    """Up to 64 bots the solution is exact, and the one of sum 0."""
    right = right_side(DENSE_BOTS)
    solution = graph.solve(right)
    assert graph.multiply(solution) == pytest.approx(right)
    assert solution.sum() == pytest.approx(0, abs=1e-12)
    assert graph.pseudo_inverse() @ right == pytest.approx(solution)


@pytest.mark.parametrize(("graph", "most"), [(everybody(100), 4), (around(100), 100)], ids=["everybody", "around"])
def test_many_are_solved_in_steps(graph: Laplacian, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Above that it is found in steps, few where everybody met everybody, and leaves a thousandth of the right side."""
    multiply = Mock(side_effect=graph.multiply)
    monkeypatch.setattr(graph, "multiply", multiply)
    monkeypatch.setattr(np.linalg, "solve", Mock(side_effect=AssertionError("the direct way")))
    right = right_side(100)
    solution = graph.solve(right)
    assert 0 < multiply.call_count <= most
    assert np.linalg.norm(graph.dense() @ solution - right) <= 1.001e-3 * np.linalg.norm(right)
    assert solution.sum() == pytest.approx(0, abs=1e-9)
