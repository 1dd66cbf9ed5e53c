"""The live pages on a socket of this machine, until a signal ends them."""

import errno
import os
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

import uvicorn

from referee.errors import ConfigError
from referee.report.live.app import build_app
from referee.report.live.channel import Channel
from referee.report.live.coverage import Coverage
from referee.report.live.situation import Observer

ADDRESS: Final = "127.0.0.1"
NICENESS: Final = 10
"""Bots that think on this machine go first."""

_CONNECTION_LIMIT: Final = 400
_STUCK_MS: Final = 30_000
"""A reader that takes nothing for so long is cut off by the kernel, with what was kept for it."""
_END_S: Final = 1
"""Answers that are being sent when a signal comes have so long."""


def serve(path: Path, port: int, tell: Callable[[str], None]) -> None:
    """Serve the live pages of a tournament; ends by a signal only, which is then raised again.

    Args:
        path: the output folder, or the TOML it belongs to; there need not be any results yet.
        port: 0 for any that is free.
        tell: told what the host should know.

    Raises:
        ConfigError: the port cannot be had, or the TOML is not there.
        RefusedError: the results are foreign, or of another version of the referee.
        StoreError: they cannot be read.
    """
    if path.suffix == ".toml" and not path.exists():
        raise ConfigError(f"{path}: no such file; name the TOML of a tournament, or its output folder")
    with _listen(port) as listener:
        observer = Observer(path)
        observer.check()
        with suppress(OSError):
            os.nice(NICENESS)
        coverage = Coverage(observer, tell)
        tell(f"the live pages of {observer.folder} are at http://{ADDRESS}:{listener.getsockname()[1]}/ until Ctrl-C")
        config = uvicorn.Config(
            build_app(coverage, tell),
            loop="asyncio",
            http="h11",
            ws="none",
            lifespan="on",
            log_config=None,
            log_level="critical",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            limit_concurrency=_CONNECTION_LIMIT,
            timeout_graceful_shutdown=_END_S,
        )
        _Server(config, coverage.channel).run([listener])


class _Server(uvicorn.Server):
    """A server whose event streams end with it."""

    def __init__(self, config: uvicorn.Config, channel: Channel) -> None:
        super().__init__(config)
        self._channel = channel

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, then everything else."""
        self._channel.close()
        await super().shutdown(sockets)


def _listen(port: int) -> socket.socket:
    """A socket that listens on this machine only."""
    # Named as TCP, or asyncio would not set TCP_NODELAY, and every answer wait 40 ms.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _STUCK_MS)
        listener.bind((ADDRESS, port))
        listener.listen()
    except OSError as error:
        listener.close()
        why = "is in use by another program" if error.errno == errno.EADDRINUSE else f"cannot be had: {error.strerror}"
        raise ConfigError(f"port {port}: {why}; choose another one with --port, or --port 0 for a free one") from error
    return listener
