"""`referee reveal DIR`: close a stage and publish its seed."""

from pathlib import Path

import click

from referee.cli.folder_argument import folder_argument
from referee.results.reveal import reveal


@click.command("reveal")
@folder_argument
def command(folder: Path) -> None:
    """Close the open stage of DIR, and print its seed.

    With the seed anyone can check every deal. Refused while a series of the stage is not final. Bots or rounds that
    are added later open a new stage with a new seed.
    """
    stage = reveal(folder)
    if stage.seed is not None:
        click.echo(stage.seed.hex())
    click.echo(f"stage {stage.number} is closed; SHA-256 of its seed is the commitment {stage.commitment}", err=True)
