"""The system's refusal to write, in our words: the advice for a full disk is another one than for a locked door."""

import errno
import os
from pathlib import Path
from typing import Final

from referee.errors import StoreError

DISK_FULL: Final = "the disk is full; free some space and run the same command again, nothing that was saved is lost"

FULL_ERRORS: Final = (errno.ENOSPC, errno.EDQUOT)
"""What the system says then: no room on the disk, or no more of it for this user."""


def not_written(path: Path, error: OSError, otherwise: str) -> StoreError:
    """The error of a path that cannot be written; `otherwise` says what is wrong if the disk is not full."""
    return StoreError(f"{path}: {DISK_FULL if error.errno in FULL_ERRORS else otherwise}")


def sync_folder(folder: Path) -> None:
    """Make sure that what was made or renamed in a folder is found after a loss of power; may raise OSError."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
