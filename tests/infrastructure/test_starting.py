"""`start.py`: any Python gets a sentence or the product, on any system; what is set up stays right."""

import ast
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

import start
from tests.servers.process import ROOT, free_port, python_command
from tests.servers.site import Site
from tests.servers.site import environment as surroundings
from tools.scripts import environment, failures, starting
from tools.scripts.environment import RUN, TEST, Environment, NotReady

pytestmark = pytest.mark.F113
TOO_NEW_FOR_OLD_PYTHONS = (
    ast.JoinedStr, ast.AnnAssign, ast.NamedExpr, ast.Match, ast.AsyncFunctionDef, ast.Nonlocal,
)  # fmt: skip
NOT_FOUND = "ERROR: No matching distribution found for psycopg-binary==3.3.9"
THE_PRODUCT = """
import sys, start
from tools.scripts import starting
from tools.scripts.environment import Environment
Environment.set_up = lambda self, lock: None
Environment.python = sys.executable
start.main()
"""
AS_ON_WINDOWS = """
import sys, types, start
start.os = types.SimpleNamespace(name="nt")
start.replace_process([sys.executable, "-c", sys.argv[1]], None)
"""
ENDS_IN_ITS_OWN_TIME = """
import signal, sys, time
asked = []
signal.signal(signal.SIGINT, lambda *_: asked.append(True))
print("ready", flush=True)
while not asked:
    time.sleep(0.01)
time.sleep(0.5)
sys.exit(7)
"""


# --- any Python ---------------------------------------------------------------------------------


def test_an_old_python_can_read_it() -> None:
    text = (ROOT / "start.py").read_text(encoding="ascii")
    nodes = list(ast.walk(ast.parse(text)))
    assert [type(node).__name__ for node in nodes if isinstance(node, TOO_NEW_FOR_OLD_PYTHONS)] == []
    assert [node.name for node in nodes if isinstance(node, ast.FunctionDef) and _is_annotated(node)] == []


def _is_annotated(function: ast.FunctionDef) -> bool:
    arguments = function.args
    return bool(
        function.returns
        or arguments.kwonlyargs
        or arguments.posonlyargs
        or any(argument.annotation for argument in arguments.args)
    )


def test_an_old_python_alone_gets_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start, "OLDEST", (99, 0))
    monkeypatch.setattr(start, "find_newer_python", lambda: None)
    with pytest.raises(SystemExit, match=r"Python 3\.11 or newer is needed.*python\.org"):
        start.main()


def test_an_old_python_hands_over_to_a_newer_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def replace_process(command: list[str], environ: object) -> None:
        raise SystemExit(command)  # as a process that goes on as another one

    monkeypatch.setattr(start, "OLDEST", (99, 0))
    monkeypatch.setattr(start, "find_newer_python", lambda: ["python99"])
    monkeypatch.setattr(start, "replace_process", replace_process)
    monkeypatch.setattr(sys, "argv", ["start.py", "--hall"])
    with pytest.raises(SystemExit) as ended:
        start.main()
    assert ended.value.args[0] == ["python99", str(ROOT / "start.py"), "--hall"]


def test_a_newer_python_is_one_that_runs_and_is_newer(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def program(name: str, line: str) -> None:
        (tmp_path / name).write_text(f"#!/bin/sh\n{line}\n")
        (tmp_path / name).chmod(0o755)

    monkeypatch.setenv("PATH", str(tmp_path))
    assert start.find_newer_python() is None
    program("python3.14", "exit 127")
    assert start.find_newer_python() is None
    program("python3.12", f'exec "{sys.executable}" "$@"')
    assert start.find_newer_python() == ["python3.12"]


# --- what fails ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (
            "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device",
            "NO_SPACE",
        ),
        ("OSError: [WinError 112] Espaço insuficiente no disco: 'C:\\\\chama'", "NO_SPACE"),
        ("Error: [Errno 13] Permission denied: '/opt/chama/.venv'", "NOT_WRITABLE"),
        ("[Errno 30] Read-only file system: '/mnt/chama/.venv'", "NOT_WRITABLE"),
        ("PermissionError: [WinError 5] Acesso negado: 'C:\\\\chama\\\\.venv'", "NOT_WRITABLE"),
        ("/usr/bin/python3: No module named ensurepip", "NO_VENV"),
        ("/usr/bin/python3: No module named venv", "NO_VENV"),
        (f"WARNING: Retrying after connection broken by 'NewConnectionError'\n{NOT_FOUND}", "NO_NETWORK"),
        (NOT_FOUND, "NO_PACKAGES"),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.", "DAMAGED"),
    ],
)
def test_each_cause_has_its_sentence(said: str, expected: str) -> None:
    template: str = getattr(failures, expected)
    assert failures.advice(said, "/chama").startswith(template.partition("{")[0])
    assert "{" not in failures.advice(said, "/chama")


def test_an_unknown_cause_is_told_as_pip_tells_it() -> None:
    said = "Collecting x\nERROR: something new\nnotice: a newer pip"
    assert failures.advice(said, ROOT) == "Setting up failed: ERROR: something new"
    killed = failures.advice("WARNING: nothing of weight\n", ROOT)
    assert killed == "Setting up failed: it stopped without a message; start again"


def test_a_folder_that_cannot_be_written_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Environment, "set_up", refuse)
    with pytest.raises(NotReady, match="cannot be written"):
        starting.prepare([])


def test_whoever_stops_it_while_it_sets_up_sees_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Environment, "set_up", stop)
    with pytest.raises(SystemExit, match="the next start completes it"):
        start.main()


# --- one environment, two locks -----------------------------------------------------------------


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """What was done to an environment in `tmp_path/.venv`, with locks of its own; nothing is installed."""
    made: list[str] = []

    def run(*command: object, **_: object) -> None:
        words = [str(word) for word in command]
        if "venv" in words:
            shutil.rmtree(tmp_path / ".venv", ignore_errors=True)
            (tmp_path / ".venv").mkdir()
        made.append(next(word for word in ("venv", "ensurepip", "pip") if word in words))
        if made[-1] == "pip":
            made[-1] = Path(words[-1]).name

    for name in (RUN, TEST):
        (tmp_path / name).write_text(f"{name} as it is at first")
    monkeypatch.setattr(environment, "ROOT", tmp_path)
    monkeypatch.setattr(environment, "run", run)
    monkeypatch.setattr(Environment, "_works", lambda self: True)
    return made


NEW = ["venv", "ensurepip"]


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ([RUN, RUN], [*NEW, RUN]),
        ([RUN, TEST, RUN, TEST], [*NEW, RUN, TEST]),
        ([TEST, RUN, TEST], [*NEW, TEST]),
    ],
)
def test_nothing_is_installed_twice_in_either_order(
    done: list[str], tmp_path: Path, asked: Sequence[str], expected: list[str]
) -> None:
    for lock in asked:
        Environment(tmp_path / ".venv").set_up(lock)
    assert done == expected


def test_a_lock_that_changed_is_installed_over_what_is_there(done: list[str], tmp_path: Path) -> None:
    ours = Environment(tmp_path / ".venv")
    ours.set_up(TEST)
    for name in (RUN, TEST):
        (tmp_path / name).write_text(f"{name} as it became")
    ours.set_up(RUN)
    assert not ours.has(TEST)
    ours.set_up(TEST)
    assert done == [*NEW, TEST, RUN, TEST]


def test_what_was_killed_half_way_is_made_anew(
    monkeypatch: pytest.MonkeyPatch, done: list[str], tmp_path: Path
) -> None:
    ours, install = Environment(tmp_path / ".venv"), environment.run

    def die(*command: object, **_: object) -> None:
        if "pip" in command:
            raise KeyboardInterrupt

    ours.set_up(TEST)
    (tmp_path / RUN).write_text("another lock")
    monkeypatch.setattr(environment, "run", die)
    with pytest.raises(KeyboardInterrupt):
        ours.set_up(RUN)
    monkeypatch.setattr(environment, "run", install)
    assert not ours.has(TEST)
    ours.set_up(RUN)
    assert done == [*NEW, TEST, *NEW, RUN]


def test_what_a_checkout_with_another_lock_installed_is_not_wiped(done: list[str], tmp_path: Path) -> None:
    """Its stamp keeps the folder while ours is away, as during an installation."""
    ours = Environment(tmp_path / ".venv")
    ours.set_up(RUN)
    for stamp in ours.folder.glob("*.installed"):
        stamp.unlink()
    (ours.folder / f"{RUN}.installed").touch()
    assert not ours.has(RUN)
    ours.set_up(RUN)
    assert done == [*NEW, RUN, RUN]


def test_an_environment_whose_python_is_gone_is_made_anew(
    monkeypatch: pytest.MonkeyPatch, done: list[str], tmp_path: Path
) -> None:
    ours = Environment(tmp_path / ".venv")
    ours.set_up(RUN)
    monkeypatch.setattr(Environment, "_works", lambda self: False)
    ours.set_up(RUN)
    assert done == [*NEW, RUN, *NEW, RUN]


def test_it_sees_whether_an_environment_works(tmp_path: Path) -> None:
    assert Environment(Path(sys.prefix))._works()
    assert not Environment(tmp_path)._works()


# --- what is run --------------------------------------------------------------------------------


@pytest.fixture
def set_up(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The locks that were asked for; everything is there."""
    asked: list[str] = []
    monkeypatch.setattr(Environment, "set_up", lambda self, lock: asked.append(lock))
    monkeypatch.setattr(starting, "run", lambda *command: None)
    monkeypatch.delenv("DATA_DIR", raising=False)
    return asked


def test_it_is_the_demo_and_everything_else_is_passed_on(set_up: list[str]) -> None:
    command, environ = starting.prepare(["--port", "8080"]) or ([], {})
    assert command[1:] == [str(ROOT / "manage.py"), "serve", "--demo", "--port", "8080"]
    assert "DATA_DIR" not in environ
    assert set_up == [RUN]


def test_a_hall_has_its_own_files_and_no_demo(set_up: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    command, environ = starting.prepare(["--hall", "--port", "8080"]) or ([], {})
    assert command[2:] == ["serve", "--hall", "--port", "8080"]
    assert environ["DATA_DIR"] == str(Path.home() / "chama")
    monkeypatch.setenv("DATA_DIR", "elsewhere")
    _, environ = starting.prepare(["--hall"]) or ([], {})
    assert environ["DATA_DIR"] == "elsewhere"


def test_setting_up_runs_nothing(set_up: list[str]) -> None:
    assert [starting.prepare(["--setup"]), starting.prepare(["--setup", "test"])] == [None, None]
    assert set_up == [RUN, TEST]


def test_it_becomes_the_product_which_ctrl_c_ends(tmp_path: Path) -> None:
    port = free_port()
    command = python_command("-c", THE_PRODUCT)
    site = Site("start", command, port, tmp_path, surroundings(tmp_path, PORT=str(port)))
    with site:
        assert site.stop(signal.SIGINT) == 0
    assert "Demo accounts" in site.log
    assert "Traceback" not in site.log


def test_on_windows_it_waits_until_the_product_has_ended() -> None:
    command = python_command("-c", AS_ON_WINDOWS, ENDS_IN_ITS_OWN_TIME)
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    os.killpg(process.pid, signal.SIGINT)
    _, complaints = process.communicate(timeout=60)
    assert (process.returncode, complaints) == (7, "")
