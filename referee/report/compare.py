"""A head to head for a terminal: encounters as bars, what they say as a table, the test as a gauge, then in words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from referee.bots.text import escape_text
from referee.ratings.headtohead.comparison import Comparison
from referee.ratings.headtohead.remarks import facts, remarks, shows_wilson
from referee.ratings.headtohead.sprt import Decision, Outcome, Unit
from referee.ratings.headtohead.verdict import bound_text, verdict
from referee.ratings.verdict import points_text
from referee.report.columns import ABSENT, signed
from referee.report.prose import Prose, prose
from referee.report.standings import sentence

LABELS: Final = ("0", "½", "1", "1½", "2")
BAR_WIDTH: Final = 40
"""Characters of the longest bar, where there is room for it."""
LEAST_WIDTH: Final = 10
NAME_WIDTH: Final = 16
"""Characters of a bot's name at the head of a column; a longer one is cut with a mark."""
WITH_SOURCE_WIDTH: Final = 80
"""In a narrower terminal the table does not say what its rows are from."""
EIGHTHS: Final = " ▏▎▍▌▋▊▉"
GAUGE_WIDTH: Final = 41
"""Characters between the thresholds of a test; odd, so that there is a middle."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ComparePage:
    """The whole: title, result, bars, table, test, the sentence in words, remarks, facts."""

    comparison: Comparison

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        comparison = self.comparison
        yield _title(comparison)
        if comparison.encounters.whole:
            yield Text()
            yield _result(comparison)
        if comparison.elo is not None:
            yield Text()
            yield from _bars(comparison, options.max_width)
        if comparison.encounters.whole:
            yield Text()
            yield _table(comparison, has_source=options.max_width >= WITH_SOURCE_WIDTH)
        if comparison.test is not None:
            yield Text()
            yield from _test(comparison.test, options.max_width)
        yield Text()
        yield prose(verdict(comparison), "bold")
        for line in remarks(comparison):
            yield prose(sentence(line))
        yield Text()
        for line in facts(comparison):
            yield prose(line, "dim")


def _title(comparison: Comparison) -> Text:
    first, second = comparison.bots
    length = f"{comparison.series_count} series in {encounters_text(comparison.encounters.whole)}"
    return Text.assemble(
        (escape_text(comparison.tournament, 80), "bold"), f" · {first} against {second}", (f" · {length}", "dim")
    )


def _result(comparison: Comparison) -> Text:
    first, second = comparison.bots
    mine, theirs = comparison.points
    return Text.assemble(
        (first, "bold"),
        f" {points_text(mine)} : {points_text(theirs)} ",
        (second, "bold"),
        f"   {comparison.wins} won, {comparison.draws} drawn, {comparison.losses} lost",
    )


def _bars(comparison: Comparison, width: int) -> Iterator[Text]:
    """How many encounters brought the first bot which points: a bar each."""
    yield Text(f"Encounters by the points of {comparison.bots[0]} in both legs")
    counts = comparison.scores
    digits = max(len(str(count)) for count in counts)
    room = max(LEAST_WIDTH, min(BAR_WIDTH, width - digits - 8))
    for label, count in zip(LABELS, counts, strict=True):
        yield Text.assemble(f"  {label:<2}  {count:>{digits}}  ", (bar(count / max(counts), room), "cyan"))


def bar(share: float, width: int) -> str:
    """A bar of a share (0..1) of a width in characters, to an eighth of one; what is not 0 has an eighth at least."""
    eighths = max(round(8 * share * width), int(share > 0))
    return ("█" * (eighths // 8) + EIGHTHS[eighths % 8]).rstrip()


def _table(comparison: Comparison, *, has_source: bool) -> Table:
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("Lead")
    table.add_column(comparison.bots[0], justify="right", max_width=NAME_WIDTH, no_wrap=True, overflow="ellipsis")
    table.add_column("95 %", no_wrap=True)
    table.add_column("LOS", justify="right", no_wrap=True)
    if has_source:
        table.add_column("From", no_wrap=True)
    for cells in _rows(comparison):
        table.add_row(*cells[: len(table.columns)])
    return table


def _rows(comparison: Comparison) -> Iterator[Sequence[str]]:
    margin, elo = comparison.margin, comparison.elo
    luck = ", less luck" if comparison.luck_model else ""
    yield (
        "Points a series",
        decimal(margin.mean, margin.decimals),
        ABSENT if margin.error is None else f"±{margin.error:.{margin.decimals}f}",
        chance_text(margin.superiority),
        f"{encounters_text(margin.count)}{luck}",
    )
    if elo is None:
        yield "Elo", ABSENT, ABSENT, ABSENT, encounters_text(0)
        return
    ends = ABSENT if elo.ends is None else interval_text(elo.ends)
    yield "Elo", whole(elo.value), ends, chance_text(elo.superiority), encounters_text(elo.count)
    if shows_wilson(elo):
        yield (
            "Elo, Wilson",
            whole(elo.value),
            interval_text(elo.wilson),
            chance_text(elo.exact_superiority),
            f"{2 * elo.count} series",
        )
    yield "Normalized Elo", whole(elo.normalized), plus_minus(elo.normalized_error), "", encounters_text(elo.count)


def _test(test: Outcome, width: int) -> Iterator[RenderableType]:
    """The hypotheses, where the likelihood ratio stands between the thresholds, and what that means."""
    plan = test.plan
    unit = "points a series" if plan.unit is Unit.POINTS else "Elo"
    yield prose(
        f"Sequential test on {unit}: H0 {bound_text(plan, plan.low)}, H1 {bound_text(plan, plan.high)},"
        f" α {plan.alpha:g}, β {plan.beta:g}"
    )
    lower, upper = plan.thresholds
    left, right = f"  H0 {lower:+.2f} ", f" {upper:+.2f} H1"
    room = max(LEAST_WIDTH, min(GAUGE_WIDTH, width - len(left) - len(right) - 2))
    shown = test.ratio if test.decided_ratio is None else test.decided_ratio
    yield Text.assemble(left, (gauge((shown - lower) / (upper - lower), room), "cyan"), right)
    yield Prose(text=Text(f"LLR {_ratio(test)}"), indent=2)


def _ratio(test: Outcome) -> str:
    if test.decision is None:
        return f"{test.ratio:+.2f} after {encounters_text(test.count)}: not decided"
    word = "H1 accepted" if test.decision is Decision.HIGH else "H0 accepted"
    rest = f"; {test.ratio:+.2f} after all {test.count}" if test.count != test.decided_count else ""
    return f"{test.decided_ratio:+.2f} after {encounters_text(test.decided_count or 0)}: {word}{rest}"


def gauge(share: float, width: int) -> str:
    """A line with its middle marked and a point at a share (0..1, cut) of its length."""
    cells = ["─"] * width
    cells[width // 2] = "┼"
    cells[round(min(max(share, 0.0), 1.0) * (width - 1))] = "●"
    return f"├{''.join(cells)}┤"


def encounters_text(count: int) -> str:
    """`1 encounter`, `2 encounters`."""
    return f"{count} encounter" if count == 1 else f"{count} encounters"


def chance_text(chance: float | None) -> str:
    """The probability that the first bot is the stronger, in percent, never rounded to 0 or 100."""
    if chance is None:
        return ABSENT
    if chance > 0.9995 or chance < 0.0005:
        return "> 99.9 %" if chance > 0.5 else "< 0.1 %"
    return f"{100 * chance:.1f} %"


def decimal(value: float | None, digits: int = 1) -> str:
    """A number with its sign and decimals; zero is `+0.0`."""
    return ABSENT if value is None else f"{round(value, digits) + 0.0:+.{digits}f}"


def whole(value: float | None) -> str:
    """A whole number with its sign; zero is `+0`."""
    return ABSENT if value is None else signed(value)


def plus_minus(error: float | None) -> str:
    """`±15`."""
    return ABSENT if error is None else f"±{error:.0f}"


def interval_text(interval: tuple[float | None, float | None]) -> str:
    """Both ends of an interval, `-73…+367`; an open one is a bound, `≥+78`."""
    low, high = interval
    if low is None:
        return f"≤{whole(high)}"
    return f"≥{signed(low)}" if high is None else f"{signed(low)}…{signed(high)}"
