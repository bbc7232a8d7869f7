"""The client that a generator makes of the description: no warning, typed throughout, and it plays a day."""

import importlib
import os
import shutil
import subprocess
import sys
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

EXAMPLE = ROOT / "docs" / "examples" / "day.py"
PACKAGE = "chama_tournaments"
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
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the client and the example."""
    folder = tmp_path_factory.mktemp("client")
    said = _run(
        folder, "openapi_python_client", "generate", "--path", str(ROOT / "docs" / "openapi.yaml"),
        "--config", str(ROOT / "docs" / "openapi-python-client.yaml"), "--output-path", PACKAGE,
        "--meta", "none", "--fail-on-warning",
    )  # fmt: skip
    assert "WARNING" not in said
    shutil.copy(EXAMPLE, folder)
    return folder


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
    winner, record = example.day("http://testserver", work, transport=in_process)
    assert winner in example.PEOPLE
    file = tmp_path / "generated.record.jsonl"
    file.write_bytes(record.encode())
    call_command("check_record", str(file))
