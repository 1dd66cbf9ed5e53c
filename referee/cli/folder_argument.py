"""The arguments DIR and SERIES of the commands that read results, and paths."""

from pathlib import Path
from typing import Final

import click

PATH: Final = click.Path(readable=False, path_type=Path)
"""A path as it was given: what is wrong with it is told where it is used."""

folder_argument = click.argument("folder", metavar="DIR", type=PATH)
"""An output folder, or the TOML that its tournament was run from."""

SERIES_NUMBER: Final = click.IntRange(1, 10**9)
"""The number of a series; SQLite takes no number of any size."""
