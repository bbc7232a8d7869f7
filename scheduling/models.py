"""Forecasts, timetables and pins: beside every record, made by jobs; no result waits for them."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import pgettext_lazy

from core.models import Ledger
from matches.models import Match, PhysicalTable


class Forecast(models.Model):
    """When the tournament's day ends: one in ten days by `low`, half by `middle`, nine in ten by `high`.

    The values are rounded as shown, so that a row changes only if the sentence does.
    """

    ledger = models.OneToOneField(Ledger, models.CASCADE, related_name="forecast")
    low = models.DateTimeField()
    middle = models.DateTimeField()
    high = models.DateTimeField()
    made_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(low__lte=F("middle")) & Q(middle__lte=F("high")), name="forecast_in_order"
            ),
        ]
        verbose_name = pgettext_lazy("model", "forecast")
        verbose_name_plural = pgettext_lazy("model", "forecasts")

    def __str__(self) -> str:
        return f"forecast of {self.ledger_id}: {self.middle}"


class TimetableState(models.TextChoices):
    """The state of a timetable: a worker computes one (an earlier one may still hold), or it is ready."""

    MAKING = "making"
    READY = "ready"


class Timetable(models.Model):
    """The plan of a tournament's day, at most one; `asked` counts requests: only the latest one is stored.

    `done` is the progress in percent. `made_at`: when the plan that holds was made; None if none holds yet.
    `ends_at` and `least_at` are of the current plan: its end, and the time before which no plan can end.
    `pinned_at`: since when changed pins are not yet planned; None if all are.
    """

    ledger = models.OneToOneField(Ledger, models.CASCADE, related_name="timetable")
    state = models.CharField(max_length=6, choices=TimetableState, default=TimetableState.MAKING)
    asked = models.PositiveIntegerField(default=1)
    done = models.PositiveSmallIntegerField(default=0)
    made_at = models.DateTimeField(null=True)
    ends_at = models.DateTimeField(null=True)
    least_at = models.DateTimeField(null=True)
    pinned_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(state__in=["making", "ready"]), name="timetable_state_known"),
            models.CheckConstraint(
                condition=Q(state="making") | Q(made_at__isnull=False, ends_at__isnull=False),
                name="ready_timetable_was_made",
            ),
            models.CheckConstraint(condition=Q(done__lte=100), name="timetable_done_percent"),
        ]
        verbose_name = pgettext_lazy("model", "timetable")
        verbose_name_plural = pgettext_lazy("model", "timetables")

    def __str__(self) -> str:
        return f"timetable of {self.ledger_id} ({self.state})"


class PlannedMatch(models.Model):
    """A match in the timetable: its first published beginning, and when and where it is expected now.

    `changed_at`: since when it is expected so; None if unknown.
    """

    timetable = models.ForeignKey(Timetable, models.CASCADE, related_name="planned")
    match = models.OneToOneField(Match, models.CASCADE, related_name="planned")
    table = models.ForeignKey(PhysicalTable, models.CASCADE, related_name="+")
    published_at = models.DateTimeField()
    begins_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    changed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["begins_at", "table__position"]
        constraints = [
            models.CheckConstraint(condition=Q(ends_at__gt=F("begins_at")), name="planned_match_ends_later"),
        ]
        verbose_name = pgettext_lazy("model", "planned match")
        verbose_name_plural = pgettext_lazy("model", "planned matches")

    def __str__(self) -> str:
        return f"{self.match_id} at {self.begins_at}"


class PinLost(models.TextChoices):
    """Why a pin was dropped: its table was closed, its time has passed, and so on (`planning.pins`)."""

    TABLE_CLOSED = "table_closed"
    PASSED = "passed"
    NOT_READY = "not_ready"
    BREAK = "break"
    TABLE_TAKEN = "table_taken"


class PinnedMatch(models.Model):
    """A match that a person pinned to a table, a time, or both, in this plan and every later one.

    `dropped` says why it no longer holds; "" while it does. The row stays until a coordinator has read that.
    """

    match = models.OneToOneField(Match, models.CASCADE, related_name="pinned")
    table = models.ForeignKey(PhysicalTable, models.CASCADE, null=True, related_name="+")
    begins_at = models.DateTimeField(null=True)
    set_at = models.DateTimeField()
    dropped = models.CharField(max_length=12, choices=PinLost, blank=True, default="")

    class Meta:
        ordering = ["match__round", "match__number"]
        constraints = [
            models.CheckConstraint(
                condition=Q(table__isnull=False) | Q(begins_at__isnull=False), name="pin_holds_something"
            ),
            models.CheckConstraint(condition=Q(dropped__in=["", *PinLost.values]), name="pin_lost_known"),
        ]
        verbose_name = pgettext_lazy("model", "pinned match")
        verbose_name_plural = pgettext_lazy("model", "pinned matches")

    def __str__(self) -> str:
        return f"{self.match_id} held at {self.table_id}, {self.begins_at}"
