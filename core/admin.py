"""Read-only administration pages for operators: jobs and why they wait, heartbeats, record lines."""

from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from core.jobs import heartbeats, outbox
from core.models import Heartbeat, Job, JobState, RecordLine

if TYPE_CHECKING:
    ReadBase = admin.ModelAdmin[Any]
else:
    ReadBase = admin.ModelAdmin


class ReadOnlyAdmin(ReadBase):
    """An admin page that lists and shows rows, and allows no change."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False: only acts add rows."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Return False: every change must be in the record."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Return False: nothing is deleted here."""
        return False


if TYPE_CHECKING:
    PaginatorBase = Paginator[Any]
else:
    PaginatorBase = Paginator

SLUG, TITLE = "ledger__tournament__slug", "ledger__tournament__title"
MAX_LINES = 100_000
SHORT = 160
STATUS_TEXTS = {
    "later": _("not due yet"),
    "due": _("due now: the next sweep runs it"),
    "again": _("failed, will be retried"),
    "no_worker": _("overdue, but no worker is running: start worker and beat"),
    JobState.RUNNING: _("running, or its worker died: then the next sweep takes over"),
    JobState.DONE: _("done"),
    JobState.QUARANTINED: _(
        "quarantined after five attempts: read the error, fix the cause, then “Run again”"
    ),
}


def status_key(job: Job, now: datetime, *, is_swept: bool) -> str:
    """Return why a job waits, or its state: a key of `STATUS_TEXTS`.

    `is_swept`: a process has swept recently, so due jobs are run even without a worker.
    """
    if job.state != JobState.WAITING:
        return str(job.state)
    if job.due_at > now:
        return "again" if job.error else "later"
    return "due" if is_swept else "no_worker"


@admin.register(Job)
class JobAdmin(ReadOnlyAdmin):
    """Jobs: those that failed every attempt can be run again; finished ones are deleted after a week."""

    list_display = [
        "kind",
        "tournament",
        "state",
        "waiting_reason",
        "due_at",
        "attempts",
        "ran_by",
        "error",
        "trace",
    ]
    list_filter = ["state", "kind"]
    list_select_related = ["ledger__tournament"]
    search_fields = [TITLE, f"={SLUG}", "=key", "=trace"]
    ordering = ["-due_at"]
    actions = ["run_again"]

    @admin.display(description=_("tournament"), ordering=TITLE)
    def tournament(self, job: Job) -> str:
        """Return the job's tournament; “–” if it has none, or had a simulation that is deleted."""
        return str(getattr(job.ledger, "tournament", "–"))

    @admin.display(description=_("why it is in this state"))
    def waiting_reason(self, job: Job) -> str:
        """Return in words why the job is in its state, with what to do (`STATUS_TEXTS`)."""
        now = timezone.now()
        return str(STATUS_TEXTS[status_key(job, now, is_swept=not heartbeats.is_delayed(now))])

    def has_run_again_permission(self, request: HttpRequest) -> bool:
        """Return whether the user may change jobs; the permission to view them is not enough."""
        return request.user.has_perm("core.change_job")

    @admin.action(description=_("Run again"), permissions=["run_again"])
    def run_again(self, request: HttpRequest, chosen: QuerySet[Job]) -> None:
        """Put the quarantined ones of the chosen jobs back into the queue, and show how many those are."""
        count = sum(outbox.retry_quarantined(job.pk, timezone.now()) for job in chosen)
        level = messages.SUCCESS if count else messages.WARNING
        self.message_user(request, _("%(count)s will be run again.") % {"count": count}, level)


@admin.register(Heartbeat)
class HeartbeatAdmin(ReadOnlyAdmin):
    """The latest heartbeats of workers, beat and sweeps."""

    list_display = ["name", "at", "is_recent"]

    @admin.display(description=_("lives"), boolean=True)
    def is_recent(self, beat: Heartbeat) -> bool:
        """Return whether the heartbeat is less than 90 seconds old (`ALARM_AFTER`)."""
        return beat.at > timezone.now() - heartbeats.ALARM_AFTER


class CappedPaginator(PaginatorBase):
    """A paginator that counts at most `MAX_LINES`: a full count would read every record of the site."""

    @cached_property
    def count(self) -> int:
        """Return the number of rows, at most `MAX_LINES`."""
        lines: Any = self.object_list
        return int(lines[:MAX_LINES].count())


@admin.register(RecordLine)
class RecordLineAdmin(ReadOnlyAdmin):
    """Record lines, found by a tournament's name or address, or by the kind of line."""

    list_display = ["seq", "type", "at", "tournament", "excerpt"]
    list_select_related = ["ledger__tournament"]
    search_fields = [f"={SLUG}", TITLE, "=type"]
    search_help_text = _("A tournament's name or address, or a kind of line such as sheet.recorded.")
    ordering = ["-pk"]
    paginator = CappedPaginator
    show_full_result_count = False

    @admin.display(description=_("tournament"), ordering=TITLE)
    def tournament(self, line: RecordLine) -> str:
        """Return the tournament of the record; “–” if it has none."""
        return str(getattr(line.ledger, "tournament", "–"))

    @admin.display(description=_("line"))
    def excerpt(self, line: RecordLine) -> str:
        """Return the line's first 160 characters, with “…” if it is longer; its own page shows all of it."""
        return line.text if len(line.text) <= SHORT else f"{line.text[:SHORT]}…"
