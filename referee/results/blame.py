"""Whose fault an error is that nobody raised on purpose: that of a damaged file, or ours."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from referee.errors import RefereeError
from referee.results.database import damaged
from referee.results.opening import RESULTS_FILE
from referee.results.verify import verify

_SUSPECTS: Final = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""What a value of the wrong kind leads to."""


@contextmanager
def blaming_damage(folder: Path) -> Iterator[None]:
    """Where an error comes up inside and the results of a folder do not verify, it is theirs.

    Raises:
        StoreError: instead of that error: the file is damaged, and where.
    """
    try:
        yield
    except RefereeError:
        raise
    except _SUSPECTS as error:
        difference = next(iter(verify(folder, limit=1).differences), None)
        if difference is None:
            raise
        raise damaged(folder / RESULTS_FILE, str(difference)) from error
