"""Fixed places inside every box."""

from typing import Final

HOME: Final = "/tmp"  # noqa: S108 - of the box
SHARED_MEMORY: Final = "/dev/shm"  # noqa: S108 - of the box
SOCKET_FOLDER: Final = "/run/bot"
SOCKET: Final = "/run/bot/bot.sock"
PORT: Final = 50051
"""Where a bot listens that has no unix sockets; its network is its own, so that one number does for all."""
