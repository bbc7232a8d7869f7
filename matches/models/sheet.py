"""Redraws, sheets in versions with a line for each player, reports, disputes."""

from django.db import models
from django.db.models import Q
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast
from django.db.models.lookups import LessThanOrEqual
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Persona
from matches.models.entry import Entry
from matches.models.match import Match, Side


def _counted(key: str) -> Cast:
    """Return one count of a line as a number; NULL, which passes any constraint, if it is missing."""
    return Cast(KeyTextTransform(key, "counts"), models.IntegerField())


class Redraw(models.Model):
    """A redraw (1.4.1): a player without realms had the game start again; the third is refused."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="redraws")
    persona = models.ForeignKey(Persona, models.PROTECT, related_name="+")
    number = models.PositiveSmallIntegerField()
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "persona", "number"], name="redraw_once"),
            models.CheckConstraint(condition=Q(number__in=[1, 2]), name="redraw_at_most_two"),
        ]
        verbose_name = pgettext_lazy("model", "redraw")
        verbose_name_plural = pgettext_lazy("model", "redraws")

    def __str__(self) -> str:
        return f"redraw {self.number} of {self.persona_id}"


class Sheet(models.Model):
    """The recorded result of a match, in versions; one is current, none is overwritten.

    `winner` advances; `declared_side`: the side that the judge named, None if the rules tell. `placement`:
    sides by place, tied ones together; `scores`: side → table score, null if uncounted. `report`: the key of
    the form, call or report that it came from. `rewritten`: by the remedy `replace`, with a person on it, as
    absent, who was not there.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="sheets")
    version = models.PositiveSmallIntegerField(default=1)
    is_current = models.BooleanField(default=True)
    rewritten = models.BooleanField(default=False)
    ended_by = models.CharField(max_length=16)
    winner = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="+")
    declared_side = models.PositiveSmallIntegerField(null=True, blank=True)
    cuts = models.JSONField(default=list)
    placement = models.JSONField(default=list)
    scores = models.JSONField(default=dict)
    reason = models.TextField(blank=True)
    report = models.CharField(max_length=80, blank=True)
    recorded_by = models.ForeignKey(Persona, models.PROTECT, null=True, blank=True, related_name="+")
    recorded_at = models.DateTimeField()

    class Meta:
        ordering = ["match", "version"]
        constraints = [
            models.UniqueConstraint(fields=["match", "version"], name="sheet_version_once"),
            models.UniqueConstraint(fields=["match"], condition=Q(is_current=True), name="one_current_sheet"),
            models.UniqueConstraint(
                fields=["match", "report"], condition=~Q(report=""), name="report_once_a_match"
            ),
            models.CheckConstraint(condition=Q(version=1) | ~Q(reason=""), name="later_version_has_reason"),
            models.CheckConstraint(condition=~Q(ended_by="ruling") | ~Q(reason=""), name="ruling_has_reason"),
        ]
        verbose_name = pgettext_lazy("model", "match sheet")
        verbose_name_plural = pgettext_lazy("model", "match sheets")

    def __str__(self) -> str:
        return f"sheet {self.version} of {self.match_id}"


class SheetLine(models.Model):
    """One player's line: the game's own counts, None if uncounted, and how they left, if they did."""

    sheet = models.ForeignKey(Sheet, models.CASCADE, related_name="lines")
    persona = models.ForeignKey(Persona, models.PROTECT, related_name="+")
    position = models.PositiveSmallIntegerField()
    counts = models.JSONField(default=dict, null=True, blank=True)
    out = models.CharField(max_length=12, blank=True)
    out_order = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["sheet", "position"]
        constraints = [
            models.UniqueConstraint(fields=["sheet", "persona"], name="line_once_a_person"),
            models.CheckConstraint(
                condition=Q(out__in=["", "decked_out", "conceded", "disqualified", "absent"]),
                name="line_out_known",
            ),
            models.CheckConstraint(
                condition=LessThanOrEqual(_counted("armies"), _counted("commanders")),
                name="armies_at_most_commanders",
            ),
            models.CheckConstraint(
                condition=~Q(out="absent") | Q(counts__isnull=False), name="absent_is_counted"
            ),
        ]
        verbose_name = pgettext_lazy("model", "line of a sheet")
        verbose_name_plural = pgettext_lazy("model", "lines of sheets")

    def __str__(self) -> str:
        return f"line {self.position} of {self.sheet_id}"


class Report(models.Model):
    """The result of a match as one side reports it.

    A changed report is a new row; none is overwritten. `sheet` is plain JSON; `seq` is its record number: if
    the match has changed after it, the report no longer counts. `phone` is the phone at the table that
    reported without an account. `counted` is the sheet that this report helped to record.
    """

    side = models.ForeignKey(Side, models.CASCADE, related_name="reports")
    seq = models.IntegerField()
    sheet = models.JSONField()
    at = models.DateTimeField()
    is_current = models.BooleanField(default=True)
    by = models.ForeignKey(Persona, models.PROTECT, null=True, blank=True, related_name="+")
    phone = models.CharField(max_length=64, blank=True)
    counted = models.ForeignKey(Sheet, models.SET_NULL, null=True, blank=True, related_name="reports")

    class Meta:
        ordering = ["side", "seq"]
        constraints = [
            models.UniqueConstraint(
                fields=["side"], condition=Q(is_current=True), name="one_current_report_a_side"
            ),
            models.UniqueConstraint(fields=["side", "seq"], name="report_once_a_line"),
            models.CheckConstraint(
                condition=Q(by__isnull=False, phone="") | (Q(by__isnull=True) & ~Q(phone="")),
                name="report_by_somebody_or_a_phone",
            ),
        ]
        verbose_name = pgettext_lazy("model", "report")
        verbose_name_plural = pgettext_lazy("model", "reports")

    def __str__(self) -> str:
        return f"report of side {self.side_id} at {self.seq}"


class Outcome(models.TextChoices):
    """The end of a dispute: the recorded sheet stands, or it was corrected."""

    DISMISSED = "dismissed"
    CORRECTED = "corrected"


class Dispute(models.Model):
    """The recorded sheet is disputed: the match is under review until resolved.

    `sheet` is another sheet that was submitted, as plain JSON; None if a side only flags the recorded one,
    with a `note` for the staff. `seq` is its record number. `submission_key` is that of the form or call that
    sent the sheet, null if it had none.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="disputes")
    seq = models.IntegerField()
    sheet = models.JSONField(null=True, blank=True)
    submission_key = models.CharField(max_length=80, null=True, blank=True)  # noqa: DJ001  null is a quick new column
    by = models.ForeignKey(Persona, models.PROTECT, null=True, blank=True, related_name="+")
    side = models.ForeignKey(Side, models.CASCADE, null=True, blank=True, related_name="disputes")
    note = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()
    resolved_at = models.DateTimeField(null=True, blank=True)
    resolved_by = models.ForeignKey(Persona, models.PROTECT, null=True, blank=True, related_name="+")
    outcome = models.CharField(max_length=9, choices=Outcome, blank=True)
    reason = models.TextField(blank=True)

    class Meta:
        verbose_name = _("dispute")
        verbose_name_plural = _("disputes")
        ordering = ["match", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["match", "seq"], name="dispute_once_a_line"),
            models.CheckConstraint(
                condition=Q(resolved_at__isnull=True, outcome="")
                | Q(resolved_at__isnull=False, outcome__in=["dismissed", "corrected"]),
                name="dispute_resolved_has_outcome",
            ),
            models.UniqueConstraint(
                fields=["side"], condition=Q(resolved_at__isnull=True), name="one_open_dispute_a_side"
            ),
            models.CheckConstraint(
                condition=Q(side__isnull=True, by__isnull=False, sheet__isnull=False)
                | Q(side__isnull=False, sheet__isnull=True),
                name="dispute_by_staff_or_a_side",
            ),
        ]

    def __str__(self) -> str:
        return f"dispute at {self.seq} on {self.match_id}"
