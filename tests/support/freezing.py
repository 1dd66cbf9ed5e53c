"""A process that only counts how often it is frozen."""


class Frozen:
    """Keeps what is done to it, in order: `freeze` and `thaw`."""

    def __init__(self) -> None:
        self.acts: list[str] = []

    def freeze(self) -> None:
        """Note it."""
        self.acts.append("freeze")

    def thaw(self) -> None:
        """Note it."""
        self.acts.append("thaw")
