"""Entries, waiting lists and disputes in the administration, read-only, across all tournaments."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from core.admin import ReadOnlyAdmin
from matches.models import Dispute, Entry, Waiting

TITLE = "ledger__tournament__title"


class WithPeople(ReadOnlyAdmin):
    """Rows with members: their names in the list, and search by name, account and tournament."""

    list_select_related = ["ledger__tournament", "club"]
    list_filter = ["state"]
    search_fields = [
        "code", TITLE, "members__persona__player__name", "members__persona__player__code",
        "members__persona__player__user__username",
    ]  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[Entry | Waiting]:
        """Return the rows with their people, in one more query."""
        return super().get_queryset(request).prefetch_related("members__persona__player")

    @admin.display(description=_("people"))
    def people(self, row: Any) -> str:
        """Return the names of its people, in order."""
        members = sorted(row.members.all(), key=lambda member: member.position)
        return " & ".join(member.persona.player.name for member in members)

    @admin.display(description=_("tournament"), ordering=TITLE)
    def tournament(self, row: Entry | Waiting) -> str:
        """Return the title of its tournament."""
        return str(row.ledger.tournament)


@admin.register(Entry)
class EntryAdmin(WithPeople):
    """Entries of all tournaments."""

    list_display = ["code", "people", "state", "club", "number", "tournament"]
    readonly_fields = ["people", "tournament"]
    exclude = ["ledger"]


@admin.register(Waiting)
class WaitingAdmin(WithPeople):
    """Waiting lists of all tournaments."""

    list_display = ["code", "people", "state", "club", "since", "tournament"]
    readonly_fields = ["people", "tournament"]
    exclude = ["ledger"]


@admin.register(Dispute)
class DisputeAdmin(ReadOnlyAdmin):
    """Disputed sheets, and their outcome."""

    list_display = ["match", "tournament", "by", "side", "at", "outcome", "resolved_at"]
    list_select_related = ["match__ledger__tournament", "by__player", "side__match"]
    list_filter = ["outcome"]
    search_fields = [
        "match__code", "match__ledger__tournament__title", "by__player__name", "note", "reason",
    ]  # fmt: skip
    ordering = ["-at"]

    @admin.display(description=_("tournament"), ordering="match__ledger__tournament__title")
    def tournament(self, dispute: Dispute) -> str:
        """Return the title of its tournament."""
        return str(dispute.match.ledger.tournament)
