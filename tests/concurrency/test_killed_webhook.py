"""A worker is killed while a receiver reads its webhook; the next worker sends the same event again."""

from collections.abc import Iterator
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from core.models import Job, JobState
from tests.cast import announced
from tests.fixtures.database import database_url
from tests.fixtures.sites import running
from tests.servers.process import wait_until
from tests.servers.site import celery_worker
from tests.webhooks import Receiver, cancelled, heard_by, only
from tournaments.webhooks.deliveries import SEND


@pytest.fixture
def receiver(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[Receiver]:
    """A receiver at an address that workers may reach."""
    monkeypatch.setenv("WEBHOOK_NETWORKS", "127.0.0.1/32")
    settings.WEBHOOK_NETWORKS = [ip_network("127.0.0.1/32")]
    found = Receiver()
    yield found
    found.close()


@pytest.mark.F75
def test_an_event_arrives_with_one_id_through_a_killed_worker(
    transactional_db: None, real_broker: str, tmp_path: Path, receiver: Receiver
) -> None:
    tournament = announced()
    with running(celery_worker(tmp_path, database_url(), real_broker, sweep_seconds=1)) as worker:
        receiver.before_answer = worker.kill
        heard_by(tournament, receiver)
        cancelled(tournament)
        wait_until(lambda: receiver.heard and worker.process is None)
        job = Job.objects.get(kind=SEND)
        assert (job.state, only().state) == (JobState.RUNNING, "waiting")
        Job.objects.filter(pk=job.pk).update(claimed_until=timezone.now())  # as after two minutes
        worker.start()
        wait_until(lambda: only().state == "sent")
    assert len(receiver.ids) == 2
    assert len(set(receiver.ids)) == 1
