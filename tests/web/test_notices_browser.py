"""Notices in a real browser: the page rings when its player is called, and the worker shows push messages."""

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, Worker, expect

from matches.models import Match
from notices.vapid import new_key
from scheduling.dispatcher import dispatch
from tests.cast import PASSWORD, caio, drawn
from tests.fixtures.browser import NewPage
from tests.fixtures.sites import running
from tests.servers.process import wait_until
from tests.servers.site import Site, embedded_site
from tests.web.phones import TOUCH, sign_in

FELT = "navigator.vibrate = (pattern) => { (window.felt ||= []).push(pattern.length); return true; };"
KEY = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
SUBSCRIBES = """async ([p256dh, auth]) => {
  const plain = (text) => atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = (text) => Uint8Array.from(plain(text), (sign) => sign.charCodeAt(0));
  Notification.requestPermission = async () => "granted";
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    if (applicationServerKey.length !== 65) throw new Error("no key of the site");
    const keys = { p256dh, auth };
    return { endpoint: "https://push.example/a", getKey: (name) => bytes(keys[name]).buffer };
  };
}"""
"""The browser's push service is out of reach of the tests: this stands for its answer."""
LOOK = os.environ.get("LOOK", "")
STARTS = """async () => {
  await navigator.serviceWorker.register('/sw.js');
  await navigator.serviceWorker.ready;
}"""
SHOWS = """() => {
  ServiceWorkerRegistration.prototype.showNotification = async (title, { data }) => {
    (self.shown ||= []).push([title, data.path]);
  };
}"""
"""The tests' Chromium allows no notices: this stands for what it would show."""


SUBSCRIBED = """() => {
  const subscription = { unsubscribe: async () => { self.stopped = (self.stopped || 0) + 1; } };
  PushManager.prototype.getSubscription = async () => subscription;
}"""


def look(page: Page, name: str) -> None:
    """Save a picture of the page, if a folder for pictures is named."""
    if LOOK:
        page.screenshot(path=f"{LOOK}/{name}.png", full_page=True)


def test_the_open_page_rings_when_its_player_is_called(live_site: Site, new_page: NewPage) -> None:
    tournament = drawn(8)
    phone = new_page(**TOUCH)
    phone.add_init_script(FELT)
    sign_in(phone, live_site, "caio")
    phone.goto(live_site.url(reverse("tournament", args=[tournament.slug])))
    expect(phone.locator("[data-sound]")).to_be_visible()
    before = phone.title()
    assert phone.evaluate("window.felt || []") == []
    dispatch(tournament.ledger_id, now=timezone.now())
    table = Match.objects.get(ledger=tournament.ledger_id, seats__persona__player=caio(), round=1).table
    assert table
    wait_until(lambda: phone.title() == f"Table {table.label} · {before}")
    assert phone.evaluate("window.felt") == [5]
    look(phone, "called")
    phone.reload()
    wait_until(lambda: phone.title() == f"Table {table.label} · {before}")
    assert phone.evaluate("window.felt || []") == []


def pushed(page: Page, site: Site, message: dict[str, Any]) -> None:
    """The browser's push service delivers this message to the worker of the site."""
    session = page.context.new_cdp_session(page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    wait_until(lambda: page.evaluate("1") and found)
    given = {"origin": site.url("").rstrip("/"), "registrationId": found[-1], "data": json.dumps(message)}
    session.send("ServiceWorker.deliverPushMessage", given)


def started_worker(phone: Page) -> Worker:
    """The service worker of the site, once it is active on this phone."""
    with phone.context.expect_event("serviceworker") as began:
        phone.evaluate(STARTS)
    worker: Worker = began.value
    return worker


def test_a_push_message_is_shown_and_a_late_one_is_not(live_site: Site, new_page: NewPage) -> None:
    drawn(8)
    phone = new_page(**TOUCH)
    sign_in(phone, live_site, "caio")
    worker = started_worker(phone)
    worker.evaluate(SHOWS)
    later, past = (int(timezone.now().timestamp() + seconds) * 1000 for seconds in (600, -1))
    message = {"body": "Chama", "path": "/x", "tag": "notice1", "lang": "pt-br"}
    pushed(phone, live_site, {**message, "title": "Atrasado", "until": past})
    pushed(phone, live_site, {**message, "title": "Você foi chamado à mesa 3", "until": later})
    wait_until(lambda: worker.evaluate("self.shown || []") == [["Você foi chamado à mesa 3", "/x"]])


def test_who_signs_out_gets_no_notices_on_this_device(live_site: Site, new_page: NewPage) -> None:
    drawn(8)
    phone = new_page(**TOUCH)
    sign_in(phone, live_site, "caio")
    worker = started_worker(phone)
    worker.evaluate(SUBSCRIBED)
    phone.goto(live_site.url("/regras/"))
    wait_until(lambda: worker.evaluate("ownerOf()") == "caio")
    assert worker.evaluate("self.stopped || 0") == 0
    phone.click("form[action='/conta/sair/'] button")
    wait_until(lambda: worker.evaluate("self.stopped || 0") == 1)


def test_a_phone_turns_notices_on(
    tables: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, new_page: NewPage
) -> None:
    shutil.copy(tables, tmp_path)
    for name, value in {
        "EMAIL_URL": "consolemail://",
        "MAIL_FROM": "chama@torneios.example",
        "CSRF_TRUSTED_ORIGINS": "https://torneios.example",
        "VAPID_KEY": new_key(),
    }.items():
        monkeypatch.setenv(name, value)
    with running(embedded_site(tmp_path)) as site:
        phone = new_page(viewport={"width": 390, "height": 844})
        phone.goto(site.url(reverse("sign_up")))
        for field, value in (
            ("name", "Caio do Rio"),
            ("username", "caio"),
            ("password", PASSWORD),
            ("again", PASSWORD),
        ):
            phone.fill(f"main [name={field}]", value)
        phone.click("main form button")
        phone.wait_for_url(site.url("/"))
        phone.goto(site.url(reverse("account")))
        look(phone, "account")
        phone.click(f"a[href='{reverse('own_notices')}']")
        expect(phone.locator("form[data-push]")).to_be_visible()
        phone.evaluate(SUBSCRIBES, [KEY, "BTBZMqHH6r4Tts7J_aSIgg"])
        phone.click("form[data-push] button")
        expect(phone.locator(".notice-good")).to_be_visible()
        assert phone.locator("input[name=push]:checked").count() == 7
        phone.check("input[name=mail][value=called]")
        phone.click("form.card button.btn-primary")
        expect(phone.locator("input[name=mail][value=called]")).to_be_checked()
        assert phone.evaluate("document.documentElement.scrollWidth") == 390
        look(phone, "notices")
