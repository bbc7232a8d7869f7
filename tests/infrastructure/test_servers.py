"""The suite's servers are real ones, are ours alone, and leave nothing behind."""

import os
import sys
from pathlib import Path
from threading import Event

import httpx
import pytest
import redis
from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import DatabaseError, connection, transaction

from core.models import Heartbeat
from tests.environment import broker_of, settings_for_tests
from tests.fixtures.database import AtOnce
from tests.servers import broker
from tests.servers.process import Server, ServerDied, wait_until
from tests.servers.site import Site


def test_a_developers_own_servers_are_not_touched() -> None:
    given = {"DATABASE_URL": "postgres://production", "CELERY_BROKER_URL": "redis://production/0"}
    assert set(settings_for_tests(given, "/tmp/somewhere")) == {"SECRET_KEY", "DATA_DIR"}
    assert Path(settings.DATA_DIR).name.startswith("chama-tests-")


@pytest.mark.parametrize(
    ("url", "process", "expected"),
    [
        ("redis://:x@127.0.0.1:7000/0", "gw1", "redis://:x@127.0.0.1:7000/1"),
        ("redis://:x@127.0.0.1:7000/0", "", "redis://:x@127.0.0.1:7000/0"),
        ("amqp://guest@127.0.0.1/0", "gw1", "amqp://guest@127.0.0.1/0"),
    ],
)
def test_each_process_of_the_suite_has_a_broker_of_its_own(url: str, process: str, expected: str) -> None:
    assert broker_of(url, process) == expected


@pytest.mark.django_db
def test_the_database_is_the_one_the_run_is_about() -> None:
    expected = "postgresql" if os.environ.get("TEST_DATABASE_URL") else "sqlite"
    assert connection.vendor == expected
    assert "test" in str(connection.settings_dict["NAME"])


def test_a_broker_of_ours_starts_answers_restarts_and_ends(tmp_path: Path) -> None:
    server, url = broker.server(tmp_path)
    with server, redis.Redis.from_url(url) as client:
        client.set("kept", "until the end")
        server.restart()
        assert client.get("kept") is None
    with redis.Redis.from_url(url) as client, pytest.raises(redis.ConnectionError):
        client.ping()


def test_a_server_that_ends_at_once_shows_its_log(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "raise SystemExit('no such thing')"]
    with pytest.raises(ServerDied, match="no such thing"):
        Server("broken", command, tmp_path, ready=lambda: False).start()


def test_both_acts_run_at_the_same_time_on_their_own_connections(at_once: AtOnce) -> None:
    arrived, answered = Event(), Event()

    def first() -> object:
        arrived.set()
        assert answered.wait(10)
        connection.ensure_connection()
        return connection.connection

    def second() -> object:
        assert arrived.wait(10)
        answered.set()
        connection.ensure_connection()
        return connection.connection

    one, other = at_once(first, second)
    assert one is not other
    assert connection.connection not in (one, other)


def test_an_act_that_fails_gives_its_exception(at_once: AtOnce) -> None:
    def broken() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM no_such_table")

    failure, value = at_once(broken, lambda: 7)
    assert isinstance(failure, DatabaseError)
    assert value == 7


def _sign_in(site: Site, name: str, password: str) -> httpx.Response:
    with httpx.Client(base_url=site.base, trust_env=False) as person:
        person.get("/conta/entrar/")
        form = {"username": name, "password": password, "csrfmiddlewaretoken": person.cookies["csrftoken"]}
        return person.post("/conta/entrar/?next=/admin/", data=form)


def test_the_live_site_and_the_test_share_one_database(live_site: Site) -> None:
    ana = get_user_model().objects.create_superuser("ana", password="a song of mine")
    assert ana.last_login is None
    assert _sign_in(live_site, "ana", "another song").status_code == 422
    assert _sign_in(live_site, "ana", "a song of mine").headers["location"] == "/admin/"
    ana.refresh_from_db()
    assert ana.last_login is not None


def test_the_live_site_survives_being_killed(live_site: Site) -> None:
    live_site.kill()
    with pytest.raises(httpx.TransportError):
        httpx.get(live_site.base, trust_env=False)
    live_site.start()
    assert httpx.get(live_site.url("/conta/entrar/"), trust_env=False).status_code == 200


def _tasks_run_here() -> int:
    return Heartbeat.objects.filter(name="worker").count()


def test_the_worker_sweeps_this_tests_database_and_ends_by_itself(worker: Server) -> None:
    wait_until(_tasks_run_here)
    assert worker.stop() == 0


def test_a_killed_worker_starts_again(worker: Server) -> None:
    worker.kill()
    Heartbeat.objects.all().delete()
    worker.start()
    wait_until(_tasks_run_here)


def test_this_process_of_the_suite_talks_to_its_own_broker() -> None:
    process = os.environ.get("PYTEST_XDIST_WORKER", "")
    given = os.environ.get("TEST_BROKER_URL", "memory:")
    assert str(settings.CELERY_BROKER_URL).startswith(broker_of(given, process))
