"""Certificates made for tests: an authority, and servers' certificates signed by it."""

import datetime as dt
import ipaddress
from dataclasses import dataclass

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

_DAY = dt.timedelta(days=1)


@dataclass(frozen=True, kw_only=True, slots=True)
class Identity:
    """What a server needs to speak TLS, in PEM."""

    key: bytes
    certificate: bytes


class Authority:
    """Signs certificates."""

    def __init__(self, name: str = "tests") -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        builder = _builder(self._name, self._name, self._key.public_key(), _DAY)
        limits = x509.BasicConstraints(ca=True, path_length=None)
        self._certificate = builder.add_extension(limits, critical=True).sign(self._key, hashes.SHA256())

    @property
    def pem(self) -> bytes:
        """Its own certificate, in PEM."""
        return self._certificate.public_bytes(serialization.Encoding.PEM)

    def sign(self, host: str = "127.0.0.1", left: dt.timedelta = _DAY) -> Identity:
        """A server's certificate for a host, which ends in a while, or a negative while ago."""
        key = ec.generate_private_key(ec.SECP256R1())
        builder = _builder(x509.Name([]), self._name, key.public_key(), left)
        names = x509.SubjectAlternativeName([_general_name(host)])
        certificate = builder.add_extension(names, critical=True).sign(self._key, hashes.SHA256())
        private = key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        return Identity(key=private, certificate=certificate.public_bytes(serialization.Encoding.PEM))


def _general_name(host: str) -> x509.GeneralName:
    return x509.DNSName(host) if host[0].isalpha() else x509.IPAddress(ipaddress.ip_address(host))


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, left: dt.timedelta
) -> x509.CertificateBuilder:
    now = dt.datetime.now(dt.UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - 3 * _DAY)
        .not_valid_after(now + left)
    )
