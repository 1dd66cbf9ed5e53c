"""The arguments DIR and SERIES of the commands that read results."""

from pathlib import Path
from typing import Final

import click

folder_argument = click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
"""An output folder, or the TOML that its tournament was run from."""

SERIES_NUMBER: Final = click.IntRange(1, 10**9)
"""The number of a series; SQLite takes no number of any size."""
