"""What stands at a path; unlike `pathlib`, never an error: a name that is too long or forbidden names nothing."""

import os
from pathlib import Path


def is_file(path: Path) -> bool:
    """Whether a file stands there, links followed."""
    return os.path.isfile(path)  # noqa: PTH113 - Path.is_file raises for a name that is too long


def is_folder(path: Path) -> bool:
    """Whether a folder stands there, links followed."""
    return os.path.isdir(path)  # noqa: PTH112 - Path.is_dir raises for a name that is too long


def is_there(path: Path) -> bool:
    """Whether anything stands there, links followed."""
    return os.path.exists(path)  # noqa: PTH110 - Path.exists raises for a name that is too long
