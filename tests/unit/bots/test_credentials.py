"""The files of a remote bot's entry are of use, or are refused with a sentence."""

from collections.abc import Callable
from pathlib import Path

import pytest
from support.certificates import Authority

from referee.bots.credentials import LONGEST_TOKEN, read_ca, read_token
from referee.errors import ConfigError


@pytest.mark.parametrize("text", ["secret", " secret\r\n", "secret\n\n"])
def test_token_is_read_without_space_around_it(tmp_path: Path, text: str) -> None:
    """Whatever an editor adds at the end."""
    (tmp_path / "token").write_text(text)
    assert read_token(tmp_path / "token") == "secret"


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"", "nothing"),
        (b"  \n", "nothing"),
        (b"one\ntwo", "2 lines"),
        (b"one\rtwo", "2 lines"),
        ("schlüssel".encode(), "others"),
        (b"a\0b", "others"),
        (b"\xff\xfe", "others"),
        (b"x" * (LONGEST_TOKEN + 1), "8193"),
    ],
)
def test_token_that_cannot_be_sent_is_refused(tmp_path: Path, content: bytes, found: str) -> None:
    """A header is one line of printable ASCII."""
    (tmp_path / "token").write_bytes(content)
    with pytest.raises(ConfigError) as caught:
        read_token(tmp_path / "token")
    expected = "expected one line of 1 to 8192 printable ASCII characters"
    assert str(caught.value) == f"{expected}, found {found} in {tmp_path}/token"


def test_authority_is_read(tmp_path: Path) -> None:
    """One certificate or more, as they stand in the file."""
    content = Authority("one").pem + Authority("two").pem
    (tmp_path / "ca.pem").write_bytes(content)
    assert read_ca(tmp_path / "ca.pem") == content


@pytest.mark.parametrize("content", [b"", b"hello", b"\xff\x00", Authority().sign().key, Authority().pem[:-60]])
def test_authority_that_is_no_certificate_is_refused(tmp_path: Path, content: bytes) -> None:
    """A key, a damaged file, or anything else."""
    (tmp_path / "ca.pem").write_bytes(content)
    with pytest.raises(ConfigError, match=r"^expected certificates in PEM \(-----BEGIN CERTIFICATE-----\), found none"):
        read_ca(tmp_path / "ca.pem")


@pytest.mark.parametrize("read", [read_ca, read_token])
def test_file_that_cannot_be_read_is_refused(tmp_path: Path, read: Callable[[Path], object]) -> None:
    """With the system's reason."""
    with pytest.raises(ConfigError, match=f"^expected a file that can be read, got {tmp_path}: Is a directory$"):
        read(tmp_path)
