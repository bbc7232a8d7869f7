"""The wheel: what it is made of, and that its command starts the laptop mode from an installed copy."""

import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from laptop import installed
from simulation.demo import PASSWORD
from tests.servers.process import ROOT, free_port, python_command
from tests.servers.site import Site, environment_of_a_laptop
from tools.scripts.packaging import requirements

UV = python_command("-m", "uv", "--quiet", "--offline")


# --- the command ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "command", "folder"),
    [
        ([], ["serve", "--demo"], "data/chama"),
        (["--port", "8080"], ["serve", "--demo", "--port", "8080"], "data/chama"),
        (["--hall", "--https"], ["serve", "--hall", "--https"], "chama"),
        (["manage", "backup", "/stick"], ["backup", "/stick"], "chama"),
    ],
)
def test_the_demo_and_the_hall_have_their_own_folders(
    arguments: list[str], command: list[str], folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "home", lambda: Path("/home/ana"))
    monkeypatch.setattr("sys.platform", "linux")
    made, environ = installed.product_command(arguments, {"XDG_DATA_HOME": "/home/ana/data"})
    assert made == [sys.executable, str(ROOT / "manage.py"), *command]
    assert environ["DATA_DIR"] == f"/home/ana/{folder}"
    assert environ["PYTHONUTF8"] == "1"


def test_the_environment_chooses_another_folder() -> None:
    for arguments in ([], ["--hall"]):
        assert installed.product_command(arguments, {"DATA_DIR": "/stick"})[1]["DATA_DIR"] == "/stick"


@pytest.mark.parametrize(
    ("platform", "given", "folder"),
    [
        ("linux", {}, "/home/ana/.local/share/chama"),
        ("darwin", {}, "/home/ana/Library/Application Support/chama"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/chama"),
        ("win32", {}, "/home/ana/AppData/Local/chama"),
    ],
)
def test_the_demo_lies_where_the_system_keeps_data(
    platform: str, given: dict[str, str], folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "home", lambda: Path("/home/ana"))
    monkeypatch.setattr("sys.platform", platform)
    assert installed.application_data_folder(given) == Path(folder)


# --- the wheel --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        python_command("-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)), cwd=ROOT, check=True
    )
    return next(folder.glob("*.whl"))


def test_it_holds_one_package_with_all_that_the_image_holds(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.partition("/")[0] for name in names} == {"chama", "chama-0.1.0.dist-info"}
    inside = {name.split("/")[1] for name in names if name.startswith("chama/")}
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert inside == {line[1:] for line in lines if line[:1] == "!"} - {
        "requirements.txt",
        "gunicorn.conf.py",
    }
    assert {
        "chama/static/fonts/display.woff",
        "chama/locale/es/LC_MESSAGES/django.mo",
        "chama/locale/zone_names.json",
    } <= {*names}
    assert [name for name in names if "/texts/pt-br/" in name]


def test_it_needs_what_the_product_needs(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as held:
        metadata = held.read("chama-0.1.0.dist-info/METADATA").decode()
    needed = [line.partition(": ")[2] for line in metadata.splitlines() if line.startswith("Requires-Dist: ")]
    wanted = requirements((ROOT / "requirements.in").read_text(encoding="utf-8"))
    assert sorted(line.replace("'", '"') for line in needed) == sorted(wanted)


@pytest.fixture(scope="module")
def site(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The installed command with the demo; the packages that it needs are those of these tests."""
    folder = tmp_path_factory.mktemp("installed")
    scripts = _installed(wheel, folder / "venv")
    port = free_port()
    environ = environment_of_a_laptop(folder, XDG_DATA_HOME=str(folder / "data"), HOME=str(folder))
    del environ["DATA_DIR"]
    command = [str(scripts / "chama"), "--port", str(port)]
    with Site("chama", command, port, folder, environ) as running:
        yield running


def _installed(wheel: Path, folder: Path) -> Path:
    subprocess.run([*UV, "venv", "--python", sys.executable, str(folder)], check=True)
    subprocess.run([*UV, "pip", "install", "--no-deps", "--python", str(folder), str(wheel)], check=True)
    ours = next(folder.glob("lib/python*/site-packages"))
    (ours / "others.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return folder / "bin"


def test_the_first_page_comes_with_its_styles_and_font(site: Site) -> None:
    with httpx.Client(base_url=site.base, headers={"Accept-Language": "pt-BR"}, trust_env=False) as client:
        assert "Torneios" in client.get("/").text
        for path in ("/static/css/site.css", "/static/fonts/display.woff", "/regras/"):
            assert client.get(path).status_code == 200, path


def test_ana_signs_in(site: Site) -> None:
    with httpx.Client(base_url=site.base, trust_env=False) as client:
        client.get("/conta/entrar/")
        form = {"username": "ana", "password": PASSWORD, "csrfmiddlewaretoken": client.cookies["csrftoken"]}
        assert client.post("/conta/entrar/", data=form).status_code == 302
        assert "sessionid" in client.cookies


def test_it_gives_the_checker(site: Site, tmp_path: Path) -> None:
    (tmp_path / "check.pyz").write_bytes(httpx.get(site.url("/check.pyz"), trust_env=False).content)
    done = subprocess.run(
        python_command(str(tmp_path / "check.pyz"), "--help"), capture_output=True, check=False
    )
    assert done.returncode == 0


def test_the_data_lie_in_the_folder_of_the_user(site: Site) -> None:
    folder = site.log_path.parent
    assert (folder / "data" / "chama" / "chama.sqlite3").exists()
    assert not list(folder.glob("venv/**/*.sqlite3"))
