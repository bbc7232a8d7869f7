"""What endpoints hear: a delivery for each event and endpoint, sent by jobs until it arrives or fails.

An act of a tournament with endpoints, its own or the site's, writes one job. It makes the deliveries of all
lines since the last one; each delivery has a job of its own, so a slow endpoint delays no other.
"""

import json
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from accounts.models import Player
from core.errors import Forbidden, Stale
from core.http.callers import note
from core.jobs.outbox import enqueue
from core.models import Ledger, RecordLine
from core.record.codes import ALPHABET, SECURE_RANDOM
from core.record.line import stamp
from core.remote_servers import server_slot
from tournaments.act import acting_on
from tournaments.models import DeliveryState, Tournament, WebhookDelivery, WebhookEndpoint
from tournaments.webhooks.signing import signed_headers
from tournaments.webhooks.transport import PostResult, post

SEND = "tournaments.send_webhook"
KINDS = frozenset({
    "tournament.announced", "tournament.changed", "tournament.finished", "tournament.reopened",
    "tournament.cancelled", "draw.published", "draw.withdrawn", "round.drawn", "round.withdrawn",
    "stage.closed", "match.placed", "match.started", "sheet.recorded", "correction.applied",
})  # fmt: skip
"""The kinds of lines that are events; people and penalties are not among them."""
RETRIES = tuple(timedelta(seconds=seconds) for seconds in (5, 30, 120, 600, 3_600, 21_600))
"""The pauses between attempts; after the last one a delivery has failed."""
LOG_ROWS, LOG_AGE = 100, timedelta(days=30)
MAX_LATENESS = timedelta(days=1)
"""An event is no news if it is older when its delivery would be made."""
ID_LENGTH = 24
PAUSE = timedelta(seconds=5)


def collect_deliveries(ledger_id: int, now: datetime) -> None:
    """Store a delivery of each new line of `KINDS` for each endpoint, with a job that sends it.

    Nothing for a simulated tournament. Saves how far each endpoint has heard, and deletes old deliveries from
    its log.
    """
    tournament = Tournament.objects.select_related("ledger").filter(ledger=ledger_id).first()
    if tournament is None or tournament.simulated:
        return
    head = Ledger.objects.values_list("head_seq", flat=True).get(pk=ledger_id)
    for endpoint in tournament.webhooks.heard():
        lines = RecordLine.objects.filter(ledger=ledger_id, seq__gt=endpoint.seen_seq, seq__lte=head)
        for line in lines.filter(type__in=KINDS, at__gt=now - MAX_LATENESS).order_by("seq"):
            _store_delivery(tournament, endpoint, line, now)
        endpoint.deliveries.filter(at__lt=now - LOG_AGE).exclude(state=DeliveryState.WAITING).delete()
        endpoint.seen_seq = head
        endpoint.save(update_fields=["seen_seq"])


def _store_delivery(
    tournament: Tournament, endpoint: WebhookEndpoint, line: RecordLine, now: datetime
) -> None:
    """Store a delivery of the line to the endpoint, and enqueue its first attempt."""
    message = "msg_" + "".join(SECURE_RANDOM.choices(ALPHABET, k=ID_LENGTH))
    facts = {"kind": line.type, "message": message, "body": body_of(tournament, line), "at": line.at}
    delivery = WebhookDelivery.objects.create(endpoint=endpoint, seq=line.seq, **facts)
    enqueue(SEND, tournament.ledger, key=str(delivery.pk), due=now, now=now)


def body_of(tournament: Tournament, line: RecordLine) -> str:
    """Return the event as JSON: public facts without names, at most some hundred bytes."""
    found = json.loads(line.text)["data"]
    data = {"tournament": tournament.slug, "title": tournament.title, "seq": line.seq}
    if isinstance(found.get("match"), str):
        data["match"] = found["match"]
    return json.dumps({"type": line.type, "timestamp": stamp(line.at), "data": data}, ensure_ascii=False)


def send_delivery(delivery_id: int, now: datetime) -> None:
    """Post a waiting delivery (primary key) once; enqueue the next attempt if it did not arrive.

    If this process waits for enough receivers already, it is tried after `PAUSE` instead.
    """
    with server_slot() as is_free:
        if is_free:
            _attempt(delivery_id, now)
        else:
            _enqueue_later(delivery_id, now)


def _enqueue_later(delivery_id: int, now: datetime) -> None:
    """Enqueue an attempt after `PAUSE`; it does not count as one now."""
    ledgers = Ledger.objects.filter(tournament__webhooks__deliveries=delivery_id)
    if ledger := ledgers.first():
        enqueue(SEND, ledger, key=str(delivery_id), due=now + PAUSE, now=now)


def _attempt(delivery_id: int, now: datetime) -> None:
    """Post a waiting delivery and save what came of it; enqueue the next attempt if there is one.

    Nothing for a delivery that is sent, failed or deleted. One to an address that the site dropped fails.
    """
    waiting = WebhookDelivery.objects.filter(pk=delivery_id, state=DeliveryState.WAITING)
    delivery = waiting.select_related("endpoint__tournament__ledger").first()
    if delivery is None:
        return
    endpoint, body = delivery.endpoint, delivery.body.encode()
    if endpoint.is_site and endpoint.url not in settings.SITE_WEBHOOKS:
        result = PostResult(0, "webhook_dropped")
        delivery.attempts = len(RETRIES)
    else:
        result = post(endpoint.url, body, signed_headers(endpoint.seed, delivery.message, now, body))
    if result.error == "webhook_not_public":
        note("webhook_refused", failed=True, webhook=endpoint.pk, ledger=endpoint.tournament.ledger_id)
    delivery.attempts += 1
    delivery.tried_at, delivery.status, delivery.error = now, result.status or None, result.error
    if result.is_accepted:
        delivery.state = DeliveryState.SENT
    elif delivery.attempts > len(RETRIES):
        delivery.state = DeliveryState.FAILED
    else:
        due = now + RETRIES[delivery.attempts - 1]
        enqueue(SEND, endpoint.tournament.ledger, key=str(delivery.pk), due=due, now=now)
    delivery.save(update_fields=["attempts", "tried_at", "status", "error", "state"])


def send_again(tournament: Tournament, *, number: int, by: Player, now: datetime) -> None:
    """Send a delivery (primary key `number`) again, with the same id and all attempts.

    Raises `Forbidden` `not_found`; `Stale` `webhook_waits` if it waits already.
    """
    with acting_on(tournament, by=by, need="manage", now=now, even_closed=True) as ctx:
        found = _log(ctx.tournament).filter(pk=number).first()
        if found is None:
            raise Forbidden("not_found")
        enqueue_again(found, now)


def enqueue_again(delivery: WebhookDelivery, now: datetime) -> None:
    """Save a sent or failed delivery as waiting, with all attempts, and enqueue it.

    Raises `Stale` `webhook_waits`.
    """
    fields = {"state": DeliveryState.WAITING, "attempts": 0}
    settled = WebhookDelivery.objects.filter(pk=delivery.pk).exclude(state=DeliveryState.WAITING)
    with transaction.atomic():
        if not settled.update(**fields):
            raise Stale("webhook_waits")
        enqueue(SEND, delivery.endpoint.tournament.ledger, key=str(delivery.pk), due=now, now=now)


def log_of(tournament: Tournament) -> list[WebhookDelivery]:
    """Return the latest `LOG_ROWS` deliveries of the organizers' endpoints, newest first."""
    return list(_log(tournament)[:LOG_ROWS])


def _log(tournament: Tournament) -> QuerySet[WebhookDelivery]:
    """Select the deliveries of endpoints that organizers added, newest first."""
    found = WebhookDelivery.objects.filter(endpoint__tournament=tournament, endpoint__is_site=False)
    return found.select_related("endpoint__tournament__ledger").order_by("-pk")
