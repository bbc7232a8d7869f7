"""Webhooks: who hears what, signed as the published library verifies it, whatever the receiver does."""

import json
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from standardwebhooks.webhooks import Webhook

from core import tasks
from core.errors import Forbidden, Refused, Stale
from core.failpoints import SimulatedKill
from core.jobs import outbox
from core.models import Job, JobState
from tests.cast import ana, announced, browser, bruno, checked_in, drawn, fresh
from tests.swiss import swiss
from tests.webhooks import Receiver, cancelled, heard_by, only, run_jobs
from tournaments.draw.publish import publish_draw
from tournaments.models import Tournament, WebhookDelivery
from tournaments.webhooks import deliveries, endpoints, transport
from tournaments.webhooks.endpoints import MAX_ENDPOINTS, add_endpoint, remove_endpoint
from tournaments.webhooks.signing import secret_of
from tournaments.webhooks.transport import is_reachable, parse_url, post

pytestmark = [pytest.mark.django_db, pytest.mark.F75]
LOOPBACK = "127.0.0.1"
HEAD = b"HTTP/1.1 200 OK\r\n"


@pytest.fixture(autouse=True)
def local(settings: Any) -> None:
    settings.WEBHOOK_NETWORKS = [ip_network("127.0.0.1/32")]


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    found = Receiver()
    yield found
    found.close()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CONNECT_SECONDS", "READ_SECONDS"):
        monkeypatch.setattr(transport, name, 0.5)
    monkeypatch.setattr(transport, "TOTAL_SECONDS", 1.0)


def test_an_event_arrives_once_and_the_published_library_verifies_it(receiver: Receiver) -> None:
    tournament = announced()
    secret = heard_by(tournament, receiver)
    cancelled(tournament)
    run_jobs()
    run_jobs()
    ((headers, body),) = receiver.heard
    assert secret.startswith("whsec_")
    event = Webhook(secret).verify(body.decode(), headers)
    assert event["type"] == "tournament.cancelled"
    assert event["data"]["tournament"] == tournament.slug
    assert headers["host"] in receiver.url
    assert only().state == "sent"
    with pytest.raises(Exception, match="signature"):
        Webhook(secret).verify(body.decode() + " ", headers)


def test_a_new_key_of_the_site_breaks_no_receiver(receiver: Receiver, settings: Any) -> None:
    tournament = announced()
    old = heard_by(tournament, receiver)
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another key" * 5
    cancelled(tournament)
    run_jobs()
    ((headers, body),) = receiver.heard
    new = secret_of(tournament.webhooks.get().seed)
    assert new != old
    for secret in (old, new):
        assert Webhook(secret).verify(body.decode(), headers)


def test_only_what_happens_afterwards_and_only_public_kinds(receiver: Receiver) -> None:
    tournament = drawn(8)
    heard_by(tournament, receiver)
    run_jobs()
    assert not receiver.heard
    cancelled(tournament)
    run_jobs()
    assert [json.loads(body)["type"] for _, body in receiver.heard] == ["tournament.cancelled"]
    assert all(len(body) < 2_000 for _, body in receiver.heard)


def test_a_round_is_heard_of(receiver: Receiver) -> None:
    tournament = checked_in(8, stages=swiss(), table_low=3)
    heard_by(tournament, receiver)
    publish_draw(fresh(tournament), by=ana(), now=timezone.now())
    run_jobs()
    assert "round.drawn" in [json.loads(body)["type"] for _, body in receiver.heard]


def test_without_an_endpoint_an_act_writes_no_job() -> None:
    cancelled(announced())
    assert not Job.objects.filter(kind="tournaments.collect_webhooks").exists()


@pytest.mark.parametrize("status", [500, 404, 302, 410])
def test_what_is_refused_is_tried_again_with_the_same_id_and_fails_in_the_end(
    receiver: Receiver, status: int
) -> None:
    tournament, receiver.status = announced(), status
    receiver.location = receiver.url
    heard_by(tournament, receiver)
    cancelled(tournament)
    for attempt in range(len(deliveries.RETRIES) + 3):
        run_jobs(attempt * timedelta(days=1))
    assert len(receiver.heard) == len(deliveries.RETRIES) + 1
    assert len({headers["webhook-id"] for headers, _ in receiver.heard}) == 1
    assert len({headers["webhook-timestamp"] for headers, _ in receiver.heard}) > 1
    assert (only().state, only().status) == ("failed", status)
    receiver.status = 200
    deliveries.send_again(fresh(tournament), number=only().pk, by=ana(), now=timezone.now())
    with pytest.raises(Stale, match="webhook_waits"):
        deliveries.send_again(fresh(tournament), number=only().pk, by=ana(), now=timezone.now())
    run_jobs(timedelta(days=1))
    assert only().state == "sent"
    assert len({headers["webhook-id"] for headers, _ in receiver.heard}) == 1


def test_a_worker_killed_between_the_answer_and_the_row_sends_the_same_id(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = announced()
    heard_by(tournament, receiver)
    cancelled(tournament)

    def killed(*args: Any) -> None:
        post(*args)
        raise SimulatedKill

    with monkeypatch.context() as patch:
        patch.setattr(deliveries, "post", killed)
        with pytest.raises(SimulatedKill):
            run_jobs()
    job = Job.objects.get(kind=deliveries.SEND)
    assert (job.state, only().state) == (JobState.RUNNING, "waiting")
    assert outbox.run(job.pk, timezone.now() + timedelta(minutes=10))
    ids = [headers["webhook-id"] for headers, _ in receiver.heard]
    assert (len(ids), len(set(ids))) == (2, 1)
    assert only().state == "sent"


@pytest.mark.parametrize("point", ["job.claimed", "job.worked"])
def test_a_worker_killed_before_or_afterwards_sends_it_once(
    receiver: Receiver, settings: Any, tmp_path: Path, point: str
) -> None:
    tournament = announced()
    heard_by(tournament, receiver)
    cancelled(tournament)
    (collecting,) = Job.objects.filter(kind="tournaments.collect_webhooks")
    outbox.run(collecting.pk, timezone.now())
    settings.FAILPOINTS = str(tmp_path)
    (tmp_path / point).write_text("raise")
    with pytest.raises(SimulatedKill):
        run_jobs()
    assert outbox.run(Job.objects.get(kind=deliveries.SEND).pk, timezone.now() + timedelta(minutes=10))
    assert len(receiver.heard) == 1
    assert only().state == "sent"


# --- receivers that do wrong --------------------------------------------------------------------------


def answering(*parts: bytes, pause: float = 0.0) -> Iterator[str]:
    """A server that sends these bytes to each client, to any request."""
    server = socket.create_server((LOOPBACK, 0))

    def serve() -> None:
        while True:
            try:
                client, _ = server.accept()
            except OSError:
                return
            with closing(client):
                try:
                    client.recv(65536)
                    for part in parts:
                        client.sendall(part)
                        time.sleep(pause)
                    client.shutdown(socket.SHUT_WR)
                    while client.recv(65536):  # closing on unread bytes would reset the connection
                        pass
                except OSError:
                    pass

    threading.Thread(target=serve, daemon=True).start()
    yield f"http://{LOOPBACK}:{server.getsockname()[1]}/"
    server.close()


@pytest.mark.parametrize(
    ("parts", "pause", "error"),
    [
        ((b"garbage\r\n\r\n",), 0, "webhook_garbage"),
        ((b"",), 0, "webhook_garbage"),
        ((HEAD + b"X: " + b"a" * 200_000,), 0, "webhook_garbage"),
        ((b"",), 3, "webhook_timeout"),
        ((HEAD, *[b"X: a\r\n"] * 60), 0.1, "webhook_timeout"),
    ],
    ids=["garbage", "closes", "huge head", "slow", "drips"],
)
def test_a_wrong_receiver_costs_a_bounded_time(
    quick: None, parts: tuple[bytes, ...], pause: float, error: str
) -> None:
    for url in answering(*parts, pause=pause):
        assert post(url, b"{}", {}) == transport.PostResult(0, error)


@pytest.mark.parametrize(
    ("parts", "pause", "error"),
    [
        ((b"HTTP/1.1 400 Bad Request\r\n\r\n",), 0, "webhook_tls"),
        ((b"\x16\x03\x03\x40\x00", *[b"\x02"] * 60), 0.1, "webhook_timeout"),
    ],
    ids=["no TLS", "drips"],
)
def test_a_wrong_receiver_by_tls_too(quick: None, parts: tuple[bytes, ...], pause: float, error: str) -> None:
    for url in answering(*parts, pause=pause):
        found = post(url.replace("http:", "https:"), b"{}", {})
        assert (found.status, found.error) == (0, error)


def test_after_a_failed_handshake_nothing_has_arrived(quick: None) -> None:
    for url in answering(b"HTTP/1.1 400 Bad Request\r\n\r\n"):
        assert not post(url.replace("http:", "https:"), b"{}", {}).may_have_arrived


def test_what_was_sent_may_have_arrived_if_tls_breaks_then(
    quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> int:
        raise ssl.SSLError(1, "[SSL] record layer failure")

    monkeypatch.setattr(transport, "_request_status", broken)
    for url in answering(HEAD):
        found = post(url, b"{}", {})
        assert (found.error, found.may_have_arrived) == ("webhook_tls", True)


def test_of_a_huge_body_only_the_head_is_read(quick: None) -> None:
    for url in answering(HEAD + b"\r\n", *[b"a" * 65536] * 100):
        assert post(url, b"{}", {}).status == 200


def test_a_receiver_that_is_gone_is_named(quick: None) -> None:
    with socket.create_server((LOOPBACK, 0)) as server:
        port = server.getsockname()[1]
    assert post(f"http://{LOOPBACK}:{port}/", b"{}", {}).error == "webhook_unreachable"


# --- addresses ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0",
        "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fc00::1", "ff02::1", "::ffff:127.0.0.1",
        "::ffff:10.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "2002:7f00:1::", "::7f00:1",
    ],
)  # fmt: skip
def test_no_address_of_our_own_network_is_reached(address: str, settings: Any) -> None:
    settings.WEBHOOK_NETWORKS = []
    assert not is_reachable(ip_address(address))


def test_public_addresses_are_reached() -> None:
    for address in ("1.1.1.1", "2606:4700:4700::1111", "64:ff9b::101:101"):
        assert is_reachable(ip_address(address))


@pytest.mark.parametrize("host", ["2130706433", "0x7f000001", "localhost", "127.1", "[::ffff:127.0.0.1]"])
def test_other_spellings_of_this_computer_are_refused(host: str, settings: Any) -> None:
    settings.WEBHOOK_NETWORKS = []
    assert post(f"https://{host}/", b"{}", {}).error in ("webhook_not_public", "webhook_unreachable")


def test_one_private_address_among_public_ones_refuses_all(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [(0, 0, 0, "", ("1.1.1.1", 443)), (0, 0, 0, "", ("10.0.0.1", 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_args, **_kwargs: rows)
    assert post("https://chama.example/", b"{}", {}).error == "webhook_not_public"


def test_a_name_is_resolved_once_and_its_checked_address_is_used(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    real = socket.getaddrinfo

    def resolved(host: str, port: int, *args: Any, **kwargs: Any) -> Any:
        if host == "chama.example":
            asked.append(host)
            return real(LOOPBACK if len(asked) == 1 else "10.0.0.1", port, *args, **kwargs)
        return real(host, port, *args, **kwargs)

    monkeypatch.setattr(socket, "getaddrinfo", resolved)
    url = receiver.url.replace(LOOPBACK, "chama.example")
    assert post(url, b"{}", {}).status == 204
    assert asked == ["chama.example"]
    assert receiver.heard[0][0]["host"].startswith("chama.example:")


@pytest.mark.parametrize(
    "url",
    [
        "http://chama.example/", "ftp://chama.example/", "https://", "https://a:b@chama.example/", "//a/", "https://@chama.example/",
        "https://:@chama.example/",
        "https://chama.example:99999/", "https://chama.example/ x", "https://chama.example/\n", "https://é.example/",
        "https://chama.example/" + "a" * 300, "https://[::1", "",
    ],
)  # fmt: skip
def test_what_is_no_address_is_refused(url: str, settings: Any) -> None:
    settings.WEBHOOK_NETWORKS = []
    assert parse_url(url) is None
    with pytest.raises(Refused, match="webhook_url"):
        add_endpoint(announced(), url=url, by=ana(), now=timezone.now())


# --- endpoints ----------------------------------------------------------------------------------------


def test_endpoints_are_few_once_each_and_the_organizer_s(receiver: Receiver) -> None:
    tournament = announced()
    heard_by(tournament, receiver)
    with pytest.raises(Refused, match="webhook_known"):
        heard_by(tournament, receiver)
    with pytest.raises(Forbidden):
        add_endpoint(tournament, url="https://chama.example/", by=bruno(), now=timezone.now())
    for number in range(MAX_ENDPOINTS - 1):
        add_endpoint(tournament, url=f"https://chama.example/{number}", by=ana(), now=timezone.now())
    with pytest.raises(Refused, match="too_many_webhooks"):
        add_endpoint(tournament, url="https://chama.example/x", by=ana(), now=timezone.now())
    for endpoint in list(tournament.webhooks.all()):
        remove_endpoint(tournament, number=endpoint.pk, by=ana(), now=timezone.now())
    assert not fresh(tournament).has_webhooks
    with pytest.raises(Forbidden, match="not_found"):
        remove_endpoint(tournament, number=1, by=ana(), now=timezone.now())


def test_a_simulated_tournament_has_none(receiver: Receiver) -> None:
    tournament = announced()
    Tournament.objects.filter(pk=tournament.pk).update(simulated=True)
    with pytest.raises(Refused, match="webhook_simulated"):
        heard_by(fresh(tournament), receiver)


def test_the_page_shows_the_secret_once_and_sends_again(receiver: Receiver) -> None:
    tournament, client = announced(), browser(ana())
    url = f"/torneios/{tournament.slug}/webhooks/"
    page = client.post(url, {"url": receiver.url}).content.decode()
    secret = secret_of(tournament.webhooks.get().seed)
    assert secret in page
    assert secret not in client.get(url).content.decode()
    assert client.post(url, {"url": "x"}).status_code == 422
    cancelled(tournament)
    run_jobs()
    assert "tournament.cancelled" in client.get(url).content.decode()
    assert client.post(url, {"again": str(only().pk)}).status_code == 302
    assert only().state == "waiting"
    assert client.post(url, {"remove": str(tournament.webhooks.get().pk)}).status_code == 302
    assert not WebhookDelivery.objects.exists()
    run_jobs()
    assert tasks._tasks[deliveries.SEND]
    assert endpoints.WEBHOOK_SENTENCES.keys() >= {code for _, code in transport.REASONS}
