"""Endpoints of other programs that hear of a tournament, and what was sent to them."""

import hashlib
from datetime import datetime
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import pgettext_lazy

from accounts.models import Persona
from tournaments.models.tournament import Tournament


class DeliveryState(models.TextChoices):
    """A delivery waits for its next attempt, arrived, or failed for good."""

    WAITING = "waiting"
    SENT = "sent"
    FAILED = "failed"


class WebhookEndpointQuerySet(models.QuerySet["WebhookEndpoint"]):
    """Endpoints of organizers, and those of the site."""

    def of_organizers(self) -> Self:
        """Select endpoints that organizers added."""
        return self.filter(is_site=False)

    def heard(self) -> Self:
        """Select endpoints that hear of events now: those of the site only while `SITE_WEBHOOKS` has them."""
        return self.filter(Q(is_site=False) | Q(url__in=settings.SITE_WEBHOOKS))

    def add_site(self, tournament: Tournament, *, seen_seq: int, now: datetime) -> None:
        """Add the site's endpoints that the tournament lacks; they hear of lines after `seen_seq`.

        A simulated tournament gets none.
        """
        if tournament.simulated:
            return
        facts = {"tournament": tournament, "is_site": True, "at": now, "seen_seq": seen_seq}
        urls = settings.SITE_WEBHOOKS
        rows = [WebhookEndpoint(url=url, seed=site_seed(url), **facts) for url in urls]
        self.bulk_create(rows, ignore_conflicts=True)


def site_seed(url: str) -> str:
    """Return the seed of a site's endpoint: one for each address, so that it has one secret everywhere."""
    return hashlib.sha256(url.encode()).hexdigest()[:32]


class WebhookEndpoint(models.Model):
    """An address that hears of this tournament.

    Its secret follows from `seed` and the key of this site and is stored nowhere. `seen_seq` is the record's
    latest line of which it has deliveries. `is_site`: it comes from `SITE_WEBHOOKS`, and no person added it.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="webhooks")
    url = models.CharField(max_length=300)
    seed = models.CharField(max_length=32)
    by = models.ForeignKey(Persona, models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()
    seen_seq = models.IntegerField()
    is_site = models.BooleanField(default=False, db_default=False)

    objects = WebhookEndpointQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "url", "is_site"], name="webhook_once_a_tournament"
            ),
            models.CheckConstraint(
                condition=Q(is_site=True, by__isnull=True) | Q(is_site=False, by__isnull=False),
                name="webhook_has_owner",
            ),
        ]
        verbose_name = pgettext_lazy("model", "webhook endpoint")
        verbose_name_plural = pgettext_lazy("model", "webhook endpoints")

    def __str__(self) -> str:
        return f"webhook {self.pk} of {self.tournament_id}"


class WebhookDelivery(models.Model):
    """One event for one endpoint. `message` is its id for the receiver, the same in every attempt.

    `status` is that of the receiver's latest response; None without one, and `error` says why.
    """

    endpoint = models.ForeignKey(WebhookEndpoint, models.CASCADE, related_name="deliveries")
    seq = models.IntegerField()
    kind = models.CharField(max_length=40)
    message = models.CharField(max_length=40, unique=True)
    body = models.TextField()
    at = models.DateTimeField()
    state = models.CharField(max_length=8, choices=DeliveryState, default=DeliveryState.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    tried_at = models.DateTimeField(null=True)
    status = models.PositiveSmallIntegerField(null=True)
    error = models.CharField(max_length=40, blank=True, default="")

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["endpoint", "seq"], name="delivery_once_an_event"),
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "sent", "failed"]), name="delivery_state_known"
            ),
        ]
        verbose_name = pgettext_lazy("model", "webhook delivery")
        verbose_name_plural = pgettext_lazy("model", "webhook deliveries")

    def __str__(self) -> str:
        return f"{self.kind} to webhook {self.endpoint_id}"
