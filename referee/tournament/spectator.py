"""Who watches a run: the progress display, or nobody."""

from typing import Protocol

from referee.play.records import SeriesRecord
from referee.results.rows import SeriesRow


class Spectator(Protocol):
    """What a run tells while it goes on. Nothing depends on what becomes of it."""

    def round_started(self, number: int, of: int) -> None:
        """Round `number` of `of` begins or goes on."""

    def series_finished(self, row: SeriesRow, record: SeriesRecord) -> None:
        """A series is final and saved."""

    def message(self, text: str) -> None:
        """Something a person should read: one sentence."""
