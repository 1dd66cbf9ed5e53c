"""The scale of a plot."""

import math

from hypothesis import given
from hypothesis import strategies as st

from referee.report.site.scale import scale_of

INTERVALS = st.lists(st.tuples(st.floats(-1e6, 1e6), st.floats(0, 1e6)), min_size=1, max_size=20)


def test_places_and_labels() -> None:
    """0 is always on it, labels are round, and places leave room at both ends."""
    scale = scale_of([(12.9, 1.6), (-23.1, 1.7)])
    assert scale is not None
    assert [tick.label for tick in scale.ticks] == ["−20", "−10", "0", "10"]
    assert [tick.is_zero for tick in scale.ticks] == [False, False, True, False]
    assert (scale.x(-24.8), scale.x(14.5), scale.x(1000)) == ("4.00%", "96.00%", "96.00%")


def test_nothing_to_plot() -> None:
    """There is no scale where nothing differs from 0."""
    assert scale_of([]) is None
    assert scale_of([(0.0, 0.0)]) is None


@given(INTERVALS)
def test_any_intervals(intervals: list[tuple[float, float]]) -> None:
    """Few labels, in order, inside; every place a number."""
    scale = scale_of(intervals)
    if scale is None or scale.high - scale.low < 1e-300:
        return
    places = [float(tick.x.rstrip("%")) for tick in scale.ticks]
    assert 1 <= len(places) <= 7
    assert places == sorted(places)
    assert all(math.isfinite(place) and 0 <= place <= 100 for place in places)
