"""PostgreSQL and Redis over TLS (docs/operating/tls.md): whom nobody vouches for is not spoken to."""

import os
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from cryptography.hazmat.primitives.serialization import Encoding

from laptop.authority import issue_certificate, load_or_create_authority
from tests.servers import broker
from tests.servers.postgres import postgres
from tests.servers.process import LOOPBACK, ROOT, Server, free_port, password, python_command

ASKS_FOR_TLS = bytes.fromhex("0000000804d2162f")  # the eight bytes with which a client begins
ASKED = """
from django.db import connection
with connection.cursor() as cursor:
    cursor.execute("SELECT 1")
    print(connection.connection.pgconn.ssl_in_use)
"""
SENT = """
import redis
from django.core.cache import cache
from config.celery import app
cache.set("x", b"y")
with app.connection_for_write() as connection:
    connection.ensure_connection(max_retries=1, timeout=5)
    with connection.channel() as channel:
        made = channel.client.connection_pool.make_connection()
        print(cache.get("x"), channel.client.ping(), isinstance(made, redis.SSLConnection))
"""


@dataclass(frozen=True)
class Trust:
    """An authority's certificate, what it vouches for, and the certificate of another authority."""

    authority: Path
    server: bytes
    other: Path


@pytest.fixture(scope="module")
def trust(tmp_path_factory: pytest.TempPathFactory) -> Trust:
    """Two authorities."""
    files, made = [], b""
    for name in ("ours", "theirs"):
        folder = tmp_path_factory.mktemp(name)
        authority = load_or_create_authority(folder, [LOOPBACK], datetime.now(UTC))
        files.append(folder / "ca.pem")
        files[-1].write_bytes(authority.certificate.public_bytes(Encoding.PEM))
        made = made or issue_certificate(authority, [LOOPBACK])
    return Trust(files[0], made, files[1])


class Encrypting:
    """What PostgreSQL's own TLS is to a client, before one that was built without it."""

    def __init__(self, port: int, certificate: Path) -> None:
        self.port, self.own = port, free_port()
        self.context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self.context.load_cert_chain(certificate)
        self.listening = socket.create_server((LOOPBACK, self.own))
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                threading.Thread(target=self._pass, args=[self.listening.accept()[0]], daemon=True).start()

    def _pass(self, client: socket.socket) -> None:
        with suppress(OSError), client, socket.create_connection((LOOPBACK, self.port)) as server:
            assert client.recv(8) == ASKS_FOR_TLS
            client.sendall(b"S")
            with self.context.wrap_socket(client, server_side=True) as safe:
                back = threading.Thread(target=_pour, args=[server, safe], daemon=True)
                back.start()
                _pour(safe, server)


def _pour(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while piece := source.recv(65536):
            target.sendall(piece)
        target.shutdown(socket.SHUT_WR)


@pytest.fixture(scope="module")
def postgres_url(trust: Trust, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A PostgreSQL that takes connections over TLS."""
    certificate = tmp_path_factory.mktemp("tls") / "server.pem"
    certificate.write_bytes(trust.server)
    with postgres() as url:
        place = urlsplit(url)
        line = Encrypting(place.port or 0, certificate)
        yield place._replace(netloc=place.netloc.replace(f":{place.port}", f":{line.own}")).geturl()
        line.listening.close()


@pytest.fixture
def redis_url(trust: Trust, tmp_path: Path) -> Iterator[str]:
    """A Redis that speaks nothing but TLS."""
    (tmp_path / "server.pem").write_bytes(trust.server)
    secret, port = password(), free_port()
    command = [
        str(broker.program()), "--bind", LOOPBACK, "--port", "0", "--tls-port", str(port), "--requirepass",
        secret, "--tls-cert-file", str(tmp_path / "server.pem"), "--tls-key-file",
        str(tmp_path / "server.pem"), "--tls-ca-cert-file", str(trust.authority), "--tls-auth-clients", "no",
        "--save", "", "--dir", str(tmp_path),
    ]  # fmt: skip
    with Server("redis", command, tmp_path, ready=lambda: "eady to accept" in log(tmp_path)):
        yield f"rediss://:{secret}@{LOOPBACK}:{port}/0"


def log(folder: Path) -> str:
    """What Redis wrote so far."""
    file = folder / "redis.log"
    return file.read_text(errors="replace") if file.exists() else ""


def product(folder: Path, words: str, **given: str) -> subprocess.CompletedProcess[str]:
    """The product with these variables and no others of ours."""
    environ = {**os.environ, "DATA_DIR": str(folder), "SECRET_KEY": "of a test", **given}
    command = python_command("manage.py", "shell", "-v", "0", "-c", words)
    return subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("connections", ["0", "2"], ids=["one by one", "pooled"])
def test_postgresql_is_spoken_to_over_tls(
    trust: Trust, postgres_url: str, tmp_path: Path, connections: str
) -> None:
    asked = f"{postgres_url}?sslmode=verify-full&sslrootcert={trust.authority}"
    done = product(tmp_path, ASKED, DATABASE_URL=asked, CONNECTIONS=connections)
    assert (done.returncode, done.stdout.strip()) == (0, "True"), done.stderr


def test_a_postgresql_that_nobody_vouches_for_is_not_spoken_to(
    trust: Trust, postgres_url: str, tmp_path: Path
) -> None:
    asked = f"{postgres_url}?sslmode=verify-full&sslrootcert={trust.other}"
    done = product(tmp_path, ASKED, DATABASE_URL=asked)
    assert done.returncode != 0
    assert "certificate verify failed" in done.stderr


def redis(url: str, authority: Path) -> dict[str, str]:
    """Broker and cache behind this address."""
    asked = f"{url}?ssl_cert_reqs=required&ssl_check_hostname=true&ssl_ca_certs={authority}"
    return {"CELERY_BROKER_URL": asked, "CACHE_URL": asked.replace("/0?", "/1?")}


def test_redis_is_spoken_to_over_tls(trust: Trust, redis_url: str, tmp_path: Path) -> None:
    done = product(tmp_path, SENT, **redis(redis_url, trust.authority))
    assert (done.returncode, done.stdout.split()) == (0, ["b'y'", "True", "True"]), done.stderr


def test_a_redis_that_nobody_vouches_for_is_not_spoken_to(
    trust: Trust, redis_url: str, tmp_path: Path
) -> None:
    for name, url in redis(redis_url, trust.other).items():
        done = product(tmp_path, SENT, **{name: url})
        assert done.returncode != 0, name
        assert "certificate verify failed" in done.stderr
