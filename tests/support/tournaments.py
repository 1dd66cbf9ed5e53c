"""Who watches a tournament in tests."""

from dataclasses import dataclass, field

from referee.play.records import SeriesRecord
from referee.results.rows import SeriesRow


@dataclass(kw_only=True)
class Audience:
    """Remembers all that a run tells.

    Attributes:
        rounds: number and last number, as they began.
        records: of series, as they ended.
        messages: sentences for people.
    """

    rounds: list[tuple[int, int]] = field(default_factory=list)
    records: list[SeriesRecord] = field(default_factory=list)
    messages: list[str] = field(default_factory=list)

    def round_started(self, number: int, of: int) -> None:
        """A round begins."""
        self.rounds.append((number, of))

    def series_finished(self, row: SeriesRow, record: SeriesRecord) -> None:
        """A series is final."""
        self.records.append(record)

    def message(self, text: str) -> None:
        """A sentence."""
        self.messages.append(text)
