"""What a Chromium on Linux trusts besides: a store of NSS in its home, which NSS itself writes."""

import ctypes
import sys
from pathlib import Path

from tests.servers.process import python_command

TRUSTED_CA = 0x18  # CERTDB_VALID_CA | CERTDB_TRUSTED_CA


class _Trust(ctypes.Structure):
    """CERTCertTrust: for websites, mail, programs."""

    _fields_ = (("ssl", ctypes.c_uint), ("email", ctypes.c_uint), ("programs", ctypes.c_uint))


def command(home: Path, certificate: Path) -> list[str]:
    """What makes a browser with this home trust this authority (DER); a process has one store."""
    return python_command("-m", "tests.servers.trust", str(home), str(certificate))


def main(home: Path, certificate: bytes) -> None:
    """Make the store, and put the authority into it."""
    store = home / ".pki" / "nssdb"
    store.mkdir(parents=True)
    nss, reader = ctypes.CDLL("libnss3.so"), ctypes.CDLL("libsmime3.so")
    for found in (nss.PK11_GetInternalKeySlot, nss.CERT_GetDefaultCertDB, reader.CERT_DecodeCertFromPackage):
        found.restype = ctypes.c_void_p
    _done(nss.NSS_InitReadWrite(f"sql:{store}".encode()))
    slot = ctypes.c_void_p(nss.PK11_GetInternalKeySlot())
    _done(nss.PK11_InitPin(slot, None, b""))
    read = ctypes.c_void_p(reader.CERT_DecodeCertFromPackage(certificate, len(certificate)))
    _done(nss.PK11_ImportCert(slot, read, ctypes.c_ulong(0), b"Chama", 0))
    known = ctypes.c_void_p(nss.CERT_GetDefaultCertDB())
    _done(nss.CERT_ChangeCertTrust(known, read, ctypes.byref(_Trust(TRUSTED_CA, 0, 0))))


def _done(failed: int) -> None:
    if failed:
        raise RuntimeError("NSS refused")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]).read_bytes())
