"""How a run comes to a cluster: to one that is there already, or to one of its own on this machine."""

import importlib.util
import logging
import re
import shutil
import signal
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from multiprocessing.resource_tracker import ensure_running
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from referee.bots.offspring import Offspring
from referee.errors import ConfigError, RefereeError
from referee.tournament.cluster.link import Link
from referee.tournament.interrupts import ENDINGS
from referee.tournament.wording import quoted

if TYPE_CHECKING:
    from distributed import Client

_CONNECT_S: Final = 15
_CLOSE_S: Final = 5
_PORT: Final = 8786
_LAST_PORT: Final = 65535
_TLS: Final = "DASK_DISTRIBUTED__COMM__TLS__"
_ADDRESS: Final = re.compile(r"(?:tcp|tls|ws|wss)://(?:\[[0-9A-Fa-f:.]+\]|[^\s/:]+)(?::(?P<port>\d{1,5}))?")
_COMM: Final = re.compile(r"^in <.*?>: ")
"""How Dask's errors begin: with the connection."""

_NOISY: Final = ("distributed", "tornado", "asyncio")
"""Loggers that write to stderr what is told in our own words."""


def check_cluster(scheduler: str | None) -> None:
    """Check, before anything else is done, that a run can come to a cluster.

    Args:
        scheduler: its address, as on the command line; None for a cluster of one's own.

    Raises:
        ConfigError: Dask is not installed, or the address is none.
    """
    if any(importlib.util.find_spec(name) is None for name in ("dask", "distributed")):
        raise ConfigError(
            "--executor dask: Dask is not installed here; in the folder of the checkout add it with: "
            "sh .ci/setup distributed"
        )
    if scheduler is not None and not _is_address(scheduler):
        raise ConfigError(f"--scheduler: expected an address such as tcp://10.0.0.1:8786, got {quoted(scheduler)}")


def _is_address(text: str) -> bool:
    match = _ADDRESS.fullmatch(text)
    return match is not None and 1 <= int(match["port"] or _PORT) <= _LAST_PORT


def join_cluster(scheduler: str | None, count: int, scratch: Path) -> Link:
    """Connect to a scheduler, or start one with workers on this machine. To be called in the main thread.

    Args:
        scheduler: its address; None to start one that can be reached from this machine only.
        count: the workers to be started, each of one thread.
        scratch: a folder for their files, made and removed; what a run left that was killed is removed first.

    Raises:
        RefereeError: the scheduler cannot be reached.
        ConfigError: it is to be reached by TLS, and Dask has no certificates.
    """
    from referee.tournament.cluster.dask_link import DaskLink  # noqa: PLC0415 - Dask is an extra, and slow to import

    _silence()
    with ExitStack() as ending:
        with _signals_held_back():
            address = scheduler or _start(count, scratch, ending)
            _check_certificates(address)
            client = _connect(address)
            ending.callback(_disconnect, client)
        return DaskLink(client, address, ending.pop_all())


def _start(count: int, scratch: Path, ending: ExitStack) -> str:
    """Start a cluster on the loopback interface; its scheduler's address.

    Raises:
        RefereeError: that is impossible.
    """
    from distributed import LocalCluster  # noqa: PLC0415 - Dask is an extra, and slow to import

    offspring = Offspring()
    ending.callback(offspring.close)
    shutil.rmtree(scratch, ignore_errors=True)
    ending.callback(shutil.rmtree, scratch, ignore_errors=True)
    try:
        cluster = LocalCluster(
            n_workers=count,
            threads_per_worker=1,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            scheduler_kwargs={"dashboard": False, "local_directory": str(scratch)},
            silence_logs=logging.CRITICAL,
            memory_limit=0,  # of Dask's own processes, which only pass series on
            local_directory=str(scratch),
        )
    except (RuntimeError, OSError) as error:
        raise RefereeError(
            f"no Dask cluster can be started on this machine: {_reason(error)}; is there room for more processes and"
            " files, and is its loopback interface up? --executor local needs less"
        ) from error
    ending.callback(cluster.close, timeout=_CONNECT_S)
    return str(cluster.scheduler_address)


def _connect(address: str) -> "Client":
    """A client of a scheduler.

    Raises:
        RefereeError: it cannot be reached.
    """
    from distributed import Client  # noqa: PLC0415 - Dask is an extra, and slow to import

    try:
        _knock(address)
        return Client(address, timeout=_CONNECT_S, set_as_default=False, name="referee")
    except (TimeoutError, OSError, ValueError) as error:
        raise RefereeError(
            f"the scheduler at {address} cannot be reached: {_reason(error)}; is it running, is the port right, and do"
            " both sides use TLS or neither?"
        ) from error


def _reason(error: BaseException) -> str:
    """What Dask says of a failure, in one line."""
    return _COMM.sub("", str(error).partition("\n")[0]).rstrip(".") or type(error).__name__


def _disconnect(client: "Client") -> None:
    with suppress(Exception):  # of a scheduler that is gone; there is nothing to be closed then
        client.close(timeout=_CLOSE_S)


@contextmanager
def _signals_held_back() -> Iterator[None]:
    """Heed signals afterwards: Dask is not to be interrupted when it starts.

    The thread that Dask starts here, and all processes that it starts ever after, never heed them: a terminal or a
    service manager signals all processes of a run, and what becomes of the workers is for us to decide.
    """
    came: list[int] = []
    ensure_running()  # else it is started by that thread, and gives the signals free there
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, ENDINGS)
    handlers = {number: signal.signal(number, lambda number, _: came.append(number)) for number in ENDINGS}
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        for number, handler in handlers.items():
            signal.signal(number, handler)
        for arrived in came:
            signal.raise_signal(arrived)


def _knock(address: str) -> None:
    """Connect once: Dask tries again and again where nobody listens, and says less of it.

    Raises:
        OSError: nobody listens.
    """
    place = urlsplit(address)
    socket.create_connection((place.hostname or "", place.port or _PORT), _CONNECT_S).close()


def _check_certificates(address: str) -> None:
    """Check that Dask has what it takes to speak TLS, if it is to; it would fail in its own way.

    Raises:
        ConfigError: a file cannot be read, or there is none.
    """
    from distributed import Security  # noqa: PLC0415 - Dask is an extra, and slow to import

    if not address.startswith(("tls:", "wss:")):
        return
    try:
        context = Security().get_connection_args("client").get("ssl_context")
    except OSError as error:
        raise ConfigError(f"--scheduler: Dask cannot read its certificates for TLS: {error}") from error
    if context is None:
        names = f"{_TLS}CA_FILE, {_TLS}CLIENT__CERT and …__KEY"
        raise ConfigError(f"--scheduler: Dask has no certificates for TLS: set {names}")


def _silence() -> None:
    """Have Dask be quiet; what becomes of workers is told by whoever runs them."""
    names = [name for name in logging.root.manager.loggerDict if name.partition(".")[0] in _NOISY]
    for name in {*_NOISY, *names}:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
