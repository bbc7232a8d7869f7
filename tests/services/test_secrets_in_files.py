"""Secrets that lie in files instead of variables, and passwords beside their addresses (V13.3.1)."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from config.env_secrets import env_secret, with_password
from tests.servers.process import ROOT, python_command

TOLD = """
import json
from django.conf import settings as given
database = given.DATABASES["default"]
print(json.dumps([
    given.SECRET_KEY, given.SECRET_KEY_FALLBACKS, given.SIGNING_KEY, given.CELERY_BROKER_URL,
    given.CACHES["default"]["LOCATION"], database["USER"], database["PASSWORD"],
]))
"""
SECRETS = {
    "SECRET_KEY": "a key\n", "SECRET_KEY_FALLBACKS": "one before,\nanother", "SIGNING_KEY": "AB" * 32,
    "DATABASE_URL": "postgres://chama@db.example/chama", "DATABASE_PASSWORD": "p/w@é\n",
    "BROKER_PASSWORD": "b:w", "CELERY_BROKER_URL": "rediss://queue.example/0",
    "CACHE_URL": "redis://me:own@queue.example/1",
}  # fmt: skip


def settings_of(**given: str) -> Any:
    """What a process makes of these variables."""
    kept = {name: value for name, value in os.environ.items() if name not in SECRETS}
    command = python_command("-c", "import django; django.setup()\n" + TOLD)
    environ = {**kept, "DJANGO_SETTINGS_MODULE": "config.settings", **given}
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def files(folder: Path) -> dict[str, str]:
    """Each in a file of its own."""
    for name, value in SECRETS.items():
        (folder / name).write_text(value, encoding="utf-8")
    return {f"{name}_FILE": str(folder / name) for name in SECRETS}


def test_a_file_stands_for_its_variable(tmp_path: Path) -> None:
    by_files = settings_of(**files(tmp_path))
    plain = {name: value.strip() for name, value in SECRETS.items()}
    assert by_files == settings_of(**plain)
    assert by_files == [
        "a key", ["one before", "another"], "ab" * 32, "rediss://:b%3Aw@queue.example/0",
        "redis://me:own@queue.example/1", "chama", "p/w@é",
    ]  # fmt: skip


def test_what_contradicts_itself_or_is_not_there_ends_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty = tmp_path / "empty"
    empty.write_text(" \n")
    unreadable, nothing_in_it = "does not name a readable file", "names an empty file"
    for file, why in ((tmp_path / "nowhere", unreadable), (empty, nothing_in_it), (tmp_path, unreadable)):
        monkeypatch.setenv("OF_A_TEST_FILE", str(file))
        with pytest.raises(SystemExit, match=f"OF_A_TEST_FILE {why}"):
            env_secret("OF_A_TEST")
    monkeypatch.setenv("OF_A_TEST", "given")
    with pytest.raises(SystemExit, match="both set"):
        env_secret("OF_A_TEST")


@pytest.mark.parametrize(
    ("url", "whole"),
    [
        ("amqp://chama@queue:5672//", "amqp://chama:p%25w@queue:5672//"),
        ("redis://queue/0", "redis://:p%25w@queue/0"),
        ("redis://:own@queue/0", "redis://:own@queue/0"),
        ("redis://[::1]:6379/0", "redis://:p%25w@[::1]:6379/0"),
        ("", ""),
    ],
)
def test_a_password_stands_where_the_address_names_none(url: str, whole: str) -> None:
    assert with_password(url, "p%w") == whole
    assert with_password(url, "") == url
