"""Receivers that take their time do not hold all threads of a worker."""

import threading

import pytest
from django.utils import timezone

from core import remote_servers
from core.jobs import outbox
from core.models import Job, JobState
from tests.cast import ana, announced, fresh
from tournaments.endings import cancel
from tournaments.models import WebhookDelivery
from tournaments.webhooks import deliveries
from tournaments.webhooks.endpoints import add_endpoint
from tournaments.webhooks.transport import PostResult

pytestmark = pytest.mark.django_db


def test_a_delivery_waits_a_moment_where_enough_receivers_are_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tournament, now = announced(), timezone.now()
    monkeypatch.setattr(remote_servers, "_slots", threading.BoundedSemaphore(1))
    monkeypatch.setattr(deliveries, "post", lambda *_args: PostResult(200))
    add_endpoint(tournament, url="https://chama.example/", by=ana(), now=now)
    cancel(fresh(tournament), reason="A luz acabou.", by=ana(), now=now)
    outbox.run(Job.objects.get(kind="tournaments.collect_webhooks").pk, now)
    with remote_servers.server_slot():
        assert outbox.run(Job.objects.get(kind=deliveries.SEND).pk, now)
    delivery = WebhookDelivery.objects.get()
    assert (delivery.state, delivery.attempts) == ("waiting", 0)
    later = Job.objects.get(kind=deliveries.SEND, state=JobState.WAITING)
    assert later.due_at == now + deliveries.PAUSE
    assert outbox.run(later.pk, now + deliveries.PAUSE)
    assert WebhookDelivery.objects.get().state == "sent"
