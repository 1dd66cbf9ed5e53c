"""What a person would see: renderables as text, in a width, with or without color."""

import io
from typing import Literal

from rich.console import Console, RenderableType


def shown(renderable: RenderableType, width: int = 80, *, color: Literal["standard", "truecolor"] | None = None) -> str:
    """The lines in a terminal of a width, without the blanks at their ends; with color as escape sequences."""
    file = io.StringIO()
    console = Console(
        file=file,
        width=width,
        color_system=color,
        force_terminal=color is not None,
        highlight=False,
        markup=False,
        emoji=False,
        no_color=False,
    )
    console.print(renderable)
    return "\n".join(line.rstrip() for line in file.getvalue().split("\n"))
