"""What all tests with real processes share."""

from collections.abc import Iterator

import pytest
from support.processes import mark
from support.zoo.show import zoo

from referee.bots.launch import Guardian

__all__ = ["guardian", "mark", "zoo"]


@pytest.fixture
def guardian(mark: str) -> Iterator[Guardian]:  # noqa: ARG001 - first made, last counted
    """A guardian that is closed before the test's processes are counted."""
    with Guardian() as guardian:
        yield guardian
