"""What all tests with real processes share."""

from support.processes import mark

__all__ = ["mark"]
