"""What was to be done in the background, and what never succeeded."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.jobs import outbox
from core.looked_at import LookedAt
from core.models import Job


@admin.register(Job)
class JobAdmin(LookedAt):
    """Jobs; what failed every attempt can be run again, what was done is forgotten after a week by itself."""

    list_display = ["kind", "key", "state", "due_at", "attempts", "error"]
    list_filter = ["state", "kind"]
    ordering = ["-due_at"]
    actions = ["run_again"]

    def has_run_again_permission(self, request: HttpRequest) -> bool:
        """Looking at jobs is not enough to set one going."""
        return request.user.has_perm("core.change_job")

    @admin.action(description=_("Run again"), permissions=["run_again"])
    def run_again(self, request: HttpRequest, chosen: QuerySet[Job]) -> None:
        """Let those that failed every attempt wait anew."""
        count = sum(outbox.run_again(job.pk, timezone.now()) for job in chosen)
        level = messages.SUCCESS if count else messages.WARNING
        self.message_user(request, _("%(count)s will be run again.") % {"count": count}, level)
