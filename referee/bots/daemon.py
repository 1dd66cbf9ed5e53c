"""A thread that serves its process in the background, from the first need until the process ends."""

import threading
from collections.abc import Callable
from typing import Final

from referee.bots.diagnosis import no_room
from referee.errors import RefereeError


class Daemon:
    """One thread, not begun yet.

    Args:
        name: of the thread.
        run: what it does; it never returns.
    """

    def __init__(self, name: str, run: Callable[[], None]) -> None:
        self._name: Final = name
        self._run: Final = run
        self._thread: threading.Thread | None = None

    @property
    def is_begun(self) -> bool:
        """Whether it runs."""
        return self._thread is not None

    def begin(self) -> None:
        """Begin; once is enough.

        Raises:
            RefereeError: there is no room for a thread; the next time it is tried again.
        """
        if self._thread is None:
            thread = threading.Thread(target=self._run, name=self._name, daemon=True)
            try:
                thread.start()
            except RuntimeError as error:
                raise RefereeError(no_room("threads", str(error))) from error
            self._thread = thread
