"""The embedded mode as a process: one command starts it, Ctrl-C ends it, and it goes on later."""

import signal
import sqlite3
from functools import partial
from pathlib import Path

import httpx
import pytest
from django.conf import settings
from django.db.utils import ConnectionHandler

from tests.servers.process import ServerDied, wait_until
from tests.servers.site import Site


def _is_ready(site: Site) -> bool:
    return httpx.get(site.url("/saude/"), trust_env=False).status_code == 200


def test_one_command_brings_pages_and_a_worker_and_ctrl_c_ends_them(
    embedded_site: Site, tmp_path: Path
) -> None:
    wait_until(partial(_is_ready, embedded_site))
    assert (tmp_path / "chama.sqlite3").exists()
    assert embedded_site.stop(signal.SIGINT) == 0
    assert "Traceback" not in embedded_site.log


def test_a_laptop_that_lost_its_power_goes_on_where_it_was(embedded_site: Site) -> None:
    wait_until(partial(_is_ready, embedded_site))
    embedded_site.kill()
    embedded_site.start()
    wait_until(partial(_is_ready, embedded_site))
    assert embedded_site.stop() == 0


@pytest.mark.F28
def test_what_was_confirmed_is_there_after_the_power_failed(embedded_site: Site) -> None:
    account = {"username": "ana", "password": "seis reinos intactos", "name": "Ana"}
    body = {"kind": "campeonato", "name": "Sem Luz", "year": 2026}
    with httpx.Client(base_url=embedded_site.url("/api/v1/"), trust_env=False, timeout=60) as program:
        program.post("accounts/", json=account).raise_for_status()
        token = program.post("token/", json={key: account[key] for key in ("username", "password")}).json()[
            "token"
        ]
        headers = {"Authorization": f"Token {token}", "Idempotency-Key": "k1"}
        made = program.post("tournaments/", json=body, headers=headers)
        assert made.status_code == 201
        embedded_site.kill()
        embedded_site.start()
        again = program.post("tournaments/", json=body, headers=headers)
    assert (again.status_code, again.headers["idempotency-replayed"]) == (201, "true")
    assert again.content == made.content


@pytest.mark.F28
def test_a_damaged_file_is_not_opened(embedded_site: Site, tmp_path: Path) -> None:
    embedded_site.stop()
    path = tmp_path / "chama.sqlite3"
    with sqlite3.connect(path) as file:
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = bytearray(path.read_bytes())
    content[8192:40960] = b"\xa5" * (40960 - 8192)
    path.write_bytes(content)
    with pytest.raises(ServerDied, match="damaged"):
        embedded_site.start()


@pytest.mark.F28
@pytest.mark.django_db
def test_a_laptop_waits_for_its_disk(tmp_path: Path) -> None:
    chosen = {
        "ENGINE": "core.sqlite3",
        "NAME": tmp_path / "laptop.sqlite3",
        "OPTIONS": settings.SQLITE_OPTIONS,
    }
    connection = ConnectionHandler({"default": chosen})["default"]
    with connection.cursor() as cursor:
        found = [cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")]
    connection.close()
    assert found == ["wal", 2]
