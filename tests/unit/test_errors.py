"""The tree of errors."""

import re
from collections import Counter
from collections.abc import Iterator

import pytest

import referee.errors
from referee.errors import (
    AnswerIsNoError,
    BotFaultError,
    ConfigError,
    FaultKind,
    RefereeError,
    RefusedError,
    StoreError,
)
from referee.play.faults import PlayedIllegallyError

LINE = re.compile(r"^ {4}([│├└─ ]*)(\w+Error) ")


def subclasses(error: type[Exception]) -> Iterator[type[Exception]]:
    """The class and all below it, depth first."""
    yield error
    for child in error.__subclasses__():
        yield from subclasses(child)


def drawn_tree() -> dict[str, str | None]:
    """Each class in the docstring's drawing, with the one it hangs below."""
    tree: dict[str, str | None] = {}
    path: list[str] = []
    for line in (referee.errors.__doc__ or "").splitlines():
        found = LINE.match(line)
        if found:
            depth = len(found[1]) // 4
            path[depth:] = [found[2]]
            tree[found[2]] = path[depth - 1] if depth else None
    return tree


def test_drawing_of_the_tree_is_the_tree() -> None:
    """Every error of the module stands in its docstring below its base, and nothing else does."""
    classes = [error for error in subclasses(RefereeError) if error.__module__ == "referee.errors"]
    bases = {error.__name__: error.__base__.__name__ if error.__base__ else None for error in classes}
    assert drawn_tree() == {**bases, "RefereeError": None}
    assert len(classes) > 10


def test_each_fault_kind_has_exactly_one_class() -> None:
    """One class a kind; `withdrawn` has none, as nothing is asked; an illegal turn has its own in play.faults."""
    kinds = Counter(error.kind for error in subclasses(BotFaultError) if "kind" in vars(error))  # type: ignore[attr-defined]  # BotFaultErrors have it
    assert kinds == Counter(kind for kind in FaultKind if kind is not FaultKind.WITHDRAWN)
    assert PlayedIllegallyError.kind is FaultKind.ILLEGAL_TURN


def test_fault_kinds_are_the_words_of_the_design() -> None:
    """What records and tables say."""
    assert [*FaultKind] == [
        "not-started",
        "crashed",
        "disconnected",
        "timeout",
        "bot-error",
        "malformed-reply",
        "illegal-turn",
        "withdrawn",
    ]


@pytest.mark.parametrize(
    ("error", "code"), [(RefereeError, 1), (StoreError, 1), (ConfigError, 2), (RefusedError, 2), (AnswerIsNoError, 3)]
)
def test_errors_know_their_exit_code(error: type[RefereeError], code: int) -> None:
    """1 failed, 2 usage or config, 3 the answer is no."""
    assert error.exit_code == code


def test_config_error_says_all_faults_at_once() -> None:
    """One line each, and each on its own in `faults`."""
    error = ConfigError("first thing", "second thing")
    assert str(error) == "first thing\nsecond thing"
    assert error.faults == ("first thing", "second thing")


def test_bot_fault_without_symptoms_has_none_seen() -> None:
    """An error outside a call: no time, no reply, no exit status, no log."""
    error = referee.errors.NotStartedError("did not start")
    assert (error.reason, str(error)) == ("did not start", "did not start")
    assert error.symptoms == referee.errors.Symptoms()
    assert error.symptoms.elapsed_ms is None
