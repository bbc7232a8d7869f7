"""What was to be done in the background, and what never succeeded."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core import jobs
from core.models import Job

if TYPE_CHECKING:
    JobBase = admin.ModelAdmin[Job]
else:
    JobBase = admin.ModelAdmin


@admin.register(Job)
class JobAdmin(JobBase):
    """Jobs, to look at; what failed every attempt can be run again."""

    list_display = ["kind", "key", "state", "due_at", "attempts", "error"]
    list_filter = ["state", "kind"]
    ordering = ["-due_at"]
    actions = ["run_again"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Jobs come from acts only."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """They are looked at, and run again, but not edited."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """What was done is forgotten after a week by itself."""
        return False

    @admin.action(description=_("Run again"), permissions=["view"])
    def run_again(self, request: HttpRequest, chosen: QuerySet[Job]) -> None:
        """Let those that failed every attempt wait anew."""
        count = sum(jobs.run_again(job.pk, timezone.now()) for job in chosen)
        level = messages.SUCCESS if count else messages.WARNING
        self.message_user(request, _("%(count)s will be run again.") % {"count": count}, level)
