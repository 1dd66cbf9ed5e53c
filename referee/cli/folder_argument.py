"""The argument DIR of the commands that read results."""

from pathlib import Path

import click

folder_argument = click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
"""An output folder, or the TOML that its tournament was run from."""
