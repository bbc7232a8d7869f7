"""The laptop's own certificate authority, valid for a few days and only for its present networks.

A phone that installs its certificate trusts it only for addresses of those networks. So its key, which never
leaves this computer, is worth little to a thief.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from secrets import token_hex

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from core.secure_files import replace_file

Network = IPv4Network | IPv6Network
Key = ec.EllipticCurvePrivateKey

FILE_NAME = "https_authority.pem"
LASTS, MIN_LEFT = timedelta(days=10), timedelta(days=3)
"""How long a new authority is valid, and how long a stored one must still be, so that a weekend needs only
one.
"""
SLACK = timedelta(days=1)  # for phones whose clock is slow
HERE = (ip_network("127.0.0.0/8"), ip_network("::1/128"))
NAME, NOWHERE = "localhost", "invalid"  # RFC 2606: no host has a name under the second
SIGNS = {"key_cert_sign": True, "crl_sign": True, "digital_signature": False}
PROVES = {"key_cert_sign": False, "crl_sign": False, "digital_signature": True}


@dataclass(frozen=True, slots=True)
class Authority:
    """The authority's key, and its certificate, the only part shown to others."""

    key: Key
    certificate: x509.Certificate

    @property
    def der(self) -> bytes:
        """Return the certificate as phones install it (DER)."""
        return self.certificate.public_bytes(Encoding.DER)

    @property
    def name(self) -> str:
        """Return the name that a phone shows for the authority."""
        return str(self.certificate.subject.get_attributes_for_oid(NameOID.COMMON_NAME)[0].value)

    @property
    def until(self) -> datetime:
        """Return when the authority and all its certificates expire."""
        return self.certificate.not_valid_after_utc

    def is_good_for(self, networks: Iterable[Network], now: datetime) -> bool:
        """Return whether it covers all these networks and remains valid for at least three days."""
        constraints = self.certificate.extensions.get_extension_for_class(x509.NameConstraints).value
        permitted = {name.value for name in constraints.permitted_subtrees or ()}
        begins = self.certificate.not_valid_before_utc
        return begins <= now <= self.until - MIN_LEFT and permitted >= {NOWHERE, *networks}


def load_or_create_authority(folder: Path, addresses: Collection[str], now: datetime) -> Authority:
    """Return the folder's authority if it is still good for these addresses; else create and store one."""
    networks = {*HERE, *map(network_of, addresses)}
    kept = _load_authority(folder / FILE_NAME)
    if kept is not None and kept.is_good_for(networks, now):
        return kept
    made = _create_authority(networks, now)
    replace_file(folder / FILE_NAME, _as_pem(made.key, made.certificate))
    return made


def issue_certificate(authority: Authority, addresses: Iterable[str]) -> bytes:
    """Return a new key and certificate for these addresses and this computer itself, as PEM."""
    key, by = ec.generate_private_key(ec.SECP256R1()), authority.certificate
    named = [x509.IPAddress(ip_address(address)) for address in (*addresses, "127.0.0.1", "::1")]
    names = x509.SubjectAlternativeName([x509.DNSName(NAME), *named])
    drafted = (
        _certificate_draft(
            key, _common_name(NAME), by.subject, (by.not_valid_before_utc, by.not_valid_after_utc)
        )
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_key_usage(PROVES), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(names, critical=False)
        .add_extension(_authority_key_id(authority), critical=False)
    )
    return _as_pem(key, drafted.sign(authority.key, SHA256()))


def network_of(address: str) -> Network:
    """Return the network (/24 or /64) of a private address, whose lease may change; a public one alone."""
    found = ip_address(address)
    if not found.is_private:
        return ip_network(address)
    return ip_network(f"{address}/{24 if found.version == 4 else 64}", strict=False)


def _create_authority(networks: Iterable[Network], now: datetime) -> Authority:
    """Return a new authority, valid for ten days, with a name by which people find it on their phone."""
    key, name = ec.generate_private_key(ec.SECP256R1()), _common_name(f"Chama {now:%Y-%m-%d} {token_hex(2)}")
    drafted = (
        _certificate_draft(key, name, name, (now - SLACK, now + LASTS))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_key_usage(SIGNS), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(
            x509.NameConstraints(_permitted_names(networks), excluded_subtrees=None), critical=True
        )
    )
    return Authority(key, drafted.sign(key, SHA256()))


def _permitted_names(networks: Iterable[Network]) -> list[x509.GeneralName]:
    """Return the permitted names: these networks, and no e-mail address or URI that can exist.

    A kind of name without a constraint would be unbounded; not every phone understands an empty exclusion.
    """
    return [
        x509.DNSName(NAME),
        *(x509.IPAddress(network) for network in sorted(networks, key=str)),
        x509.RFC822Name(NOWHERE),
        x509.UniformResourceIdentifier(NOWHERE),
    ]


def _certificate_draft(
    key: Key, subject: x509.Name, issuer: x509.Name, validity: tuple[datetime, datetime]
) -> x509.CertificateBuilder:
    """Return a certificate, not signed yet, whose only extension is the key's identifier.

    `validity` is its begin and end.
    """
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(validity[0])
        .not_valid_after(validity[1])
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def _common_name(common: str) -> x509.Name:
    """Return a name that has only this common name."""
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common)])


def _key_usage(uses: dict[str, bool]) -> x509.KeyUsage:
    """Return the uses of a key: those of `SIGNS` or `PROVES`, and no others."""
    none = dict.fromkeys(
        ("content_commitment", "key_encipherment", "data_encipherment", "key_agreement"), False
    )
    return x509.KeyUsage(**none, **uses, encipher_only=False, decipher_only=False)


def _authority_key_id(authority: Authority) -> x509.AuthorityKeyIdentifier:
    """Return the extension by which a certificate names the key that signed it."""
    found = authority.certificate.extensions.get_extension_for_class(x509.SubjectKeyIdentifier)
    return x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(found.value)


def _as_pem(key: Key, certificate: x509.Certificate) -> bytes:
    """Return the private key, not encrypted, and the certificate as PEM."""
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return secret + certificate.public_bytes(Encoding.PEM)


def _load_authority(path: Path) -> Authority | None:
    """Return the stored authority; None if it is missing or damaged."""
    try:
        content = path.read_bytes()
        key, certificate = load_pem_private_key(content, None), x509.load_pem_x509_certificate(content)
    except (OSError, ValueError):
        return None
    return Authority(key, certificate) if isinstance(key, Key) else None
