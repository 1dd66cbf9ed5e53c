"""Why a remote bot cannot be reached: gRPC says little of it, so it is tried once with a connection of our own."""

import socket
import ssl
from contextlib import suppress
from typing import Final

from referee.bots.spec import BotSpec
from referee.bots.text import escape_text

_PATIENCE_S = 3.0
_TEXT_LIMIT = 200
_NO_TLS: Final = "it does not speak TLS there, and its [[bot]] says tls = true"

# Numbers of OpenSSL (x509_vfy.h); the ssl module has no names for them.
_OUT_OF_DATE: Final = {9, 10}
_OTHER_HOST: Final = {62, 64}


def inquire(spec: BotSpec) -> str:
    """What is wrong with the way to a remote bot, as the end of "could not be reached at …: "; "" if nothing is.

    Takes some seconds at most, and sends nothing but a TLS greeting.
    """
    host, _, port = (spec.address or "").rpartition(":")
    host = host.strip("[]")
    try:
        sock = socket.create_connection((host, int(port)), _PATIENCE_S)
    except (socket.gaierror, UnicodeError):  # the latter for what cannot be a name at all: `a..b`
        return f"there is no host {escape_text(host, _TEXT_LIMIT)}"
    except TimeoutError:
        return "nobody answers there; likely: host or port is wrong, or a firewall"
    except OSError as error:
        reason = (error.strerror or "unknown error").lower()
        return f"{reason}; likely: it is not running, or host or port is wrong"
    with sock:
        return _tls_fault(spec, sock, host) if spec.tls else _plain_fault(spec, sock)


def _tls_fault(spec: BotSpec, sock: socket.socket, host: str) -> str:
    """What keeps TLS from being spoken."""
    try:
        context = ssl.create_default_context(cafile=spec.ca)
        context.verify_flags &= ~ssl.VERIFY_X509_STRICT  # Python's default from 3.13 on, and stricter than gRPC
        with context.wrap_socket(sock, server_hostname=host):
            return ""
    except ssl.SSLCertVerificationError as error:
        return _certificate_fault(spec, error)
    except ssl.SSLError as error:
        is_plain = error.reason in {"WRONG_VERSION_NUMBER", "RECORD_LAYER_FAILURE"}
        return _NO_TLS if is_plain else f"TLS fails: {escape_text(error.reason or str(error), _TEXT_LIMIT)}"
    except OSError:  # it hangs up, or waits for more
        return _NO_TLS


def _certificate_fault(spec: BotSpec, error: ssl.SSLCertVerificationError) -> str:
    """What is wrong with its certificate."""
    seen = escape_text(error.verify_message, _TEXT_LIMIT)
    if error.verify_code in _OUT_OF_DATE:
        return f"its certificate is out of date: {seen}"
    if error.verify_code in _OTHER_HOST:
        return f"its certificate is for another host: {seen}"
    signer = "no authority that is known here; name its own with ca" if spec.ca is None else f"none in {spec.ca}"
    return f"its certificate is signed by {signer}: {seen}"


def _plain_fault(spec: BotSpec, sock: socket.socket) -> str:
    """Whether TLS is spoken where it should not be."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    with suppress(OSError), context.wrap_socket(sock):
        place = "its [[bot]] lacks tls = true" if spec.is_listed else "tls = true in a TOML, with --config"
        return f"it speaks TLS there; {place}"
    return ""
