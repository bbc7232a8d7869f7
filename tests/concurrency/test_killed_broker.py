"""Redis is killed and comes back empty while a worker has a task that it has not acknowledged."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from celery import Celery

from core.models import Job, JobState
from tests.cast import drawn
from tests.fixtures.database import database_url
from tests.fixtures.sites import running
from tests.servers import broker
from tests.servers.process import Server, wait_until
from tests.servers.site import celery_worker

HOURS = 3600


@dataclass
class Hall:
    """A broker of its own, and a worker that no sweep helps; its failpoints are in `points`."""

    broker: Server
    worker: Server
    client: Celery
    points: Path

    def send(self) -> Job:
        """A dispatch of a new tournament, sent as web processes send it."""
        job = Job.objects.get(kind="scheduling.dispatch", ledger=drawn(8).ledger_id)
        self.client.send_task("scheduling.dispatch", (job.pk,), queue="now")
        return job


@pytest.fixture
def hall(
    transactional_db: None, real_broker: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Hall]:
    """Both run, and are ended at the end."""
    points = tmp_path / "points"
    points.mkdir()
    monkeypatch.setenv("FAILPOINTS", str(points))
    server, url = broker.server(tmp_path)
    monkeypatch.setenv("CELERY_BROKER_URL", url)  # which every app of Celery prefers to what it is given
    with server, running(celery_worker(tmp_path, database_url(), url, sweep_seconds=HOURS)) as worker:
        yield Hall(server, worker, Celery(broker=url, set_as_current=False), points)


def is_done(job: Job) -> bool:
    """Whether the row says so."""
    return Job.objects.get(pk=job.pk).state == JobState.DONE


@pytest.mark.fault("F126")
@pytest.mark.F94
def test_the_worker_ends_its_job_and_takes_the_next_one(hall: Hall) -> None:
    (hall.points / "job.worked").write_text("hold")
    first = hall.send()
    held = hall.points / "job.worked.taken"
    wait_until(held.exists)
    hall.broker.kill()
    wait_until(lambda: "Connection to broker lost" in hall.worker.log)
    hall.broker.start()
    held.unlink()
    wait_until(lambda: is_done(first))
    second = hall.send()
    wait_until(lambda: is_done(second))
    assert not hall.worker.has_ended
    assert "Unrecoverable error" not in hall.worker.log
