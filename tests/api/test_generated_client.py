"""The client that a generator makes of the description: no warning, typed throughout, and it plays a day."""

import importlib
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import httpx
import pytest
from django.core.management import call_command
from django.utils import timezone

from config.wsgi import body_limit as application  # a test's process has no fallback scheduler
from core.jobs import outbox
from tests.servers.process import ROOT
from tools.scripts import client
from tools.scripts.client import PACKAGE

EXAMPLE = ROOT / "docs" / "examples" / "day.py"
STRICT = f"""\
[mypy]
strict = true
[mypy-{PACKAGE}.client]
disable_error_code = arg-type
"""
"""One module is the generator's own text, the same for every API: it passes `*args: object` on to httpx."""

pytest.importorskip("openapi_python_client", reason="of requirements-dev.txt")


def _run(folder: Path, *words: str) -> str:
    """A module of this Python; what it printed. Its tools are found beside it."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        [sys.executable, "-m", *words],
        cwd=folder,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel as a release has it."""
    return client.build(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="session")
def made(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel's package and the example."""
    folder = tmp_path_factory.mktemp("client")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder)
    shutil.copy(EXAMPLE, folder)
    return folder


def test_the_wheel_has_the_product_s_version_and_one_package(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
        about = f"chama_tournaments-{client.product_version()}.dist-info"
        told = packed.read(f"{about}/METADATA").decode()
    assert {name.split("/")[0] for name in names} == {PACKAGE, about}
    assert f"{PACKAGE}/py.typed" in names
    assert f"{about}/licenses/LICENSE" in names
    assert f"Version: {client.product_version()}" in told
    needed = [line.removeprefix("Requires-Dist: ") for line in told.splitlines() if "Requires-Dist" in line]
    assert {name.split("<")[0].split(">")[0] for name in needed} == imported(wheel)


def imported(wheel: Path) -> set[str]:
    """The packages that its modules import, but for Python's own and itself."""
    with zipfile.ZipFile(wheel) as packed:
        sources = [packed.read(name).decode() for name in packed.namelist() if name.endswith(".py")]
    found = {name for text in sources for name in re.findall(r"^(?:from|import) (\w+)", text, re.MULTILINE)}
    own = {"attr": "attrs"}
    return {own.get(name, name) for name in found - sys.stdlib_module_names - {PACKAGE, "__future__"}}


def test_the_client_and_a_program_that_uses_it_are_typed_throughout(made: Path) -> None:
    (made / "mypy.ini").write_text(STRICT)
    _run(made, "mypy", "--config-file", "mypy.ini", "--package", PACKAGE, "--module", EXAMPLE.stem)


@pytest.fixture
def example(made: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The example as a module, gone afterwards with all that it brought."""
    monkeypatch.syspath_prepend(str(made))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    yield importlib.import_module(EXAMPLE.stem)
    for name in [name for name in sys.modules if name.partition(".")[0] in (PACKAGE, EXAMPLE.stem)]:
        del sys.modules[name]


@pytest.mark.django_db(transaction=True)
def test_it_plays_a_tournament(example: ModuleType, tmp_path: Path) -> None:
    def work() -> None:
        for job in outbox.due_jobs(timezone.now()):
            outbox.run(job, timezone.now())

    work()
    in_process = httpx.WSGITransport(app=application)
    winner, record = example.play_day("http://testserver", work, transport=in_process)
    assert winner in example.PEOPLE
    file = tmp_path / "generated.record.jsonl"
    file.write_bytes(record.encode())
    call_command("check_record", str(file))
