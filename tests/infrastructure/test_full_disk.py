"""F40, F99: a file system that is really full, under the real `serve`: reading goes on, nothing is lost."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from laptop import disk_reserve
from tests.fixtures.laptops import Laptop
from tests.fixtures.sites import running
from tests.servers.process import ServerDied, wait_until
from tests.servers.site import Site, embedded_site

pytestmark = [pytest.mark.F40, pytest.mark.F99]
PAGES = ("/", "/regras/", "/conta/entrar/", "/tipos/", "/api/v1/tournaments/", "/api/docs/")
ACCOUNT = {"username": "ana", "password": "seis reinos intactos", "name": "Ana"}


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own, of 20 MB."""
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("a small file system can be mounted by root on Linux only")
    path = tmp_path / "disk"
    path.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=20m,mode=700", "tmpfs", str(path)]
    if (mounted := subprocess.run(command, capture_output=True, text=True, check=False)).returncode:
        pytest.skip(f"no file system can be mounted here: {mounted.stderr.strip()}")
    yield path
    subprocess.run(["umount", "--lazy", str(path)], check=True)


def fill(disk: Path) -> None:
    """Take every block that is left."""
    file = os.open(disk / "downloads", os.O_CREAT | os.O_WRONLY)
    try:
        while os.write(file, bytes(4096)):
            pass
    except OSError:
        os.close(file)


def close_whole(database: Path) -> None:
    """Let its files beside it go, which a server that ended in the midst of something may leave.

    With them there it needs no room to start, and reads as on any full disk.
    """
    with closing(sqlite3.connect(database)) as last:
        last.execute("SELECT count(*) FROM django_migrations").fetchone()
    assert not [*database.parent.glob(f"{database.name}-*")]


def laptop(disk: Path, beside: Path) -> Site:
    """`serve` with its data on that disk and its log elsewhere."""
    site = embedded_site(disk)
    site.log_path = beside / "serve.log"
    return site


class Judge:
    """Somebody who records: tournaments, under keys of their own."""

    def __init__(self, site: Site) -> None:
        self.program = httpx.Client(base_url=site.url(), trust_env=False, timeout=60)
        self.program.post("/api/v1/accounts/", json=ACCOUNT).raise_for_status()
        given = {key: ACCOUNT[key] for key in ("username", "password")}
        self.token = self.program.post("/api/v1/token/", json=given).json()["token"]
        self.acknowledged: list[str] = []

    def record(self, name: str) -> httpx.Response:
        """One more; noted where the server said that it is stored."""
        body: dict[str, Any] = {"kind": "campeonato", "name": name, "year": 2026}
        headers = {"Authorization": f"Token {self.token}", "Idempotency-Key": f"key-of-{name}"}
        answer = self.program.post("/api/v1/tournaments/", json=body, headers=headers)
        if answer.status_code == 201:
            self.acknowledged.append(answer.json()["slug"])
        return answer

    def stored(self) -> set[str]:
        """What can be read back."""
        headers = {"Authorization": f"Token {self.token}"}
        addresses = [f"/api/v1/tournaments/{slug}/" for slug in self.acknowledged]
        found = [self.program.get(address, headers=headers) for address in addresses]
        return {answer.json()["slug"] for answer in found if answer.status_code == 200}


def test_in_mid_day_reading_goes_on_and_writing_does_when_there_is_space(disk: Path, tmp_path: Path) -> None:
    with running(laptop(disk, tmp_path)) as site:
        judge = Judge(site)
        assert judge.record("Primeiro").status_code == 201
        fill(disk)
        refused = [judge.record(f"Torneio-{number}") for number in range(12)]
        assert {answer.status_code for answer in refused} == {503}
        assert {answer.json()["error"] for answer in refused} == {"database_takes_no_changes"}
        read = [judge.program.get(path).status_code for path in PAGES]
        assert read == [200] * len(PAGES)
        assert judge.program.get("/saude/").json()["space"] is False
        assert judge.stored() == set(judge.acknowledged)
        (disk / "downloads").unlink()
        again = [judge.record(f"Torneio-{number}") for number in range(12)]
        assert {answer.status_code for answer in again} == {201}
        assert judge.stored() == set(judge.acknowledged)
        assert len(judge.acknowledged) == 13


def test_starting_on_a_full_disk_is_one_sentence(disk: Path, tmp_path: Path) -> None:
    site = laptop(disk, tmp_path)
    with running(site):
        assert site.stop() == 0
    close_whole(disk / "chama.sqlite3")
    fill(disk)
    with pytest.raises(ServerDied, match="full") as died:
        site.start()
    assert "Traceback" not in str(died.value)
    (disk / "downloads").unlink()
    with running(site):
        wait_until(partial(httpx.get, site.url("/"), trust_env=False))


def test_the_reserve_is_given_up_and_made_again(disk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk_reserve, "PLENTY", 10_000_000)
    reserve = disk_reserve.DiskReserve(disk)
    reserve.adjust_reserve()
    assert reserve.path.stat().st_size == disk_reserve.RESERVE
    fill(disk)
    reserve.adjust_reserve()
    (disk / "result").write_bytes(bytes(100_000))
    (disk / "downloads").unlink()
    reserve.adjust_reserve()
    assert reserve.path.exists()


@pytest.mark.F130
def test_a_full_stick_delays_no_result_is_shown_and_catches_up(disk: Path, tmp_path: Path) -> None:
    """The data lie elsewhere: the stick is full, not the laptop."""
    mine, other = tmp_path / "mine", tmp_path / "other"
    mine.mkdir()
    other.mkdir()

    def is_well(judge: Judge) -> bool:
        return bool(judge.program.get("/saude/").json()["backups"])

    with running(embedded_site(mine, "--backup-to", str(disk), "--backup-minutes", "60")) as site:
        judge = Judge(site)
        wait_until(lambda: list(disk.glob("*.journal")), what="a journal")
        assert is_well(judge)
        fill(disk)
        assert judge.record("Primeiro").status_code == 201
        wait_until(lambda: not is_well(judge), what="the trouble is shown")
        assert judge.record("Segundo").status_code == 201
        assert "full" in site.log
        (disk / "downloads").unlink()
        wait_until(partial(is_well, judge), what="it catches up")
        assert judge.record("Terceiro").status_code == 201
        site.stop()
    told = Laptop(other).done("restore", str(disk))
    assert "3 records, all sound" in told
