"""The site's own webhooks: every tournament, one secret an address, a log for administrators."""

import json
from collections.abc import Iterator
from datetime import timedelta
from ipaddress import ip_network
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from standardwebhooks.webhooks import Webhook

from accounts.models import User
from core.errors import Forbidden, Stale
from tests.cast import ana, announced, browser, bruno, drawn, duda, fresh
from tests.webhooks import Receiver, cancelled, heard_by, only, run_jobs
from tournaments import admin
from tournaments.models import Tournament, WebhookDelivery
from tournaments.privacy import own_data
from tournaments.webhooks import deliveries
from tournaments.webhooks.endpoints import remove_endpoint, site_secrets

pytestmark = [pytest.mark.django_db, pytest.mark.F75]


@pytest.fixture
def receiver(settings: Any) -> Iterator[Receiver]:
    """It hears of nothing yet."""
    settings.WEBHOOK_NETWORKS = [ip_network("127.0.0.1/32")]
    found = Receiver()
    yield found
    found.close()


def administrator(*rights: str) -> Client:
    """Duda as an administrator with these rights alone."""
    player = duda()
    user = User.objects.get(username="duda")
    user.is_staff = True
    user.save(update_fields=["is_staff"])
    user.user_permissions.set(Permission.objects.filter(codename__in=rights))
    return browser(player)


@pytest.fixture
def site(receiver: Receiver, settings: Any) -> Receiver:
    """The receiver hears of every tournament."""
    settings.SITE_WEBHOOKS = [receiver.url]
    return receiver


def test_the_site_hears_of_every_tournament_with_one_secret(site: Receiver) -> None:
    first, second = announced(), fresh(announced(name="Outra"))
    for tournament in (first, second):
        cancelled(tournament)
    run_jobs()
    verify = Webhook(site_secrets()[site.url]).verify
    events = [verify(body.decode(), headers) for headers, body in site.heard]
    slugs = {event["data"]["tournament"] for event in events if event["type"] == "tournament.cancelled"}
    assert slugs == {first.slug, second.slug}
    assert len({headers["webhook-id"] for headers, _ in site.heard}) == len(site.heard) == len(events)


def test_the_site_hears_of_no_simulation_and_of_nothing_before_the_setting(
    receiver: Receiver, settings: Any
) -> None:
    tournament, simulated = drawn(8), announced(name="Simulada")
    Tournament.objects.filter(pk=simulated.pk).update(simulated=True)
    settings.SITE_WEBHOOKS = [receiver.url]
    cancelled(tournament)
    cancelled(simulated)
    run_jobs()
    assert [json.loads(body)["type"] for _, body in receiver.heard] == ["tournament.cancelled"]
    assert json.loads(receiver.heard[0][1])["data"]["tournament"] == tournament.slug


def test_organizers_neither_see_nor_remove_the_site_s_endpoint(site: Receiver) -> None:
    tournament = cancelled(announced())
    run_jobs()
    endpoint, delivery = tournament.webhooks.get(), only()
    assert endpoint.is_site
    page = browser(ana()).get(f"/torneios/{tournament.slug}/webhooks/")
    assert site.url not in page.content.decode()
    now = timezone.now()
    with pytest.raises(Forbidden, match="not_found"):
        remove_endpoint(tournament, number=endpoint.pk, by=ana(), now=now)
    with pytest.raises(Forbidden, match="not_found"):
        deliveries.send_again(tournament, number=delivery.pk, by=ana(), now=now)


def test_an_organizer_s_endpoint_may_have_the_site_s_address(site: Receiver) -> None:
    tournament = announced()
    secret = heard_by(tournament, site)
    cancelled(tournament)
    run_jobs()
    assert secret != site_secrets()[site.url]
    assert len(site.heard) == len({headers["webhook-id"] for headers, _ in site.heard}) == 2


def test_an_address_that_left_the_setting_hears_nothing_and_fails(site: Receiver, settings: Any) -> None:
    tournament, site.status = cancelled(announced()), 500
    run_jobs()
    settings.SITE_WEBHOOKS = []
    heard = len(site.heard)
    run_jobs(timedelta(hours=1))
    assert len(site.heard) == heard
    assert (only().state, only().error) == ("failed", "webhook_dropped")
    settings.SITE_WEBHOOKS = [site.url]
    site.status = 204
    deliveries.enqueue_again(only(), timezone.now())
    run_jobs(timedelta(hours=1))
    assert only().state == "sent"
    assert tournament.webhooks.count() == 1


def test_events_of_yesterday_are_no_news(site: Receiver) -> None:
    tournament = announced()
    heard_by(tournament, site)
    cancelled(tournament)
    deliveries.collect_deliveries(tournament.ledger_id, timezone.now() + 2 * deliveries.MAX_LATENESS)
    assert not WebhookDelivery.objects.exists()


def test_an_administrator_sees_the_log_and_sends_again(site: Receiver) -> None:
    cancelled(announced())
    run_jobs()
    address = reverse("admin:tournaments_webhookdelivery_changelist")
    again = {"action": "send_again", "_selected_action": [only().pk]}
    looks = administrator("view_webhookdelivery")
    assert site.url in looks.get(address).content.decode()
    looks.post(address, again)
    assert only().state == "sent"
    administrator("view_webhookdelivery", "change_webhookdelivery").post(address, again)
    assert only().state == "waiting"
    run_jobs()
    assert len(site.heard) == 2


def test_what_waits_again_by_then_is_not_counted_as_sent_again(
    site: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    cancelled(announced())
    run_jobs()

    def late(*_: object) -> None:
        raise Stale("webhook_waits")

    monkeypatch.setattr(admin, "enqueue_again", late)
    page = administrator("view_webhookdelivery", "change_webhookdelivery").post(
        reverse("admin:tournaments_webhookdelivery_changelist"),
        {"action": "send_again", "_selected_action": [only().pk]},
        follow=True,
    )
    assert [(str(said), said.level_tag) for said in page.context["messages"]] == [
        ("0 will be sent again.", "warning")
    ]


def test_the_command_prints_each_address_with_its_secret(site: Receiver, capsys: Any, settings: Any) -> None:
    call_command("site_webhooks")
    assert capsys.readouterr().out == f"{site.url} {site_secrets()[site.url]}\n"
    settings.SITE_WEBHOOKS = []
    call_command("site_webhooks")
    assert "SITE_WEBHOOKS is empty" in capsys.readouterr().out


def test_own_data_has_the_person_s_webhooks(receiver: Receiver) -> None:
    heard_by(announced(), receiver)
    slug = Tournament.objects.get().slug
    own: Any = own_data(ana(), timezone.now())["webhooks"]
    assert [(one["url"], one["tournament"]) for one in own] == [(receiver.url, slug)]
    assert own_data(bruno(), timezone.now())["webhooks"] == []
