"""A clock that stands still until it is moved."""


class ManualClock:
    """Seconds that a test sets: call it to read it."""

    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        """The time as it was set."""
        return self.now_s
