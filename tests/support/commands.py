"""Commands run inside the test's own process: hundreds of them, where starting a process each would take too long."""

import signal
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO

import pytest

from referee.cli import main


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """What came of a command."""

    code: int
    out: str
    err: str


def command(*words: str) -> Outcome:
    """Run `referee WORDS`; whatever it does not catch itself fails the test."""
    out, err = StringIO(), StringIO()
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(sys, "argv", ["referee", *words])
        patch.setattr(sys, "unraisablehook", sys.unraisablehook)  # which a program sets for its whole life
        with pytest.raises(SystemExit) as ended:
            main()
    for number, handler in handlers.items():
        signal.signal(number, handler)
    code = ended.value.code or 0
    assert isinstance(code, int)
    return Outcome(code=code, out=out.getvalue(), err=err.getvalue())
