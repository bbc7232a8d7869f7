"""`python -m tools.scripts.pythons`: run the laptop's tests on every Python here, and on the next Django.

Each has an environment of its own in `.venvs/`. Of the promised Pythons that are not here it says whether all
packages have a wheel for them.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.scripts import wheels
from tools.scripts.environment import ROOT, TEST, Environment, NotReady, run
from tools.scripts.starting import compile_catalogs, make_face

NEXT_DJANGO = "django>=6"  # pyproject.toml promises the one before; Django 6 wants Python 3.12
FOLDER = ROOT / ".venvs"

Version = tuple[int, int]


def found() -> dict[Version, str]:
    """The newest CPython of each version from 3.11 on: of the PATH, of uv, of pyenv."""
    newest: dict[Version, tuple[int, str]] = {}
    for (*version, patch), path in sorted([*_known_to_uv(), *_of_pyenv()]):
        newest[version[0], version[1]] = (patch, path)
    return {version: path for version, (_, path) in newest.items() if version >= wheels.PYTHONS[0]}


def _known_to_uv() -> Iterator[tuple[tuple[int, int, int], str]]:
    command = [sys.executable, "-m", "uv", "python", "list", "--only-installed", "--output-format", "json"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    for python in json.loads(said):
        if python["implementation"] == "cpython" and python["variant"] == "default":
            parts = python["version_parts"]
            yield (parts["major"], parts["minor"], parts["patch"]), python["path"]


def _of_pyenv() -> Iterator[tuple[tuple[int, int, int], str]]:
    root = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    for python in root.glob("versions/*/bin/python"):
        parts = python.parts[-3].split(".")
        if len(parts) == 3 and all(part.isdecimal() for part in parts):
            yield (int(parts[0]), int(parts[1]), int(parts[2])), str(python)


def prepared(name: str, base: str, *upgraded: str) -> Environment:
    """An environment with the tests' lock, and then newer packages over it. Raises `NotReady`."""
    FOLDER.mkdir(exist_ok=True)
    environment = Environment(FOLDER / name, base)
    environment.set_up(TEST)
    compile_catalogs(environment)
    make_face(environment)
    if upgraded:
        run(environment.python, "-m", "pip", "install", "--quiet", "--upgrade", "--no-deps", *upgraded)
    return environment


def outcome(name: str, base: str, *upgraded: str) -> str:
    """How the tests of a laptop ended there: `passed`, `FAILED`, or why there were none."""
    print(f"\n=== {name}", flush=True)
    try:
        python = prepared(name, base, *upgraded).python
    except NotReady as problem:
        return f"not to be had: {problem}"
    done = subprocess.run([python, "-m", "tests", "--laptop"], cwd=ROOT, check=False)
    return "FAILED" if done.returncode else "passed"


def absent(pythons: dict[Version, str]) -> Iterator[tuple[str, str]]:
    """What is known of each promised Python that is not here."""
    lacking = {version for version in wheels.PYTHONS if version not in pythons}
    if lacking:
        resolved = "all its wheels exist" if wheels.main() == 0 else "wheels are MISSING"
        yield from ((_name(version), f"not found here; {resolved}") for version in sorted(lacking))


def _name(version: Version) -> str:
    return ".".join(map(str, version))


def main() -> int:
    """Test on all of them, then say how each ended; 0 where nothing failed or is missing."""
    pythons = found()
    outcomes = {_name(version): outcome(_name(version), path) for version, path in pythons.items()}
    outcomes["django-next"] = outcome("django-next", pythons[max(pythons)], NEXT_DJANGO)
    outcomes.update(absent(pythons))
    print()
    for name, said in outcomes.items():
        print(f"{name:<12} {said}")
    return 1 if any("FAILED" in said or "MISSING" in said for said in outcomes.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
