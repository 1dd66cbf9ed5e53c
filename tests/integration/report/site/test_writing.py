"""The site as files: all of it, or what was there before."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.records import eventful_folder

from referee.errors import RefusedError, StoreError
from referee.report.site.paths import MARK
from referee.report.site.site import Site
from referee.report.site.writing import write_site
from referee.results.reader import Results


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Results with all kinds of faults."""
    folder = tmp_path_factory.mktemp("results")
    eventful_folder(folder)
    return folder


def write(folder: Path, site: Path) -> int:
    """Write the site; how many files."""
    with Results.open(folder) as results:
        return max(write_site(results, site))


def files(site: Path) -> set[str]:
    """All files of a folder, relative to it, but for those that SQLite makes and removes as it reads."""
    names = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    return names - {"results.db-wal", "results.db-shm"}


def test_every_page_is_a_file(folder: Path, tmp_path: Path) -> None:
    """As the site renders it, and nothing else but the mark; nothing is left beside the folder."""
    site = tmp_path / "deep" / "site"
    count = write(folder, site)
    with Results.open(folder) as results:
        pages = Site(results)
        assert files(site) == {MARK, *pages.paths()}
        assert all((site / path).read_bytes() == pages.render(path) for path in pages.paths())
    assert count == len(files(site)) - 1
    assert list(site.parent.iterdir()) == [site]


def test_stale_files_are_gone(folder: Path, tmp_path: Path) -> None:
    """What an earlier build had is not in the next one."""
    site = tmp_path / "site"
    write(folder, site)
    expected = files(site)
    (site / "bots" / "gone.html").write_text("of a bot that is no more")
    write(folder, site)
    assert files(site) == expected


@pytest.mark.parametrize("make", ["file", "foreign", "results"])
def test_something_else_is_left_alone(folder: Path, tmp_path: Path, make: str) -> None:
    """A file, a folder with other things in it, the results themselves: refused, with exit code 2, and unchanged."""
    site = folder if make == "results" else tmp_path / "site"
    if make == "file":
        site.write_text("mine")
    if make == "foreign":
        site.mkdir()
        (site / "index.html").write_text("mine")
    before = site.read_text() if make == "file" else files(site)
    with pytest.raises(RefusedError, match=r"another (folder|one) with --out") as caught:
        write(folder, site)
    assert caught.value.exit_code == 2
    assert before == (site.read_text() if make == "file" else files(site))


def test_own_files_in_a_site_keep_it(folder: Path, tmp_path: Path) -> None:
    """A site that somebody put something of their own into is refused, by its name."""
    site = tmp_path / "site"
    write(folder, site)
    (site / "CNAME").write_text("league.example.org")
    with pytest.raises(RefusedError, match="CNAME"):
        write(folder, site)
    assert (site / "CNAME").exists()


def test_empty_folder_is_taken(folder: Path, tmp_path: Path) -> None:
    """There is nothing in it to lose."""
    (tmp_path / "site").mkdir()
    assert write(folder, tmp_path / "site")


def test_failure_leaves_the_earlier_site(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole, and nothing beside it."""
    site = tmp_path / "site"
    write(folder, site)
    before = {name: (site / name).read_bytes() for name in files(site)}

    def fail(_self: Site, path: str) -> bytes:
        if path == "index.html":
            raise StoreError("the file is damaged")
        return b"new"

    monkeypatch.setattr(Site, "render", fail)
    with pytest.raises(StoreError, match="damaged"):
        write(folder, site)
    assert {name: (site / name).read_bytes() for name in files(site)} == before
    assert list(tmp_path.iterdir()) == [site]


def test_signal_while_the_sites_change_places_leaves_the_earlier_one(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever of the two renames it follows: a whole site, and nothing beside it but what the next report removes."""
    site, rename = tmp_path / "site", Path.rename
    write(folder, site)
    expected = files(site)
    for moved in (site, tmp_path / "site.partial"):

        def interrupted(path: Path, target: Path, moved: Path = moved) -> Path:
            rename(path, target)
            if path == moved:
                raise KeyboardInterrupt
            return target

        with monkeypatch.context() as patched:
            patched.setattr(Path, "rename", interrupted)
            with pytest.raises(KeyboardInterrupt):
                write(folder, site)
        assert files(site) == expected
    write(folder, site)
    assert list(tmp_path.iterdir()) == [site]


def test_removal_that_is_cut_short_is_no_trouble_to_the_next_report(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is left of the earlier site is known as ours."""
    site = tmp_path / "site"
    write(folder, site)

    def cut_short(path: Path) -> None:
        (path / MARK).unlink(missing_ok=True)  # a file system may tell its name first
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(shutil, "rmtree", cut_short)
        with pytest.raises(KeyboardInterrupt):
            write(folder, site)
    write(folder, site)
    assert list(tmp_path.iterdir()) == [site]


def test_report_that_begins_while_the_earlier_site_is_removed(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That may take long; the first one leaves the second one's workshop alone."""
    site, rmtree = tmp_path / "site", shutil.rmtree
    write(folder, site)
    with Results.open(folder) as others:
        second = write_site(others, site)
        begun: list[int] = []

        def late(path: Path, **keys: Any) -> None:
            if site.with_name("site.old").is_dir() and not begun:
                begun.append(next(second))
            rmtree(path, **keys)

        monkeypatch.setattr(shutil, "rmtree", late)
        write(folder, site)
        assert begun
        list(second)
    assert list(tmp_path.iterdir()) == [site]


def test_what_a_kill_left_is_cleared(folder: Path, tmp_path: Path) -> None:
    """A build that was killed leaves a folder beside the site; the next build takes its place."""
    partial = tmp_path / "site.partial"
    (partial / "bots").mkdir(parents=True)
    (partial / MARK).write_text("")
    (partial / "bots" / "half.html").write_text("<html")
    write(folder, tmp_path / "site")
    assert "bots/half.html" not in files(tmp_path / "site")
    assert list(tmp_path.iterdir()) == [tmp_path / "site"]


def test_somebody_elses_folder_beside_is_left_alone(folder: Path, tmp_path: Path) -> None:
    """Whatever is called like our workshop and is none."""
    for name in ("site.partial", "site.old"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "mine.txt").write_text("mine")
    with pytest.raises(RefusedError, match=r"site\.partial"):
        write(folder, tmp_path / "site")
    (tmp_path / "site.partial" / "mine.txt").unlink()
    with pytest.raises(RefusedError, match=r"site\.old"):
        write(folder, tmp_path / "site")
    assert (tmp_path / "site.old" / "mine.txt").exists()


def test_two_at_once(folder: Path, tmp_path: Path) -> None:
    """The second one is refused, and the first goes on."""
    with Results.open(folder) as results, Results.open(folder) as others:
        first: Iterator[int] = write_site(results, tmp_path / "site")
        next(first)
        with pytest.raises(RefusedError, match="another `referee report` is writing it"):
            list(write_site(others, tmp_path / "site"))
        list(first)
    assert "index.html" in files(tmp_path / "site")


def test_full_disk(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told so, and nothing is left."""

    def full(_path: Path, _content: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(StoreError, match="the disk is full"):
        write(folder, tmp_path / "site")
    assert not list(tmp_path.iterdir())


def test_place_that_cannot_be_written(folder: Path, tmp_path: Path) -> None:
    """Below a file there is no folder."""
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match=r"cannot be written.*--out"):
        write(folder, tmp_path / "file" / "site")
