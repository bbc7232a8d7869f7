"""`python -m tools.scripts.wheels`: name each locked package without a wheel on a promised platform.

uv says in one go which wheels there are, and downloads none. What decides is pure: a wheel counts if its
tags fit a platform and its hash stands in the lock.
"""

import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from packaging.requirements import Requirement
from packaging.tags import Tag, compatible_tags, cpython_tags, mac_platforms
from packaging.utils import parse_wheel_filename

from tools.scripts.environment import ROOT, RUN, TEST, NotReady, run

PYTHONS = ((3, 11), (3, 12), (3, 13), (3, 14))
GLIBC = 28  # of Debian 10, Ubuntu 20.04, RHEL 8
MACOS = (11, 0)
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")

UV = (
    sys.executable, "-m", "uv", "pip", "compile", "--universal", "--no-deps", "--no-build",
    "--format", "pylock.toml",
)  # fmt: skip

Wheels = Mapping[str, Mapping[str, str]]
"""Package → the file names of its wheels → their SHA-256."""


@dataclass(frozen=True)
class Platform:
    """A kind of computer: what requirement markers read there, and platform tags of wheels, best first."""

    name: str
    sys_platform: str
    machine: str
    tags: tuple[str, ...]


def _linux(machine: str) -> Platform:
    tags = (f"manylinux_2_{minor}_{machine}" for minor in range(GLIBC, 4, -1))
    old = (f"manylinux{year}_{machine}" for year in ("2014", "2010", "1"))
    return Platform(f"Linux {machine}", "linux", machine, (*tags, *old))


def _macos(machine: str) -> Platform:
    return Platform(f"macOS {machine}", "darwin", machine, tuple(mac_platforms(MACOS, machine)))


POSIX = (_linux("x86_64"), _linux("aarch64"), _macos("arm64"), _macos("x86_64"))
WINDOWS = Platform("Windows x86_64", "win32", "AMD64", ("win_amd64",))
PROMISED = {RUN: (*POSIX, WINDOWS), TEST: POSIX}
"""Where each lock has to be installable: the product everywhere, the tests on Linux and macOS."""
PIPS = {"index-url": "UV_DEFAULT_INDEX", "cert": "SSL_CERT_FILE", "trusted-host": "UV_INSECURE_HOST"}
"""Where pip's settings say how to reach the index, and what uv calls them."""


@dataclass(frozen=True)
class LockedPackage:
    """A package of a lock, with the SHA-256 of the files that may be installed."""

    requirement: Requirement
    hashes: frozenset[str]

    def is_for(self, platform: Platform, python: tuple[int, int]) -> bool:
        """Return whether its marker, if any, has it installed there; `python` is major, minor."""
        marker = self.requirement.marker
        return marker is None or marker.evaluate(_marker_environment(platform, python))

    def has_wheel(self, files: Mapping[str, str], tags: frozenset[Tag]) -> bool:
        """Return whether one of the files (name → SHA-256) has one of the tags and a locked hash."""
        return any(
            hashed in self.hashes and parse_wheel_filename(name)[3] & tags for name, hashed in files.items()
        )


def read_lock(text: str) -> Iterator[LockedPackage]:
    """Yield the packages of a lock as `make lock` writes it."""
    for entry in re.sub(r"\\\n", "", text).splitlines():
        if entry[:1].isalnum():
            yield LockedPackage(Requirement(entry.partition(" --hash")[0]), frozenset(HASH.findall(entry)))


def missing_wheels(
    lock: Iterable[LockedPackage], wheels: Wheels, platforms: Iterable[Platform]
) -> Iterator[str]:
    """Yield a line for each platform and Python for which packages have no wheel; it names them all."""
    packages = tuple(lock)
    for platform in platforms:
        for python in PYTHONS:
            tags = _wheel_tags(platform, python)
            needed = (package for package in packages if package.is_for(platform, python))
            lacking = [p for p in needed if not p.has_wheel(wheels.get(p.requirement.name, {}), tags)]
            if lacking:
                names = ", ".join(f"{p.requirement.name}{p.requirement.specifier}" for p in lacking)
                yield f"{platform.name}, Python {_dotted(python)}: no wheel of {names}"


def _dotted(python: tuple[int, int]) -> str:
    return ".".join(map(str, python))


def _marker_environment(platform: Platform, python: tuple[int, int]) -> dict[str, str]:
    """Return the variables with which the markers of requirements are evaluated."""
    return {
        "sys_platform": platform.sys_platform,
        "platform_machine": platform.machine,
        "python_version": _dotted(python),
        "python_full_version": f"{_dotted(python)}.0",
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
    }


def _wheel_tags(platform: Platform, python: tuple[int, int]) -> frozenset[Tag]:
    """Return all tags of wheels that this CPython installs there."""
    abi = f"cp{python[0]}{python[1]}"
    native = cpython_tags(python, [abi], platform.tags)
    return frozenset([*native, *compatible_tags(python, abi, platform.tags)])


def list_wheels(lock: Path) -> Wheels:
    """Ask the package index, through uv, for the wheels of every package of a lock. Raises `NotReady`."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "pylock.toml"
        run(
            *UV,
            "--python-version",
            _dotted(PYTHONS[0]),
            "--output-file",
            made,
            lock,
            environ=uv_environment(),
        )
        return parse_pylock(made.read_text(encoding="utf-8"))


def uv_environment() -> dict[str, str]:
    """Return this environment, with pip's settings under the names by which uv knows them."""
    asked = [sys.executable, "-m", "pip", "config", "list"]
    said = subprocess.run(asked, capture_output=True, text=True, check=False).stdout
    found = re.findall(r"^[^=]*\.([a-z-]+)='(.*)'$", said, re.MULTILINE)
    return {**{PIPS[name]: value for name, value in found if name in PIPS}, **os.environ}


def parse_pylock(pylock: str) -> Wheels:
    """Return the wheels of a `pylock.toml`; a package with none has an empty mapping."""
    return {
        package["name"]: {
            wheel["url"].rpartition("/")[2]: wheel["hashes"]["sha256"] for wheel in package.get("wheels", ())
        }
        for package in tomllib.loads(pylock)["packages"]
    }


def main() -> int:
    """Print what has no wheel; return 0 if each package has one everywhere, else 1 (also without network)."""
    try:
        wheels = list_wheels(ROOT / TEST)
    except NotReady as problem:
        print(f"The wheels cannot be checked. {problem}")
        return 1
    lines = [
        f"{name}: {line}"
        for name, platforms in PROMISED.items()
        for line in missing_wheels(read_lock((ROOT / name).read_text(encoding="utf-8")), wheels, platforms)
    ]
    print("\n".join(lines), end="\n" if lines else "")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
