"""A bot's folder on its way to a worker: packed, hashed, unpacked."""

import hashlib
import io
import os
import stat
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from referee.errors import ConfigError, RefereeError
from referee.results.opening import RESULTS_FILE
from referee.tournament.cluster.link import ASK_S
from referee.tournament.wording import printable_path

LARGEST_BYTES: Final = 512 * 1024 * 1024
"""Of a folder that is sent; a larger one belongs on the workers' disks."""

_SLOWEST_BYTES_PER_S: Final = 10_000_000
"""Of a network that folders are sent over."""

_LEFT_OUT: Final = frozenset({"__pycache__", ".git"})
_OTHERS_READ: Final = 0o755
"""In its box a bot may be another user, who has to be let in."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Parcel:
    """A packed folder.

    Attributes:
        folder: where it is for the coordinator; names it among others.
        data: a tar file.
        digest: SHA-256 of the data, in hex.
    """

    folder: str
    data: bytes = field(repr=False)
    digest: str

    def patience_s(self, count: int) -> float:
        """How long so many workers may need to have it, in seconds: all is sent by one machine, and then unpacked."""
        return ASK_S + count * len(self.data) / _SLOWEST_BYTES_PER_S

    def unpack(self, place: Path) -> None:
        """Unpack it into a folder that is not there yet.

        Raises:
            RefereeError: it was damaged on the way, or there is no room.
        """
        if hashlib.sha256(self.data).hexdigest() != self.digest:
            raise RefereeError(f"{self.folder} was damaged on the way: its hash is not that of what was sent")
        try:
            place.mkdir(parents=True)
            place.chmod(_OTHERS_READ)  # whatever the umask is here
            with tarfile.open(fileobj=io.BytesIO(self.data)) as archive:
                archive.extraction_filter = getattr(tarfile, "tar_filter", lambda member, _: member)
                archive.extractall(place)  # noqa: S202 - from the coordinator, whose commands are run here anyway
        except (OSError, tarfile.TarError) as error:
            raise RefereeError(f"{self.folder} cannot be unpacked: {error}") from error


def pack(folder: Path, *, without: Path) -> Parcel:
    """Pack a bot's folder: files and links as they are, without results, seeds, `.git` and Python's bytecode.

    Args:
        folder: of the bot.
        without: the output folder of the tournament, left out too.

    Raises:
        ConfigError: it is larger than LARGEST_BYTES, or cannot be read.
    """
    buffer = io.BytesIO()
    size_bytes = 0
    try:
        with tarfile.open(fileobj=buffer, mode="w") as archive:
            for path in _contents(folder, without.resolve()):
                size_bytes += path.lstat().st_size
                if size_bytes > LARGEST_BYTES:
                    raise ConfigError(_too_large(folder))
                archive.add(path, path.relative_to(folder).as_posix(), recursive=False, filter=_nobodys)
    except OSError as error:
        raise ConfigError(f"{printable_path(folder)} cannot be packed for the workers: {error}") from error
    data = buffer.getvalue()
    return Parcel(folder=str(folder), data=data, digest=hashlib.sha256(data).hexdigest())


def _contents(folder: Path, without: Path) -> Iterator[Path]:
    """Folders, files and links below a folder, in an order of their own; linked folders are not entered."""
    for root, folders, names in os.walk(folder):
        if RESULTS_FILE in names or Path(root).resolve() == without:
            folders.clear()
            continue
        folders[:] = sorted(name for name in folders if name not in _LEFT_OUT)
        for name in [*folders, *sorted(names)]:
            path = Path(root, name)
            mode = path.lstat().st_mode
            if stat.S_ISDIR(mode) or stat.S_ISREG(mode) or stat.S_ISLNK(mode):
                yield path


def _nobodys(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """Without owner."""
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    return member


def _too_large(folder: Path) -> str:
    return (
        f"{printable_path(folder)} is not on every worker, and with more than {LARGEST_BYTES // 1024**2} MB it is too "
        "large to be sent to them: copy it to the same path there, or give the bot a smaller folder (dir)"
    )
