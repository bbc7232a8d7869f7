"""`python -m tools.scripts.sbom`: list what the product is made of (CycloneDX 1.5), from the lock.

The same lock gives the same bytes. A package whose licence is none of `ALLOWED` ends it with a sentence: look
at the licence, then add it, or take another package.
"""

import json
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, metadata
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from tools.scripts.environment import ROOT, RUN

PACKAGE = re.compile(
    r"^([a-z0-9._-]+)(?:\[[a-z, -]+\])?==([^ ;\\]+)([^\n]*(?:\n    --hash[^\n]+)*)", re.MULTILINE
)
HASH = re.compile(r"sha256:([0-9a-f]{64})")
CLASSIFIED = "License :: OSI Approved :: "
ALLOWED = (
    "MIT",
    "BSD",
    "Apache",
    "ISC",
    "PSF",
    "Python Software",
    "LGPL",
    "MPL",
    "Zope Public License",
    "OFL",
)
"""Words of licences under which a package may be used unchanged beside our own code, and passed on."""

ELSEWHERE = {
    "async-timeout": "Apache-2.0",
    "argon2-cffi": "MIT",
    "argon2-cffi-bindings": "MIT",
    "cffi": "MIT-0",
    "cryptography": "Apache-2.0 OR BSD-3-Clause",
    "pycparser": "BSD-3-Clause",
    "fido2": "BSD-2-Clause",
    "psycopg-binary": "LGPL-3.0-only",
}
"""Of packages that are locked for some systems or Pythons only, so that others have no metadata of theirs."""


@dataclass(frozen=True, slots=True)
class Part:
    """A package as it is locked; `hashes` are SHA-256, `licence` is "" if the package does not name it."""

    name: str
    version: str
    hashes: tuple[str, ...]
    licence: str


def read_lock(lock: str) -> Iterator[Part]:
    """Yield the packages of a lock in its order, with the licences of those that are installed."""
    for name, version, rest in PACKAGE.findall(lock):
        yield Part(name, version, tuple(sorted(HASH.findall(rest))), licence_of(name))


def licence_of(name: str) -> str:
    """Return what the package says of itself, an SPDX expression or its own words; "" if nothing."""
    try:
        said: Any = metadata(name)
    except PackageNotFoundError:
        return ELSEWHERE.get(name, "")
    if expression := said.get("License-Expression"):
        return str(expression)
    classes = [line.removeprefix(CLASSIFIED) for line in said.get_all("Classifier", []) if CLASSIFIED in line]
    return " AND ".join(classes) or (said.get("License") or "").strip().partition("\n")[0][:80]


def refusals(parts: list[Part]) -> list[str]:
    """Return a line for each package whose licence is not allowed or not said."""
    return [
        f"{part.name} {part.version}: {part.licence or 'no licence is said'}"
        for part in parts
        if not any(word.lower() in part.licence.lower() for word in ALLOWED)
    ]


def bill(parts: list[Part], version: str) -> dict[str, object]:
    """Return the CycloneDX document; it has no time, so that the same lock gives the same bytes."""
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{uuid5(NAMESPACE_URL, repr((version, parts)))}",
        "version": 1,
        "metadata": {
            "component": {"type": "application", "name": "chama", "version": version, "bom-ref": "chama"}
        },
        "components": [_component(part) for part in parts],
        "dependencies": [{"ref": "chama", "dependsOn": [_purl(part) for part in parts]}],
    }


def _purl(part: Part) -> str:
    """Return the package URL."""
    return f"pkg:pypi/{part.name}@{part.version}"


def _component(part: Part) -> dict[str, object]:
    licences = {"licenses": [{"license": {"name": part.licence}}]} if part.licence else {}
    archives = [
        {"type": "distribution", "url": _purl(part), "hashes": [{"alg": "SHA-256", "content": sha}]}
        for sha in part.hashes
    ]
    return {
        "type": "library",
        "name": part.name,
        "version": part.version,
        "bom-ref": _purl(part),
        "purl": _purl(part),
        **licences,
        "externalReferences": archives,
    }


def main() -> int:
    """Print the document; return 1, with the packages on stderr, if a licence is not allowed."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    parts = list(read_lock((ROOT / RUN).read_text(encoding="utf-8")))
    if found := refusals(parts):
        print("\n".join(found), file=sys.stderr)
        return 1
    print(json.dumps(bill(parts, version), indent=1, sort_keys=True))
    return 0


if __name__ == "__main__":
    sys.exit(main())
