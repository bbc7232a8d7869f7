"""Webhooks for programs: add one, verify by its secret, read the log, send again, remove."""

from collections.abc import Iterator
from ipaddress import ip_network
from typing import Any

import pytest
from standardwebhooks.webhooks import Webhook

from core.models import StoredAnswer
from tests.api.programs import program
from tests.cast import ana, announced, bruno
from tests.webhooks import Receiver, cancelled, run_jobs

pytestmark = [pytest.mark.django_db, pytest.mark.F75]


@pytest.fixture
def receiver(settings: Any) -> Iterator[Receiver]:
    settings.WEBHOOK_NETWORKS = [ip_network("127.0.0.1/32")]
    found = Receiver()
    yield found
    found.close()


def test_a_program_adds_a_webhook_and_verifies_what_it_hears(receiver: Receiver) -> None:
    tournament, boss = announced(), program(ana())
    base = f"tournaments/{tournament.slug}/webhooks/"
    added = boss.post(base, {"url": receiver.url}, key="once")
    assert (added.status, boss.post(base, {"url": receiver.url}, key="once").body) == (201, added.body)
    secret = boss.get(f"{base}{added.body['number']}/secret/").body["secret"]
    assert [one["url"] for one in boss.get(base).body] == [receiver.url]
    assert "secret" not in boss.get(base).body[0]
    assert secret not in str(list(StoredAnswer.objects.values_list("body", flat=True)))
    cancelled(tournament)
    run_jobs()
    ((headers, body),) = receiver.heard
    assert Webhook(secret).verify(body.decode(), headers)["type"] == "tournament.cancelled"
    (delivery,) = boss.get(f"{base}deliveries/").body
    assert (delivery["state"], delivery["response_status"], delivery["id"]) == (
        "sent",
        204,
        headers["webhook-id"],
    )
    assert boss.post(f"{base}deliveries/{delivery['number']}/send-again/").status == 204
    assert boss.post(f"{base}deliveries/{delivery['number']}/send-again/").body["error"] == "webhook_waits"
    run_jobs()
    assert len(receiver.heard) == 2
    assert boss.delete(f"{base}{added.body['number']}/").status == 204
    assert boss.delete(f"{base}{added.body['number']}/").status == 404
    assert boss.get(base).body == []


@pytest.mark.parametrize("url", ["", "x", "ftp://a.example/", "https://a:b@a.example/", 7, None, "a" * 400])
def test_what_is_no_address_is_refused(url: Any) -> None:
    base = f"tournaments/{announced().slug}/webhooks/"
    answer = program(ana()).post(base, {"url": url})
    assert answer.status in (400, 422)
    assert program(ana()).get(base).body == []


def test_a_judge_neither_reads_nor_adds(receiver: Receiver) -> None:
    base = f"tournaments/{announced().slug}/webhooks/"
    for path in (base, f"{base}deliveries/"):
        assert program(bruno()).get(path).status == 403
    assert program(bruno()).post(base, {"url": receiver.url}).status == 403
