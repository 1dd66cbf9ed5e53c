"""The files of a remote bot's entry: the authority that signed its certificate, and what it knows us by."""

import re
import ssl
from pathlib import Path
from typing import Final

from referee.bots.text import escape_text
from referee.errors import ConfigError

LONGEST_TOKEN: Final = 8192
"""Characters; servers refuse longer headers."""

_PATH_LIMIT: Final = 4096
_TOKEN: Final = re.compile(r"[!-~]+( [!-~]+)*")


def read_ca(path: Path) -> bytes:
    """The certificates of a PEM file.

    Raises:
        ConfigError: it cannot be read, or holds no certificate; the message begins with the expectation.
    """
    data = _read(path)
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(cadata=data.decode("ascii", "ignore"))
    except (ssl.SSLError, ValueError) as error:
        raise ConfigError(
            f"expected certificates in PEM (-----BEGIN CERTIFICATE-----), found none that can be read in {_shown(path)}"
        ) from error
    return data


def read_token(path: Path) -> str:
    """The bearer token in a file, without the space around it.

    Raises:
        ConfigError: it cannot be read, or its text cannot be sent; the message begins with the expectation.
    """
    text = _read(path).decode("utf-8", "replace").strip()
    expected = f"expected one line of 1 to {LONGEST_TOKEN} printable ASCII characters"
    if not text:
        raise ConfigError(f"{expected}, found nothing in {_shown(path)}")
    if len(text) > LONGEST_TOKEN:
        raise ConfigError(f"{expected}, found {len(text)} in {_shown(path)}")
    if len(text.splitlines()) > 1:
        raise ConfigError(f"{expected}, found {len(text.splitlines())} lines in {_shown(path)}")
    if not _TOKEN.fullmatch(text):
        raise ConfigError(f"{expected}, found others in {_shown(path)}")
    return text


def _shown(path: Path) -> str:
    return escape_text(str(path), _PATH_LIMIT)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise ConfigError(f"expected a file that can be read, got {_shown(path)}: {error.strerror}") from error
