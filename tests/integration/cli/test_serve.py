"""`referee serve` before it serves: what is wrong is told at once."""

import sys
from pathlib import Path

import pytest
from support.commands import command
from support.records import encounter, new_store

from referee.cli.serve import PORT


def test_help_names_port_and_end() -> None:
    """The fixed port and the exit code are documented."""
    shown = command("serve", "--help")
    assert shown.code == 0
    assert f"default: {PORT}" in shown.out
    assert "exit code 130" in shown.out


@pytest.mark.parametrize("package", ["starlette", "uvicorn"])
def test_without_the_extra_it_says_how_to_install_it(
    package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exit 2 and one sentence."""
    for name in [name for name in sys.modules if name.startswith("referee.report.live")]:
        monkeypatch.delitem(sys.modules, name)
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    refused = command("serve", str(tmp_path))
    assert refused.code == 2
    assert refused.err == (
        f"referee: serve: {package} is not installed; in the folder of the checkout add it with: sh .ci/setup web\n"
    )


def test_a_toml_that_is_not_there(tmp_path: Path) -> None:
    """Exit 2: its folder would never be filled."""
    refused = command("serve", str(tmp_path / "none.toml"), "--port", "0")
    assert refused.code == 2
    assert "none.toml: no such file; name the TOML of a tournament, or its output folder" in refused.err


def test_results_of_something_else(tmp_path: Path) -> None:
    """Exit 2, as for every other command."""
    (tmp_path / "results.db").write_bytes(b"nothing of ours" * 500)
    refused = command("serve", str(tmp_path), "--port", "0")
    assert refused.code == 2
    assert "not a results file" in refused.err


@pytest.mark.parametrize("port", ["-1", "65536", "web"])
def test_a_port_that_is_none(port: str, tmp_path: Path) -> None:
    """Exit 2."""
    assert command("serve", str(tmp_path), "--port", port).code == 2


def test_a_newer_file_is_refused(tmp_path: Path) -> None:
    """Exit 2, with the next step."""
    with new_store(tmp_path, encounter()) as store:
        store._database.execute("PRAGMA user_version = 99")
    refused = command("serve", str(tmp_path), "--port", "0")
    assert refused.code == 2
    assert "update the referee" in refused.err
