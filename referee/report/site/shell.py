"""The frame around every page: templates, filled in and escaped, and the assets they load."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from typing import Any, Final

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined, UndefinedError
from markupsafe import Markup

from referee.bots.text import escape_text
from referee.report.site import numerals, paths

_FOLDER: Final = files("referee.report.site") / "assets"

_LONGEST_ESCAPE: Final = 10
"""Characters that stand for one at most."""


def harmless(value: Any) -> Any:
    """A text without control characters and marks that turn the direction of writing; lines and firm blanks stay."""
    if not isinstance(value, str) or isinstance(value, Markup) or value.isprintable():
        return value
    parts = re.split("([\n\N{NO-BREAK SPACE}])", value)
    return "".join(
        part if place % 2 else escape_text(part, _LONGEST_ESCAPE * len(part)) for place, part in enumerate(parts)
    )


_TEMPLATES: Final = PackageLoader("referee.report.site")
_ENVIRONMENT: Final = Environment(
    loader=_TEMPLATES,
    autoescape=True,
    undefined=StrictUndefined,
    finalize=harmless,
    trim_blocks=True,
    lstrip_blocks=True,
)
_ENVIRONMENT.globals["paths"] = paths
_ENVIRONMENT.globals["numerals"] = numerals


def render_page(template: str, *, page: str, **context: Any) -> str:
    """A page from its template.

    Args:
        template: the name of a file in `templates/`.
        page: the path of the page, which its links are relative to: in templates `link(path)`. `paths` and `numerals`
            are there too.
        context: what the template names; a name that is missing is an error.

    Raises:
        AttributeError: a value is not of the kind that the template takes it for.
    """
    with _as_python_tells():
        return _ENVIRONMENT.get_template(template).render(link=_linker(page), **context)


def render_part(template: str, macro: str, *arguments: Any, page: str) -> str:
    """What a macro of a template makes of arguments, the first of which is `link`, for a page at that path."""
    with _as_python_tells():
        return str(getattr(_ENVIRONMENT.get_template(template).module, macro)(_linker(page), *arguments))


def environment(package: str) -> Environment:
    """The environment of all templates, in which those of another package are found too."""
    return _ENVIRONMENT.overlay(loader=ChoiceLoader([PackageLoader(package), _TEMPLATES]))


def data_script(key: str, data: Any) -> bytes:
    """A script that puts data (JSON) where the page that loads it finds them: `LostCities.data[key]`.

    Nothing in it ends a script or a line of one, and it is ASCII.
    """
    return f"LostCities.take(...{script_json([key, data], is_ascii=True)});\n".encode()


def script_json(data: Any, *, is_ascii: bool) -> str:
    """JSON that may stand in a script, even one inside of a page: no end of it, no comment, no line end in a string."""
    text = json.dumps(data, ensure_ascii=is_ascii, allow_nan=False, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


@contextmanager
def _as_python_tells() -> Iterator[None]:
    """What a value of the wrong kind leads to, as everywhere else: so that a damaged file can be blamed for it."""
    try:
        yield
    except UndefinedError as error:
        raise AttributeError(error.message) from error


def _linker(page: str) -> Callable[[str], str]:
    def link(path: str) -> str:
        return paths.link(path, page=page)

    return link


def asset_names() -> list[str]:
    """The names of all style sheets and scripts, sorted."""
    return sorted(file.name for file in _FOLDER.iterdir() if file.name.endswith((".css", ".js")))


def read_asset(name: str) -> bytes:
    """One of them.

    Raises:
        KeyError: there is none of that name.
    """
    if name not in asset_names():
        raise KeyError(name)
    return (_FOLDER / name).read_bytes()
