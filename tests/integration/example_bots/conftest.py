"""The example bots are programs in a folder of their own: here they can be imported."""

from collections.abc import Iterator

import pytest
from support.example_bots import importable


@pytest.fixture(autouse=True)
def _example_bots() -> Iterator[None]:
    with importable():
        yield
