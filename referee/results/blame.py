"""Whose fault an error is that nobody raised on purpose: that of a damaged file, or ours."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from referee.errors import RefereeError
from referee.results.database import DAMAGE_ERRORS, damaged
from referee.results.opening import RESULTS_FILE
from referee.results.verify import verify


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
    except DAMAGE_ERRORS as error:
        difference = next(iter(verify(folder, limit=1).differences), None)
        if difference is None:
            raise
        raise damaged(folder / RESULTS_FILE, str(difference)) from error
