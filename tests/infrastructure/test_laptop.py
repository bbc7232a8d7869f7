"""The embedded mode as a process: one command starts it, Ctrl-C ends it, and it goes on later."""

import os
import shutil
import signal
import socket
import sqlite3
import subprocess
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import ExitStack, closing, suppress
from functools import partial
from pathlib import Path

import httpx
import pytest
from celery import current_app
from django.conf import settings
from django.db.utils import ConnectionHandler

from core.jobs.beat import SweepScheduler
from tests.servers.process import LOOPBACK, ROOT, ServerDied, python_command, wait_until
from tests.servers.site import Site, environment_of_a_laptop
from tests.servers.site import embedded_site as serve


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
        "ENGINE": "core.db.sqlite3",
        "NAME": tmp_path / "laptop.sqlite3",
        "OPTIONS": settings.SQLITE_OPTIONS,
    }
    connection = ConnectionHandler({"default": chosen})["default"]
    with connection.cursor() as cursor:
        found = [cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")]
    connection.close()
    assert found == ["wal", 2]


def test_it_ends_while_people_are_connected_and_what_was_acknowledged_is_stored(
    embedded_site: Site, tmp_path: Path
) -> None:
    """Many who are silent, many in the middle of a request, and some whose password is being hashed."""
    wait_until(partial(_is_ready, embedded_site))
    address = (LOOPBACK, int(embedded_site.base.rpartition(":")[2]))
    stored: list[str] = []
    with ExitStack() as open_ones, ThreadPoolExecutor(30) as people:
        for number in range(300):
            phone = open_ones.enter_context(socket.create_connection(address))
            phone.sendall(b"POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\nhalf" if number % 2 else b"")
        asked = [people.submit(_sign_up, embedded_site, f"p{number}", stored) for number in range(30)]
        wait_until(lambda: stored)
        assert embedded_site.stop() == 0
        wait(asked)
    with closing(sqlite3.connect(tmp_path / "chama.sqlite3")) as file:
        found = {name for (name,) in file.execute("SELECT username FROM accounts_user")}
    assert stored
    assert set(stored) <= found


def _sign_up(site: Site, name: str, stored: list[str]) -> None:
    account = {"username": name, "password": "seis reinos intactos", "name": name.title()}
    with suppress(httpx.TransportError):
        answer = httpx.post(site.url("/api/v1/accounts/"), json=account, trust_env=False, timeout=60)
        if answer.status_code == 201:
            stored.append(name)


def test_a_second_one_on_the_same_folder_says_so_and_leaves_the_first_alone(
    embedded_site: Site, tmp_path: Path
) -> None:
    with pytest.raises(ServerDied, match="is already running") as died:
        serve(tmp_path).start()
    assert "Traceback" not in str(died.value)
    assert httpx.get(embedded_site.url("/"), trust_env=False).status_code == 200


def _ended(site: Site) -> subprocess.CompletedProcess[str]:
    """What it says where it does not come to serve."""
    return subprocess.run(
        site.command, cwd=site.cwd, env=site.environ, capture_output=True, text=True, check=False
    )


def test_a_taken_port_is_said_before_anything_is_prepared(tmp_path: Path) -> None:
    site = serve(tmp_path, "--demo")
    with socket.create_server((LOOPBACK, int(site.environ["PORT"]))):
        ended = _ended(site)
    assert ended.returncode == 1
    assert "Chama is at" not in ended.stdout
    assert ended.stderr.count("\n") == 1
    assert (tmp_path / "chama.sqlite3").stat().st_size == 0


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
@pytest.mark.F40
def test_a_read_only_database_is_not_served(tmp_path: Path) -> None:
    site = serve(tmp_path)
    with site:
        pass
    (tmp_path / "chama.sqlite3").chmod(0o400)
    ended = _ended(site)
    assert (ended.returncode, ended.stderr.count("\n")) == (1, 1)
    assert "read-only" in ended.stderr


def test_the_demos_known_passwords_are_not_shown_to_a_hall(tmp_path: Path, tables: Path) -> None:
    shutil.copy(tables, tmp_path)
    demo = serve(tmp_path, "--demo")
    with demo:
        assert "Traceback" not in demo.log
    hall = serve(tmp_path, "--hall")
    ended = _ended(hall)
    assert ended.returncode == 1
    assert "password everyone knows" in ended.stderr


def test_a_hall_without_the_demo_is_served(tmp_path: Path) -> None:
    with serve(tmp_path, "--hall") as site:
        assert "--hall" not in site.log
    assert "Traceback" not in site.log


def test_what_was_missed_is_swept_at_the_start_not_an_interval_later() -> None:
    clock = SweepScheduler(app=current_app)
    assert [entry.name for entry in clock.schedule.values() if entry.is_due()[0]] == ["sweep"]


LEFT_AT_ONCE = """
import threading
from laptop import background
background.STOP_SECONDS = 60  # however busy the machine of this test is
with (ours := background.BackgroundThreads()):
    print(type(ours.beat.service.scheduler).__name__)
print([thread.name for thread in threading.enumerate() if thread.name == "worker"])
"""


def test_the_worker_has_ended_before_python_does(tmp_path: Path, tables: Path) -> None:
    shutil.copy(tables, tmp_path)
    environ = environment_of_a_laptop(tmp_path)
    command = python_command("manage.py", "shell", "-v", "0", "-c", LEFT_AT_ONCE)
    ended = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=True)
    assert ended.stdout.split() == ["SweepScheduler", "[]"], ended.stderr


SWEPT_BEFORE = """
from datetime import timedelta
from types import SimpleNamespace
from django.utils import timezone
from core.jobs import heartbeats, outbox
from core.models import Job
from laptop import background
heartbeats.record_heartbeat("sweep", timezone.now() - timedelta(hours=1))
outbox.handles("late")(lambda ledger, key, now: print("ran", key))
Job.objects.create(kind="late", key="1", due_at=timezone.now() - timedelta(hours=1))
background._worker = lambda: SimpleNamespace(start=lambda: None)  # a worker that is slow to begin
with background.BackgroundThreads():
    print(heartbeats.is_delayed(timezone.now()))
"""


def test_what_was_missed_has_run_before_the_first_page_is_served(tmp_path: Path, tables: Path) -> None:
    shutil.copy(tables, tmp_path)
    environ = environment_of_a_laptop(tmp_path)
    command = python_command("manage.py", "shell", "-v", "0", "-c", SWEPT_BEFORE)
    ended = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=True)
    assert ended.stdout.split() == ["ran", "1", "False"], ended.stderr


WOKEN = """
import threading
from celery.signals import worker_ready
from kombu import Connection
from laptop import background
background.STOP_SECONDS = 60
is_ready, wait = threading.Event(), Connection.drain_events
Connection.drain_events = lambda connection, **_: wait(connection)  # for a message, however long
worker_ready.connect(lambda **_: is_ready.set(), weak=False)
with background.BackgroundThreads():
    is_ready.wait(60)
print([thread.name for thread in threading.enumerate() if thread.name == "worker"])
"""


def test_a_worker_that_waits_for_messages_is_woken_to_end(tmp_path: Path, tables: Path) -> None:
    shutil.copy(tables, tmp_path)
    environ = environment_of_a_laptop(tmp_path)
    command = python_command("manage.py", "shell", "-v", "0", "-c", WOKEN)
    ended = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=True)
    assert ended.stdout.split() == ["[]"], ended.stderr


def test_what_is_deleted_is_overwritten() -> None:
    """Some systems' SQLite does it by itself, others only if told."""
    with closing(sqlite3.connect(":memory:")) as file:
        file.execute("PRAGMA secure_delete = OFF")
        file.executescript(str(settings.SQLITE_OPTIONS["init_command"]))
        assert file.execute("PRAGMA secure_delete").fetchone() == (1,)
