"""What `referee run --dry-run` prints: the plan of a tournament, and how long it takes."""

from collections.abc import Iterator

from referee.bots.text import escape_text
from referee.report.pace import duration
from referee.rules.variant import MATCHES_PER_SERIES
from referee.tournament.forecast import ASSUMED_SERIES_S, ASSUMED_START_S, Forecast
from referee.tournament.schedule import LEGS, pairing_count

_WIDTH = 12
_ENTROPY_LIMIT = 1024


def plan_lines(forecast: Forecast) -> list[str]:
    """The plan as lines of text."""
    settings = forecast.config.tournament
    rows = (f"  {title:{_WIDTH}} {text}" for title, text in _rows(forecast))
    return [f"{escape_text(settings.name, 80)}: {settings.format}", *rows, "nothing was played"]


def _rows(forecast: Forecast) -> Iterator[tuple[str, str]]:
    config, counts, stage = forecast.config, forecast.counts, forecast.stage
    names = [entry.name for entry in config.entries]
    pairings = pairing_count(len(names), config.tournament.format)
    yield "bots", f"{len(names)}: {', '.join(names)}"
    if forecast.withdrawn:
        yield "withdrawn", ", ".join(forecast.withdrawn)
    yield "rounds", f"{config.tournament.rounds} × {_count(pairings, 'pairing')} × {len(LEGS)} series"
    yield "series", f"{counts.planned}, each of {MATCHES_PER_SERIES} matches; {counts.final} are final"
    if besides := _besides(forecast):
        yield "of these", besides
    if counts.final and str(forecast.change):
        yield "changes", str(forecast.change)
    yield "at once", f"{config.worker_count} series"
    yield "isolation", forecast.isolation
    yield "commitment", f"{stage.commitment} (stage {stage.number})"
    yield "entropy", _entropy(forecast)
    yield "expected", f"{duration(forecast.expected_s)}, {_basis(forecast)}"
    yield "at worst", f"{duration(forecast.worst_s)}, if every bot uses all the time that the clock allows"


def _besides(forecast: Forecast) -> str:
    """The planned series that are not of these rounds and bots, so that the numbers add up; "" for none."""
    words = {
        "of bots that left the TOML": forecast.absent_count,
        f"of rounds after round {forecast.config.tournament.rounds}": forecast.later_count,
    }
    return ", ".join(f"{count} {what}" for what, count in words.items() if count)


def _entropy(forecast: Forecast) -> str:
    text = escape_text(forecast.stage.public_entropy, _ENTROPY_LIMIT)
    value = f'"{text}"' if text else "none"
    return f"{value}; it may change until a match is stored" if forecast.is_entropy_open else value


def _basis(forecast: Forecast) -> str:
    starts = f"{ASSUMED_START_S} s a start of a bot ({_count(forecast.start_count, 'start')})"
    if forecast.is_measured:
        return f"as fast as the series played so far, and {starts}"
    return f"at {ASSUMED_SERIES_S} s a series and {starts}, as with quick bots: none was played"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
