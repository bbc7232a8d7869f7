"""Which Pythons `make test-pythons` finds, and what it says of each."""

import json
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest

from tools.scripts import pythons, wheels


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[tuple[int, int], str]:
    """A machine with Pythons on the PATH, of uv and of pyenv; the ones that should be found."""
    listed = [((3, 9, 18), "/old", "cpython"), ((3, 11, 2), "/usr/bin/python3.11", "cpython"),
              ((3, 12, 1), "/uv/3.12", "cpython"), ((3, 13, 1), "/pypy", "pypy")]  # fmt: skip
    said = [
        {"version_parts": dict(zip(("major", "minor", "patch"), version, strict=True)), "path": path,
         "implementation": kind, "variant": "default"} for version, path, kind in listed
    ]  # fmt: skip
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: SimpleNamespace(stdout=json.dumps(said)))
    for name in ("3.10.13", "3.11.7", "3.13.0", "3.14-dev", "pypy3.11-7.3"):
        (tmp_path / "versions" / name / "bin").mkdir(parents=True)
        (tmp_path / "versions" / name / "bin" / "python").touch()
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    ours = {
        (3, minor): str(tmp_path / f"versions/3.{minor}.{patch}/bin/python")
        for minor, patch in ((11, 7), (13, 0))
    }
    return {(3, 12): "/uv/3.12", **ours}


def test_the_newest_of_each_version_is_taken(machine: dict[tuple[int, int], str]) -> None:
    assert pythons.found() == machine


def test_each_has_its_line_and_those_that_are_not_here_too(
    monkeypatch: pytest.MonkeyPatch, machine: dict[tuple[int, int], str], capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pythons, "outcome", lambda name, base, *upgraded: f"{base} {upgraded}")
    monkeypatch.setattr(wheels, "main", lambda: 0)
    assert pythons.main() == 0
    said = dict(line.split(maxsplit=1) for line in capsys.readouterr().out.split("\n") if line)
    assert list(said) == ["3.11", "3.12", "3.13", "django-next", "3.14"]
    assert said["django-next"] == f"{machine[3, 13]} ('{pythons.NEXT_DJANGO}',)"
    assert said["3.14"] == "not found here; all its wheels exist"


@pytest.mark.parametrize(("ended", "wheels_missing"), [("FAILED", 0), ("passed", 1)])
@pytest.mark.usefixtures("machine")
def test_a_failure_or_a_missing_wheel_fails_it(
    monkeypatch: pytest.MonkeyPatch, ended: str, wheels_missing: int
) -> None:
    monkeypatch.setattr(pythons, "outcome", lambda *_: ended)
    monkeypatch.setattr(wheels, "main", lambda: wheels_missing)
    assert pythons.main() == 1
