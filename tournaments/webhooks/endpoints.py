"""An organizer adds and removes endpoints; the secret is shown when one is added."""

import random
from collections.abc import Iterator, Mapping
from datetime import datetime

from django.conf import settings
from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from core.errors import Forbidden, Violation, refuse_all
from core.record.codes import ALPHABET, SECURE_RANDOM
from tournaments.act import acting_on
from tournaments.models import Tournament, WebhookEndpoint, site_seed
from tournaments.webhooks.signing import secret_of
from tournaments.webhooks.transport import MAX_URL, parse_url

MAX_ENDPOINTS = 20
SEED = 32  # characters


def add_endpoint(
    tournament: Tournament, *, url: str, by: Player, now: datetime, rng: random.Random = SECURE_RANDOM
) -> tuple[WebhookEndpoint, str]:
    """Save an endpoint; return it with its secret for signatures. It hears of what happens from now on.

    Raises `Refused` `webhook_url`, `webhook_known`, `webhook_simulated`, `too_many_webhooks`.
    """
    with acting_on(tournament, by=by, need="manage", now=now, rng=rng) as ctx:
        refuse_all(_check_url(ctx.tournament, url))
        seed = "".join(rng.choices(ALPHABET, k=SEED))
        facts = {"url": url, "seed": seed, "by": ctx.persona, "seen_seq": ctx.act.seq}
        endpoint = WebhookEndpoint.objects.create(tournament=ctx.tournament, at=now, **facts)
        _save_flag(ctx.tournament, has_webhooks=True)
        return endpoint, secret_of(seed)


def remove_endpoint(tournament: Tournament, *, number: int, by: Player, now: datetime) -> None:
    """Delete an endpoint (primary key) with its log; what waits is not sent.

    Raises `Forbidden` `not_found`.
    """
    with acting_on(tournament, by=by, need="manage", now=now, even_closed=True) as ctx:
        find_endpoint(ctx.tournament, number).delete()
        _save_flag(ctx.tournament, has_webhooks=endpoints_of(ctx.tournament).exists())


def find_endpoint(tournament: Tournament, number: int) -> WebhookEndpoint:
    """Return the tournament's endpoint with this primary key. Raises `Forbidden` `not_found`."""
    found = endpoints_of(tournament).filter(pk=number).first()
    if found is None:
        raise Forbidden("not_found")
    return found


def endpoints_of(tournament: Tournament) -> QuerySet[WebhookEndpoint]:
    """Select the endpoints that organizers added, oldest first."""
    return tournament.webhooks.of_organizers()


def site_secrets() -> dict[str, str]:
    """Return the signing secret of each address of `SITE_WEBHOOKS`, by address."""
    return {url: secret_of(site_seed(url)) for url in settings.SITE_WEBHOOKS}


def _check_url(tournament: Tournament, url: str) -> Iterator[Violation]:
    """Yield why the tournament cannot get an endpoint at this address."""
    if tournament.simulated:
        yield Violation("webhook_simulated")
    if parse_url(url) is None:
        yield Violation("webhook_url", {"most": MAX_URL}, "url")
    if endpoints_of(tournament).filter(url=url).exists():
        yield Violation("webhook_known", {}, "url")
    if endpoints_of(tournament).count() >= MAX_ENDPOINTS:
        yield Violation("too_many_webhooks", {"most": MAX_ENDPOINTS})


def _save_flag(tournament: Tournament, *, has_webhooks: bool) -> None:
    """Save whether the tournament has endpoints, so that its acts know without a query."""
    tournament.has_webhooks = has_webhooks
    tournament.save(update_fields=["has_webhooks"])


WEBHOOK_SENTENCES: Mapping[str, str | Promise] = {
    "webhook_url": _(
        "An address begins with https:// and has at most %(most)s characters, without a user name."
    ),
    "webhook_known": _("This address is on the list already."),
    "webhook_simulated": _("A simulated tournament sends nothing."),
    "webhook_waits": _("This one still waits to be sent."),
    "too_many_webhooks": _("There are already %(most)s addresses. Remove one first."),
    "webhook_not_public": _("The address leads into a private network; nothing was sent."),
    "webhook_timeout": _("The receiver took too long."),
    "webhook_tls": _("The receiver’s certificate is not valid."),
    "webhook_garbage": _("What came back is no HTTP response."),
    "webhook_unreachable": _("The receiver cannot be reached."),
    "webhook_dropped": _("The site sends nothing to this address any more."),
}
