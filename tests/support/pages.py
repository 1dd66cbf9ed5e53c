"""Pages of a site read as a browser does, and what must hold on every one of them."""

import re
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from urllib.parse import unquote, urljoin, urlsplit

from support.league import header, stored_bots

from referee.ratings.facts import Facts
from referee.ratings.field import gather
from referee.ratings.standings import conclude
from referee.report.site.ledger import Ledger
from referee.report.site.overview import Overview, own_lines
from referee.results.planning import Counts
from referee.results.rows import FaultSummary, SeriesResult, Stage
from referee.tournament.schedule import Format

VOID = frozenset({"meta", "link", "input", "br", "img", "hr"})
ADDRESSES = ("href", "src", "data-script")
NOT_SAID = re.compile(r"\b(nan|inf|infinity|None|undefined|Undefined|null)\b")


class ReadPage(HTMLParser):
    """A page that was parsed; it is not well formed where a tag is left open or closed twice.

    Attributes:
        text: all that is read on it, in order.
        addresses: of links, scripts and style sheets, in order.
        ids: anchors.
        tags: every tag with its attributes.
        faults: what pages of ours may not have.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text = ""
        self.addresses: list[str] = []
        self.ids: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.faults: list[str] = []
        self._open: list[str] = []
        self.feed(html)
        self.close()
        self.faults += [f"left open: {tag}" for tag in self._open]
        self.faults += [f"twice: {one}" for one in {*self.ids} if self.ids.count(one) > 1]
        self.text = re.sub(r"[^\S\N{NO-BREAK SPACE}]+", " ", self.text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag, and what it may not have."""
        attributes = dict(attrs)
        self.text += " "
        self.tags.append((tag, attributes))
        if tag not in VOID:
            self._open.append(tag)
        self.addresses += [value for name in ADDRESSES if (value := attributes.get(name)) is not None]
        self.addresses += (attributes.get("data-pages") or "").split()
        if attributes.get("id"):
            self.ids.append(str(attributes["id"]))
        self.faults += [f"{tag} has {name}" for name in attributes if name == "style" or name.startswith("on")]
        if tag in {"script", "style"} and "src" not in attributes:
            self.faults.append(f"inline {tag}")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag that ends where it begins, as those of SVG do."""
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        """Close the last tag."""
        if not self._open or self._open.pop() != tag:
            self.faults.append(f"closes {tag}")

    def handle_data(self, data: str) -> None:
        """Note text."""
        self.text += data


def check_page(html: str) -> ReadPage:
    """A page that is well formed, has nothing that the live server forbids, and says no number that is none."""
    page = ReadPage(html)
    assert not page.faults
    assert not NOT_SAID.search(page.text), NOT_SAID.search(page.text)
    values = [value or "" for _, attributes in page.tags for name, value in attributes.items() if name != "data-name"]
    assert not [value for value in values if NOT_SAID.search(value)]
    return page


def targets(page: ReadPage, path: str) -> Iterator[tuple[str, str]]:
    """Path and anchor of every address on the page at a path, relative to the site; none may lead out of it."""
    for address in page.addresses:
        if address == "data:,":
            continue
        parts = urlsplit(address)
        assert not parts.scheme
        assert not parts.netloc
        target = urlsplit(urljoin(f"http://site/{path}", address))
        yield unquote(target.path).removeprefix("/"), parts.fragment


def overview(
    names: Iterable[str],
    results: Iterable[SeriesResult] = (),
    faults: Iterable[FaultSummary] = (),
    *,
    planned: int = 0,
    layout: Format = "round-robin",
    withdrawn: tuple[str, ...] = (),
    removed: tuple[str, ...] = (),
) -> Overview:
    """What the pages of a tournament are made from, without a results file; both legs of an encounter in a row."""
    series, listed, ledger = list(results), list(faults), Ledger()
    bots = stored_bots(list(names), withdrawn=withdrawn, removed=removed)
    facts = Facts(
        header=header(layout=layout),
        stages=[Stage(number=1, commitment="66687aad" * 8)],
        counts=Counts(final=len(series), planned=planned or len(series)),
    )
    field = gather(ledger.noting(series), listed, bots=bots, header=facts.header)
    return Overview(
        folder="winter.results",
        facts=facts,
        bots={bot.name: bot for bot in bots},
        field=field,
        standings=conclude(field, listed, facts=facts, luck_of=lambda _: 0.0),
        ledger=ledger,
        lines=own_lines(field),
        pairs={one.series: (one.bot, "other") for one in listed},
    )
