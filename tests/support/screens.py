"""What a person would see: renderables as text, in a width, with or without color."""

import io
from typing import Final, Literal

from rich.console import Console, RenderableType

ENDLESS: Final = 10_000


def shown(
    renderable: RenderableType,
    width: int = 80,
    *,
    color: Literal["standard", "truecolor"] | None = None,
    height: int | None = None,
) -> str:
    """The lines in a width, without the blanks at their ends.

    Color shows as escape sequences; with color or a height it is a terminal.
    """
    file = io.StringIO()
    console = Console(
        file=file,
        width=width,
        height=height or ENDLESS,
        color_system=color,
        force_terminal=color is not None or height is not None,
        highlight=False,
        markup=False,
        emoji=False,
        no_color=False,
    )
    console.print(renderable)
    return "\n".join(line.rstrip() for line in file.getvalue().split("\n"))
