"""Why a worker does not take part, in words that follow "it"."""

from referee import __version__
from referee.tournament.cluster.order import Refusal


def version_fault(answer: object) -> str:
    """What keeps a worker out that was asked for its referee's version; "" if it has the same one as we.

    Args:
        answer: the version, or the exception that came instead.
    """
    if isinstance(answer, ImportError):
        return "has no referee: install the same one as here, in the Python of `dask worker`"
    if not isinstance(answer, str):
        return refusal_reason(answer)
    return "" if answer == __version__ else f"has referee {answer}, and this is {__version__}: install the same"


def refusal_reason(answer: object) -> str:
    """What keeps a worker out that was to get ready: its own refusal, or the exception that came instead."""
    if isinstance(answer, Refusal):
        return answer.reason
    return f"cannot take part: {type(answer).__name__}: {answer}"
