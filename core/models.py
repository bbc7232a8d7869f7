"""The ledger (append-only record and lock of one tournament), jobs, stored API answers, attempts."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from core.versions import Version

GENESIS = "0" * 64


class Ledger(models.Model):
    """A tournament's record: number and hash of its latest line, and the row that its writers lock in turn.

    Without lines `head_seq` is -1 and `head_hash` is `GENESIS`. `unrecorded` counts visible changes without a
    line in the record: names, and breaks that begin or end as planned.
    """

    head_seq = models.IntegerField(default=-1)
    head_hash = models.CharField(max_length=64, default=GENESIS)
    unrecorded = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(head_seq__gte=-1), name="ledger_head_from_minus_one")
        ]
        verbose_name = pgettext_lazy("model", "record")
        verbose_name_plural = pgettext_lazy("model", "records")

    def __str__(self) -> str:
        return f"ledger {self.pk} at {self.head_seq}"

    @property
    def version(self) -> Version:
        """Return the version that pages carry and their polls send back."""
        return Version(self.head_seq, self.unrecorded)


class RecordLine(models.Model):
    """One canonical line of a record, exactly as it is exported (`core.record.line`)."""

    ledger = models.ForeignKey(Ledger, models.PROTECT, related_name="lines")
    seq = models.IntegerField()
    type = models.CharField(max_length=40)
    at = models.DateTimeField()
    text = models.TextField()

    class Meta:
        verbose_name = _("record line")
        verbose_name_plural = _("record lines")
        ordering = ["ledger", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["ledger", "seq"], name="record_line_seq_once"),
            models.CheckConstraint(condition=Q(seq__gte=0), name="record_line_seq_from_zero"),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.type}"


class JobState(models.TextChoices):
    """The state of a job; `quarantined` is for jobs that failed every attempt."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    QUARANTINED = "quarantined"


class Job(models.Model):
    """A job, written in the same transaction as its cause; Celery only announces it.

    `key` tells jobs of one kind apart: at most one of each kind and key waits. `trace` is the id of the
    request that wrote it first (`core.logs`). `ran_by` is `worker`, or `web` if the fallback scheduler of a
    web process did the work. A running job past `claimed_until` may have lost its worker; a waiting one's
    message is not sent again before then.
    """

    kind = models.CharField(max_length=60)
    key = models.CharField(max_length=80)
    ledger = models.ForeignKey(Ledger, models.CASCADE, null=True, related_name="jobs")
    state = models.CharField(max_length=12, choices=JobState, default=JobState.WAITING)
    due_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    claimed_until = models.DateTimeField(null=True)
    done_at = models.DateTimeField(null=True)
    error = models.TextField(blank=True)
    trace = models.CharField(max_length=64, blank=True, default="", db_default="")
    ran_by = models.CharField(max_length=10, blank=True, default="", db_default="")

    class Meta:
        verbose_name = _("job")
        verbose_name_plural = _("jobs")
        indexes = [models.Index(fields=["state", "due_at"], name="job_due")]
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "key"], condition=Q(state="waiting"), name="job_waits_once"
            ),
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "running", "done", "quarantined"]),
                name="job_state_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key} ({self.state})"


class Heartbeat(models.Model):
    """When a worker, beat or sweep last ran: one row for each name."""

    name = models.CharField(max_length=40, primary_key=True)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("heartbeat")
        verbose_name_plural = _("heartbeats")

    def __str__(self) -> str:
        return f"{self.name} at {self.at}"


class StoredAnswer(models.Model):
    """The response to an API write under its idempotency key, stored for at least 24 hours.

    `owner` is the caller. `status` and `body` are null only within the transaction that claims the key.
    """

    owner = models.CharField(max_length=40)
    key = models.CharField(max_length=80)
    fingerprint = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(null=True)
    body = models.JSONField(null=True)
    headers = models.JSONField(default=dict)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["owner", "key"], name="stored_answer_once"),
            models.CheckConstraint(
                condition=Q(status__isnull=True) | Q(status__range=(200, 299)),
                name="stored_answer_is_success",
            ),
        ]
        verbose_name = pgettext_lazy("model", "stored answer")
        verbose_name_plural = pgettext_lazy("model", "stored answers")

    def __str__(self) -> str:
        return f"{self.owner} {self.key}"


class Attempt(models.Model):
    """The number of a caller's attempts in the window that ends at `ends_at` (`core.http.rate_limit`).

    `what` is the purpose and whose attempts count together; `who` is a keyed hash of the address or account.
    """

    what = models.CharField(max_length=40)
    who = models.CharField(max_length=64)
    number = models.IntegerField()
    ends_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["what", "who"], name="attempt_counted_once")]
        verbose_name = pgettext_lazy("model", "attempt")
        verbose_name_plural = pgettext_lazy("model", "attempts")

    def __str__(self) -> str:
        return f"{self.what}: {self.number}"
