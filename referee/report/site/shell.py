"""The frame around every page: templates, filled in and escaped, and the assets they load."""

from importlib.resources import files
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined

from referee.report.site import paths

_FOLDER: Final = files("referee.report.site") / "assets"

_ENVIRONMENT: Final = Environment(
    loader=PackageLoader("referee.report.site"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def render_page(template: str, *, page: str, **context: Any) -> str:
    """A page from its template.

    Args:
        template: the name of a file in `templates/`.
        page: the path of the page, which its links are relative to: in templates `link(path)`.
        context: what the template names; a name that is missing is an error.
    """

    def link(path: str) -> str:
        return paths.link(path, page=page)

    return _ENVIRONMENT.get_template(template).render(link=link, paths=paths, **context)


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
