"""What is asked of a cluster; Dask's answer to it is in `dask_link`, and a fake one in the tests."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol

from referee.tournament.cluster.order import Report

ASK_S: Final = 60.0
"""Long enough for a worker to try its boxes, or to unpack a folder that is there."""

READY_S: Final = 45.0
"""What a worker itself waits for these; less, since one that does not answer costs all others' answers too."""


class Link(Protocol):
    """The coordinator's hold on a cluster's workers, each known by its address. Used by one thread.

    Attributes:
        name: the scheduler's address.
    """

    name: str

    def workers(self) -> Mapping[str, int]:
        """The workers that are there now, with the threads each of them has.

        Raises:
            RefereeError: the scheduler is gone.
        """

    def ask(
        self, workers: Sequence[str], function: Callable[..., Any], *args: object, patience_s: float = ASK_S
    ) -> dict[str, Any]:
        """Call a function on some workers, beside whatever they do.

        Args:
            workers: which ones.
            function: on what they have of the referee.
            args: passed on.
            patience_s: in seconds; a worker that needs longer is taken not to answer.

        Returns:
            Of each of them what came back, or the exception: that of the function, or of the way there.
        """

    def hold(self, worker: str, make: Callable[..., object], *args: object) -> None:
        """Have a worker make a value, and keep it for as long as this process lives and the link is open."""

    def begin(self, ticket: int, worker: str, function: Callable[..., Report], args: tuple[object, ...]) -> None:
        """Have a thread of a worker do something."""

    def forget(self, ticket: int) -> None:
        """What was begun is not waited for any more."""

    def ended(self, timeout_s: float) -> list[tuple[int, Report | Exception]]:
        """Wait until something that was begun has ended, or for so long.

        Returns:
            By ticket what came of it, or how it was lost.
        """

    def close(self) -> None:
        """Let go of the cluster; one of our own ends."""
