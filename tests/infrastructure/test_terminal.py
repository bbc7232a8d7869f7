"""The terminal speaks the system's language: each sentence has its Portuguese, and the start says it."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.terminal import SENTENCES, is_portuguese, spoken
from tests.servers.process import ROOT
from tests.servers.site import embedded_site as serve
from tools.scripts import starting
from tools.scripts.environment import Environment, NotReady
from tools.scripts.failures import SENTENCES as FAILURES

FOLDERS = ("core", "laptop", "operating", "tools/scripts")
FACT = re.compile(r"\{\w+\}")
BRAZILIAN = {"LANGUAGE": "", "LC_ALL": "", "LC_MESSAGES": "", "LANG": "pt_BR.UTF-8"}


@pytest.mark.parametrize(
    ("environ", "windows", "expected"),
    [
        ({"LANG": "pt_BR.UTF-8"}, 0, True),
        ({"LANG": "pt_PT"}, 0, True),
        ({"LANG": "C.UTF-8"}, 0, False),
        ({"LANG": "en_US.UTF-8"}, 0x0416, False),
        ({"LANG": "pt_BR.UTF-8", "LC_ALL": "en_US.UTF-8"}, 0, False),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "pt_BR:en"}, 0, True),
        ({"LANG": ""}, 0x0416, True),
        ({}, 0x0816, True),
        ({}, 0x0409, False),
        ({}, 0, False),
    ],
)
def test_the_system_says_which_language(environ: dict[str, str], windows: int, expected: bool) -> None:
    assert is_portuguese(environ, windows) is expected


def sentences_in(path: Path) -> Iterator[str]:
    """Every text in a file, joined as Python joins it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def files() -> list[Path]:
    paths = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")]
    return [ROOT / "start.py", *(path for path in paths if path.name != "terminal.py")]


def test_each_portuguese_sentence_belongs_to_an_english_one_with_the_same_facts() -> None:
    texts = {text for path in files() for text in sentences_in(path)}
    assert set(SENTENCES) - texts == set()
    facts = {
        english: (set(FACT.findall(english)), set(FACT.findall(SENTENCES[english]))) for english in SENTENCES
    }
    assert {english: both for english, both in facts.items() if both[0] != both[1]} == {}


def spoken_texts(path: Path) -> Iterator[str]:
    """The texts that a file speaks: given to `spoken` or `translated` itself, or by a name of that file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    given: dict[str, set[str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
            for target in node.targets:
                given.setdefault(ast.unparse(target), set()).add(str(node.value.value))
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in {"spoken", "translated"}
        ):
            first = node.args[0] if node.args else None
            if isinstance(first, ast.Constant):
                yield str(first.value)
            elif isinstance(first, ast.Name):
                yield from given.get(first.id, ())


def test_everything_that_is_spoken_has_its_portuguese() -> None:
    found = {text for path in files() for text in spoken_texts(path)}
    assert len(found) > 60
    assert {*found, *FAILURES.values()} - set(SENTENCES) == set()


@pytest.fixture
def _in_brazil(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in BRAZILIAN.items():
        monkeypatch.setenv(name, value)


@pytest.mark.usefixtures("_in_brazil")
def test_a_failure_of_the_start_is_in_portuguese(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Environment, "set_up", refuse)
    with pytest.raises(NotReady, match="Não dá para gravar na pasta"):
        starting.prepare([])
    with pytest.raises(NotReady, match="--setup aceita run ou test, não x"):
        starting.prepare(["--setup", "x"])


@pytest.mark.usefixtures("_in_brazil")
def test_its_help_is_in_portuguese(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        starting.prepare(["--help"])
    told = capsys.readouterr().out
    assert "um dia de verdade" in told
    assert "Todo o resto vai para" in told


def test_start_py_speaks_it_before_there_is_any_package() -> None:
    """With nothing but the standard library, as the first start has it."""
    program = "import start; start.OLDEST = (99, 0); start.find_newer_python = lambda: None; start.main()"
    command = [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); {program}"]
    ended = subprocess.run(command, env=BRAZILIAN, capture_output=True, check=False)
    assert "É preciso o Python 3.11 ou mais novo" in ended.stderr.decode()
    assert ended.returncode == 1


def test_an_old_python_that_cannot_read_it_speaks_english(monkeypatch: pytest.MonkeyPatch) -> None:
    import start  # noqa: PLC0415 - a script

    monkeypatch.setitem(sys.modules, "core.terminal", None)
    assert start.translated("{folder} is here", folder="x") == "x is here"


def test_serve_greets_and_refuses_in_portuguese(tmp_path: Path) -> None:
    site = serve(tmp_path, "--demo", "--backup-to", str(tmp_path))
    site.environ.update(BRAZILIAN)
    with site:
        told = site.log
        second = serve(tmp_path)
        second.environ.update(BRAZILIAN)
        refused = subprocess.run(
            second.command, cwd=second.cwd, env=second.environ, capture_output=True, text=True, check=False
        )
    for english in (
        "Loading the demo…", "Stop with Ctrl-C; everything recorded is saved.", "organizes and coordinates",
    ):  # fmt: skip
        assert (english in told, SENTENCES[english] in told) == (False, True)
    assert "O Chama já está rodando com" in refused.stderr


def test_a_sentence_is_spoken_with_its_facts() -> None:
    assert spoken("There is no backup in {folder}.", folder="x") == "There is no backup in x."
