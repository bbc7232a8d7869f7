"""The laptop's authority: for days, for the networks it stands in, its key for the owner alone."""

import ssl
import sys
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address, ip_network
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.x509.oid import ExtendedKeyUsageOID
from cryptography.x509.verification import PolicyBuilder, Store, VerificationError

from laptop import authority as authority_module
from laptop.authority import FILE_NAME, Authority, issue_certificate, load_or_create_authority

NOW = datetime(2026, 11, 28, 9, tzinfo=UTC)
HALL = "192.168.7.20"


def served(authority: Authority, *addresses: str) -> x509.Certificate:
    """The certificate that phones are shown."""
    return x509.load_pem_x509_certificate(issue_certificate(authority, addresses))


def verify(authority: Authority, certificate: x509.Certificate, address: str) -> None:
    """As a browser does. `VerificationError`."""
    trusting = PolicyBuilder().store(Store([authority.certificate])).time(NOW)
    trusting.build_server_verifier(x509.IPAddress(ip_address(address))).verify(certificate, [])


def test_it_vouches_for_its_networks_alone_and_for_no_website(tmp_path: Path) -> None:
    authority = load_or_create_authority(tmp_path, [HALL], NOW)
    found = authority.certificate.extensions.get_extension_for_class(x509.NameConstraints)
    permitted = {name.value for name in found.value.permitted_subtrees or ()}
    networks = {ip_network(network) for network in ("127.0.0.0/8", "::1/128", "192.168.7.0/24")}
    assert (found.critical, permitted) == (True, {"localhost", "invalid", *networks})
    uses = authority.certificate.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert list(uses) == [ExtendedKeyUsageOID.SERVER_AUTH]
    basic = authority.certificate.extensions.get_extension_for_class(x509.BasicConstraints)
    assert (basic.critical, basic.value.ca, basic.value.path_length) == (True, True, 0)


@pytest.mark.parametrize(
    "name",
    [
        x509.RFC822Name("ana@example.org"),
        x509.UniformResourceIdentifier("https://example.org/"),
        x509.DNSName("example.org"),
    ],
    ids=lambda name: type(name).__name__,
)
def test_a_certificate_with_another_kind_of_name_is_not_believed(
    tmp_path: Path, name: x509.GeneralName, monkeypatch: pytest.MonkeyPatch
) -> None:
    authority = load_or_create_authority(tmp_path, [HALL], NOW)
    names = x509.SubjectAlternativeName
    monkeypatch.setattr(x509, "SubjectAlternativeName", lambda known: names([*known, name]))
    shown = served(authority, HALL)
    monkeypatch.undo()
    with pytest.raises(VerificationError, match="constraint"):
        verify(authority, shown, HALL)


def test_one_of_before_that_bounds_less_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as before:
        before.setattr(authority_module, "NOWHERE", "example")
        first = load_or_create_authority(tmp_path, [HALL], NOW)
    assert load_or_create_authority(tmp_path, [HALL], NOW).der != first.der


def test_it_lasts_days(tmp_path: Path) -> None:
    authority = load_or_create_authority(tmp_path, [HALL], NOW)
    assert NOW < authority.until <= NOW + timedelta(days=10)
    shown = served(authority, HALL)
    assert shown.not_valid_after_utc <= authority.until
    assert shown.not_valid_before_utc < NOW  # a phone's clock may be slow


def test_what_is_served_is_certified_for_the_hall_and_this_computer(tmp_path: Path) -> None:
    authority = load_or_create_authority(tmp_path, [HALL], NOW)
    shown = served(authority, HALL)
    names = shown.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert {str(found) for found in names.get_values_for_type(x509.IPAddress)} == {HALL, "127.0.0.1", "::1"}
    assert names.get_values_for_type(x509.DNSName) == ["localhost"]
    uses = shown.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert list(uses) == [ExtendedKeyUsageOID.SERVER_AUTH]
    verify(authority, shown, HALL)


def test_an_address_of_another_network_is_not_believed(tmp_path: Path) -> None:
    authority = load_or_create_authority(tmp_path, [HALL], NOW)
    with pytest.raises(VerificationError):
        verify(authority, served(authority, "192.168.8.20"), "192.168.8.20")


def test_it_stays_for_the_next_start_and_the_next_lease(tmp_path: Path) -> None:
    first = load_or_create_authority(tmp_path, [HALL], NOW)
    tomorrow = NOW + timedelta(days=1)
    assert load_or_create_authority(tmp_path, ["192.168.7.99"], tomorrow).der == first.der
    assert load_or_create_authority(tmp_path, [], tomorrow).der == first.der


@pytest.mark.parametrize(("address", "days"), [("10.0.0.5", 0), (HALL, 8), (HALL, 30), (HALL, -5)], ids=str)
def test_another_network_or_time_has_a_new_one(tmp_path: Path, address: str, days: int) -> None:
    first = load_or_create_authority(tmp_path, [HALL], NOW)
    later = load_or_create_authority(tmp_path, [address], NOW + timedelta(days=days))
    assert later.der != first.der
    assert later.name != first.name  # phones keep both, and find the key by the name


@pytest.mark.parametrize("content", [b"", b"half", None])
def test_a_damaged_one_is_made_anew(tmp_path: Path, content: bytes | None) -> None:
    load_or_create_authority(tmp_path, [HALL], NOW)
    path = tmp_path / FILE_NAME
    path.write_bytes(path.read_bytes()[:200] if content is None else content)
    again = load_or_create_authority(tmp_path, [HALL], NOW)
    verify(again, served(again, HALL), HALL)


def test_an_address_that_is_not_private_is_certified_alone(tmp_path: Path) -> None:
    authority = load_or_create_authority(tmp_path, ["8.8.4.4"], NOW)
    with pytest.raises(VerificationError):
        verify(authority, served(authority, "8.8.4.5"), "8.8.4.5")
    verify(authority, served(authority, "8.8.4.4"), "8.8.4.4")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps rights in lists, not in modes")
def test_its_key_is_for_the_owner_alone_and_is_not_shown(tmp_path: Path) -> None:
    authority = load_or_create_authority(tmp_path, [HALL], NOW)
    assert {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {FILE_NAME: 0o600}
    assert ssl.DER_cert_to_PEM_cert(authority.der).encode() in (tmp_path / FILE_NAME).read_bytes()
    assert x509.load_der_x509_certificate(authority.der) == authority.certificate
