"""The site as files in a folder: all of it, or what was there before.

2026: a site is built in a folder beside its place and then put there whole, so that neither a failure nor a kill leaves
half a page, or pages that do not belong together, and no page of an earlier build stays behind. Refused: to replace one
file after the other, which does all of that for a while.
"""

import fcntl
import shutil
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from typing import Final

from referee.errors import RefusedError
from referee.report.site import paths
from referee.report.site.paths import MARK
from referee.report.site.site import Site
from referee.results.reader import Results
from referee.results.writing import not_written

_MARK_TEXT: Final = "Written by `referee report`, which replaces this folder as a whole.\n"


def write_site(results: Results, folder: Path) -> Generator[int, None, None]:
    """Write all pages of a tournament into a folder, in place of an earlier site; yields the number of files so far.

    The folder is as it was until the last number was taken; who takes no more closes the generator.

    Raises:
        RefusedError: the folder holds something else, or is being written.
        StoreError: the results cannot be read, or the files not written.
        ReplayError: a series does not follow the rules.
    """
    folder = folder.resolve()
    _check_place(folder)
    site = Site(results)
    with _workshop(folder) as workshop:
        yield from _write(site, workshop)
        _put_in_place(workshop, folder)
    _remove(_retired(folder))


def _check_place(folder: Path) -> None:
    """Refuse a folder that holds anything that is not of a site of ours."""
    with _told(folder):
        if not folder.is_dir():
            if folder.exists():
                raise RefusedError(f"{folder}: a file, expected a folder; name another one with --out")
            return
        present = {path.name for path in folder.iterdir()}
    if present and MARK not in present:
        raise RefusedError(f"{folder}: holds something that is no site of ours; name another folder with --out")
    foreign = sorted(present - paths.TOP)
    if foreign:
        raise RefusedError(
            f"{folder}: holds {foreign[0]}, which is not ours; move it, or name another folder with --out"
        )


@contextmanager
def _workshop(folder: Path) -> Iterator[Path]:
    """A new folder beside the place of the site, ours alone, to be moved there; gone if that fails."""
    workshop = folder.with_name(f"{folder.name}.partial")
    _check_place(workshop)
    _check_place(_retired(folder))
    with _told(workshop):
        workshop.mkdir(parents=True, exist_ok=True)
        mark = (workshop / MARK).open("a")
    with mark:
        try:
            fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise RefusedError(f"{folder}: another `referee report` is writing it; wait until it is done") from None
        try:
            with _told(workshop):
                _clear(workshop)  # of what a build that was killed has left
                (workshop / MARK).write_text(_MARK_TEXT)
            yield workshop
        except BaseException:  # once it was moved, what is there is the workshop of another
            _remove(workshop)
            raise


def _clear(site: Path) -> None:
    """Remove all but the mark."""
    for path in site.iterdir():
        if path.name != MARK:
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def _remove(site: Path) -> None:
    """Remove a site, if it is there; its mark last, by which the rest is known as ours if this is interrupted."""
    with suppress(OSError):
        _clear(site)
        shutil.rmtree(site)


def _write(site: Site, workshop: Path) -> Iterator[int]:
    folders: set[PurePosixPath] = set()
    for count, path in enumerate(site.paths(), 1):
        content = site.render(path)
        parent = PurePosixPath(path).parent
        with _told(workshop):
            if parent not in folders:
                (workshop / parent).mkdir(parents=True, exist_ok=True)
                folders.add(parent)
            (workshop / path).write_bytes(content)
        yield count


def _put_in_place(workshop: Path, folder: Path) -> None:
    _check_place(folder)  # once more: building may have taken an hour
    old = _retired(folder)
    with _told(folder):
        _remove(old)
        try:
            with suppress(FileNotFoundError):
                folder.rename(old)
            workshop.rename(folder)
        except BaseException:  # a signal, for one
            with suppress(OSError):  # there was none, or the new one is there
                old.rename(folder)
            raise


def _retired(folder: Path) -> Path:
    """Where the earlier site is for the moment that the new one takes its place."""
    return folder.with_name(f"{folder.name}.old")


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Turn the system's errors into ours."""
    try:
        yield
    except OSError as error:
        reason = f"cannot be written: {error.strerror}; name another folder with --out"
        raise not_written(path, error, reason) from error
