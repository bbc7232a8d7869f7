"""F105: the laptop's files are their owner's, whole or absent; an unusable folder is one sentence."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from core import secure_files
from tests.servers.process import ROOT, python_command
from tests.servers.site import environment_of_a_laptop

pytestmark = pytest.mark.F105
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps rights in lists, not in modes")
MAKE = (
    "import sys, pathlib; from core import secure_files; "
    "print(secure_files.get_or_create_key(pathlib.Path(sys.argv[1])))"
)


def modes(folder: Path) -> dict[str, int]:
    """Name → permissions."""
    return {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}


def manage(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A command of the embedded mode."""
    command, environ = python_command("manage.py", *arguments), environment_of_a_laptop(folder)
    return subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False)


@POSIX
def test_what_the_settings_make_is_for_its_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    assert manage(folder, "migrate", "--skip-checks", "-v0").returncode == 0
    assert folder.stat().st_mode & 0o777 == 0o700
    assert set(modes(folder).values()) == {0o600}


@POSIX
def test_what_was_open_to_others_is_closed_and_what_is_not_ours_is_left(tmp_path: Path) -> None:
    for name in ("chama.sqlite3", "chama.sqlite3-wal", "secret_key", "celerybeat-schedule", "notes.txt"):
        (tmp_path / name).touch(0o644)
        (tmp_path / name).chmod(0o644)
    tmp_path.chmod(0o755)
    secure_files.secure_folder(tmp_path)
    assert tmp_path.stat().st_mode & 0o777 == 0o700
    assert {name for name, mode in modes(tmp_path).items() if mode != 0o600} == {"notes.txt"}


@POSIX
def test_a_folder_that_all_share_stays_shared(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)
    secure_files.secure_folder(tmp_path)
    assert tmp_path.stat().st_mode & 0o7777 == 0o1777


@pytest.mark.parametrize("found", [None, "", "half-a-key"])
def test_many_who_start_at_once_agree_on_one_whole_key(tmp_path: Path, found: str | None) -> None:
    if found is not None:
        (tmp_path / "secret_key").write_text(found)
    command = python_command("-c", MAKE, str(tmp_path))
    started = [subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) for _ in range(8)]
    keys = {process.communicate()[0].strip() for process in started}
    assert keys == {(tmp_path / "secret_key").read_text()}
    assert len(keys.pop()) >= secure_files.SHORTEST_KEY


def test_a_key_once_made_stays(tmp_path: Path) -> None:
    assert secure_files.get_or_create_key(tmp_path) == secure_files.get_or_create_key(tmp_path)


def test_a_write_that_fails_leaves_what_was_there_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_text("before")
    monkeypatch.setattr(os, "fsync", lambda _file: (_ for _ in ()).throw(OSError(28, "full")))
    with pytest.raises(OSError, match="full"):
        secure_files.replace_file(path, b"after")
    assert [(found.name, found.read_text()) for found in tmp_path.iterdir()] == [("file", "before")]


def test_a_file_is_had_by_one_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "some.lock"
    with (
        secure_files.file_lock(path),
        pytest.raises(secure_files.TakenByAnother),
        secure_files.file_lock(path),
    ):
        pass
    with secure_files.file_lock(path):
        pass


def test_a_folder_that_is_a_file_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.touch()
    ended = manage(path, "check")
    assert (ended.returncode, ended.stderr.count("\n")) == (1, 1)
    assert str(path) in ended.stderr


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_the_right_to_write_is_one_sentence(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    ended = manage(tmp_path, "check")
    assert (ended.returncode, ended.stderr.count("\n")) == (1, 1)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["simulate", "--entries", "8"], 0),
        (["anonymise", "nobody"], 0),
        (["editor", "nobody"], 1),
        (["changepassword", "nobody"], 1),
    ],
)
def test_a_database_that_was_never_prepared_is_prepared_or_said(
    tmp_path: Path, arguments: list[str], code: int
) -> None:
    ended = manage(tmp_path, *arguments)
    assert ended.returncode == code
    assert "Traceback" not in ended.stderr
