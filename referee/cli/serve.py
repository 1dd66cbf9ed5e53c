"""`referee serve DIR`: the pages of a tournament, live while it runs."""

from pathlib import Path
from typing import Final

import click

from referee.cli.console import note
from referee.cli.folder_argument import folder_argument
from referee.errors import ConfigError

PORT: Final = 8321
PACKAGES: Final = ("starlette", "uvicorn")


@click.command("serve")
@folder_argument
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="0: any that is free.")
def command(folder: Path, port: int) -> None:
    """Show the pages of DIR in a browser, live while the tournament runs.

    DIR is an output folder, or the TOML it belongs to; there need not be any results yet. Only this machine can reach
    the pages, and nothing can be changed through them. Ends with Ctrl-C, exit code 130.
    """
    try:
        from referee.report.live.server import serve  # noqa: PLC0415 - takes packages that not everybody has
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in PACKAGES:
            raise
        raise ConfigError(
            f"serve: {package} is not installed; in the folder of the checkout add it with: sh .ci/setup web"
        ) from error
    serve(folder, port, note)
