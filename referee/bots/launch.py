"""The worker's hold on its guardian, and on one bot process: started, watched, stopped."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from referee.bots.diagnosis import box_failed, no_room
from referee.bots.isolation.group import BoxGroup
from referee.bots.isolation.identity import Identity
from referee.bots.isolation.lodging import BoxedLodging
from referee.bots.lodging import Lodging
from referee.bots.logs import BotLog
from referee.bots.mailbox import Mailbox, Message
from referee.bots.order import boxed_order, plain_order, refusal
from referee.bots.spec import BotSpec, ProcessSettings
from referee.errors import RefereeError

# Run with -I -S: without site-packages, so that a guardian is small and up in a moment.
_BOOT = "import sys; sys.path.append(sys.argv[1]); from referee.bots.guardian import main; main()"
_ROOT = Path(__file__).parents[2]
# Longer than the guardian and a keeper try to kill before they give up.
_PATIENCE_S = 12.0


class Guardian(contextlib.AbstractContextManager["Guardian"]):
    """The worker's guardian process; it is started at its first use, and again if it has died.

    Killing the worker is enough to end it and all bots; `close` is the orderly way.
    """

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._mailbox: Mailbox | None = None
        self._lock = threading.Lock()

    def hire(self, folder: Path | None) -> tuple[int, Mailbox]:
        """A new keeper: its process id, and the mailbox at whose other end it waits for an order.

        Args:
            folder: what the bot will have to itself, not made yet; None for none. From now on it is removed if this
                process is killed, until it is said to be vacated.

        Raises:
            RefereeError: there is none to be had, also not from a fresh guardian.
        """
        try:
            with self._lock:
                keeper = self._hire(folder) or self._hire(folder)
        except OSError as error:
            raise RefereeError(no_room("processes", str(error.strerror))) from error
        if keeper is None:
            raise RefereeError("the guardian does not start; is the machine overloaded, or a bot killing what it can?")
        return keeper

    def entrust(self, folder: Path) -> None:
        """Have a folder that is not made yet removed if this process is killed, until it is said to be vacated."""
        with self._lock, contextlib.suppress(EOFError):
            self._reach().send({"entrusted": str(folder)})

    def vacate(self, folder: Path) -> None:
        """Have a folder forgotten that has been removed; one that is there is not: a signal came while it was."""
        with self._lock, contextlib.suppress(EOFError):
            if self._mailbox is not None and not folder.exists():
                self._mailbox.send({"vacated": str(folder)})

    def bury(self, keeper: int) -> None:
        """Have a keeper that does not answer any more killed, with all it left; returns when that is done."""
        with self._lock, contextlib.suppress(EOFError):
            if self._mailbox is None:
                return
            self._mailbox.send({"bury": keeper})
            deadline_s = time.monotonic() + _PATIENCE_S
            while (left_s := deadline_s - time.monotonic()) > 0:
                answer = self._mailbox.receive(left_s)
                if answer is not None and answer["buried"] == keeper:
                    return
            self._end()

    def close(self) -> None:
        """End the guardian, and with it every bot that still runs."""
        with self._lock:
            self._end()

    def __exit__(self, *_: object) -> None:
        self.close()

    def _hire(self, folder: Path | None) -> tuple[int, Mailbox] | None:
        """Hire once; if that fails, the guardian has been ended, so that the next attempt begins afresh."""
        ours, theirs = socket.socketpair()
        with contextlib.ExitStack() as undo:
            mailbox = undo.enter_context(contextlib.closing(Mailbox(ours)))
            with contextlib.suppress(EOFError), theirs:
                self._reach().send({"start": None if folder is None else str(folder)}, [theirs.fileno()])
                theirs.close()  # or its end would not be seen
                if greeting := mailbox.receive(_PATIENCE_S):
                    if "full" in greeting:
                        raise RefereeError(no_room("processes", greeting["full"]))
                    undo.pop_all()
                    return greeting["keeper"], mailbox
        self._end()
        return None

    def _reach(self) -> Mailbox:
        if self._mailbox is None:
            ours, theirs = socket.socketpair()
            with theirs, contextlib.ExitStack() as undo:
                undo.callback(ours.close)
                self._process = subprocess.Popen(
                    [sys.executable, "-I", "-S", "-c", _BOOT, str(_ROOT), str(theirs.fileno())],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    pass_fds=(theirs.fileno(),),
                    start_new_session=True,
                )
                undo.pop_all()
            self._mailbox = Mailbox(ours)
        return self._mailbox

    def _end(self) -> None:
        if self._process is None or self._mailbox is None:
            return
        self._mailbox.close()
        try:
            self._process.wait(_PATIENCE_S)
        except subprocess.TimeoutExpired:  # stopped, by whomever
            self._process.kill()
            self._process.wait()
        self._process = self._mailbox = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Exit:
    """How and when a bot's process ended.

    Attributes:
        status: the exit code, or the negative number of the signal that killed it.
        at_s: seconds of the monotonic clock, as `time.monotonic()` tells them in every process of the machine.
        note: why it was ended by us, in words; "" if it was not.
        is_ours: whether what failed is ours: its box was not built, as its log says, or was killed from outside.
    """

    status: int
    at_s: float
    note: str = ""
    is_ours: bool = False


class BotProcess:
    """One bot's process, with its private folder and its log. Used by one thread at a time.

    Attributes:
        pid: its process id, also that of its process group; of a boxed one that of its box, seen from outside.
        address, told: where it is dialled, and where it was told to listen, which is another place inside a box.
        freezes: whether it is to be frozen between its turns: its box is made so.
    """

    def __init__(self, spec: BotSpec, settings: ProcessSettings, guardian: Guardian) -> None:
        """Start the bot; it may not listen yet.

        Raises:
            NotStartedError: its command cannot be executed.
            RefereeError: the guardian does not answer, or the machine is full.
            OSError: no folder or log can be created for it.
        """
        self._settings = settings
        self._guardian = guardian
        self._exit: Exit | None = None
        self._is_gone = False
        self._note_of_end = ""
        self.freezes = settings.box is not None and settings.box.is_frozen_off_turn
        with contextlib.ExitStack() as undo:
            self._log = BotLog.create(spec.name, settings.log_dir)
            undo.callback(self._log.close)
            self._lodging: Lodging | BoxedLodging
            self._lodging = BoxedLodging(spec.transport) if settings.box else Lodging(spec.transport)
            if self._lodging.folder is not None:
                undo.callback(guardian.vacate, self._lodging.folder)
            undo.callback(self._lodging.close)
            self.address, self.told = self._lodging.address, self._lodging.told
            self._identity: Identity | None = None
            if settings.box is not None and os.geteuid() == 0:
                self._identity = undo.enter_context(contextlib.closing(Identity.claim()))
            self._keeper, self._mailbox = guardian.hire(self._lodging.folder)
            undo.callback(self._mailbox.close)  # first of all: what is given back above must be out of use
            self._lodging.make()
            self._group: BoxGroup | None = None
            self.pid = self._order(spec)
            if self._group is not None:
                undo.callback(self._group.close)
            self._undo = undo.pop_all()

    def is_listening(self) -> bool:
        """Whether it accepts connections at its address."""
        return self._lodging.is_listened_to()

    def freeze(self) -> None:
        """Let it do nothing until it is thawed; without a box nothing is done."""
        if self._group is not None:
            self._group.freeze()

    def thaw(self) -> None:
        """Let it go on."""
        if self._group is not None:
            self._group.thaw()

    def exit_status(self) -> int | None:
        """Its exit code, negative for a signal; None while it lives, as far as is known now."""
        exit_ = self.wait_exit(0)
        return None if exit_ is None else exit_.status

    def wait_exit(self, timeout_s: float) -> Exit | None:
        """Its end; None if it still lives after `timeout_s` seconds."""
        deadline_s = time.monotonic() + timeout_s
        while self._exit is None and not self._is_gone:
            if (message := self._hear(max(0.0, deadline_s - time.monotonic()))) is None:
                break
            self._note(message)
        return self._exit

    def log_tail(self, lines: int = 20) -> str:
        """The last lines it wrote to stdout and stderr, at most 4 KB; "" if there are none."""
        return self._log.tail(lines)

    def ask_to_stop(self) -> None:
        """Begin to stop it without waiting, so that several can be stopped at once."""
        if not self._is_gone:
            with contextlib.suppress(EOFError):
                self._mailbox.send({"stop": self._settings.stop_grace_ms})

    def give_up(self) -> None:
        """Stop it without waiting, since a call to it does not end. Other threads may ask for it while that is so."""
        self._note_of_end = "a call to it did not end"
        self.ask_to_stop()

    def stop(self) -> None:
        """Stop it and all it started: SIGTERM, a grace, SIGKILL; then remove its folder. Twice is once."""
        self.ask_to_stop()
        deadline_s = time.monotonic() + self._settings.stop_grace_ms / 1000 + _PATIENCE_S
        while not self._is_gone and (message := self._hear(max(0.0, deadline_s - time.monotonic()))) is not None:
            self._note(message)
        if not self._is_gone:
            self._bury()
        self._undo.close()

    def _order(self, spec: BotSpec) -> int:
        """Have the keeper start the bot; returns its process id."""
        if isinstance(self._lodging, BoxedLodging):
            order = boxed_order(spec, self._settings, self._lodging, self._identity)
        else:
            order = plain_order(spec, self._settings, self._lodging)
        answer = self._ask_keeper(order.message)
        if "unboxed" in answer:
            raise RefereeError(box_failed(spec.name, answer["unboxed"]))
        if "failed" in answer:
            raise refusal(answer, order.program, spec, is_boxed=self._settings.box is not None)
        if isinstance(self._lodging, BoxedLodging):
            self._lodging.move_in(answer["first"])
            self._group = BoxGroup(answer["first"])
        pid: int = answer["started"]
        return pid

    def _ask_keeper(self, order: Message) -> Message:
        answer, held = None, [] if self._identity is None else [self._identity.fileno()]
        with contextlib.suppress(EOFError):
            self._mailbox.send(order, [self._log.fileno(), *held])
            answer = self._mailbox.receive(_PATIENCE_S)
        if answer is None:
            self._guardian.bury(self._keeper)
            raise RefereeError("a bot's keeper died or hangs; is the machine overloaded, or a bot killing what it can?")
        return answer

    def _hear(self, timeout_s: float) -> Message | None:
        """What the keeper says; None if it says nothing in time, or is gone (then it has been buried)."""
        try:
            return self._mailbox.receive(timeout_s)
        except EOFError:
            self._bury()
            return None

    def _note(self, message: Message) -> None:
        if "exited" in message:
            note = message["note"] or self._note_of_end
            self._exit = Exit(status=message["exited"], at_s=message["at"], note=note, is_ours=message["ours"])
        else:
            self._is_gone = True

    def _bury(self) -> None:
        """Have the guardian kill what a dead or deaf keeper left, the bot first of all."""
        self._guardian.bury(self._keeper)
        self._is_gone = True
        if self._exit is None:
            self._exit = Exit(status=-signal.SIGKILL, at_s=time.monotonic(), is_ours=self._group is not None)
