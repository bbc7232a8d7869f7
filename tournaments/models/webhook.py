"""Endpoints of other programs that hear of a tournament, and what was sent to them."""

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


class WebhookEndpoint(models.Model):
    """An address that hears of this tournament.

    Its secret follows from `seed` and the key of this site and is stored nowhere. `seen_seq` is the record's
    latest line of which it has deliveries.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="webhooks")
    url = models.CharField(max_length=300)
    seed = models.CharField(max_length=32)
    by = models.ForeignKey(Persona, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    seen_seq = models.IntegerField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "url"], name="webhook_once_a_tournament"),
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
