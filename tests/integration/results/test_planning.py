"""The plan, and when it is forgotten."""

from support.records import bots, encounter, finish

from referee.results.store import Store


def test_plan_is_forgotten_as_long_as_nothing_was_begun(store: Store) -> None:
    """Its bots too, the seed not; a series that came to nothing was begun, and keeps all that is planned."""
    store.forget_plan()
    assert (store.bots(), store.counts(), len(store.stages())) == ([], (0, 0), 1)
    store.put_bots(bots("greedy", "random"))
    store.plan(encounter())
    store.save_void(next(store.pending(1)), 1, "Traceback")
    store.forget_plan()
    assert (len(store.bots()), store.counts()) == (2, (0, 2))


def test_plan_with_a_result_stays(store: Store) -> None:
    """Whatever a later run fails of."""
    finish(store)
    store.forget_plan()
    assert (len(store.bots()), store.counts()) == (2, (2, 2))
