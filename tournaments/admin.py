"""Tournaments in the administration: to look at. Everything is changed on their own pages, on record."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.http import HttpRequest

from tournaments.models import Tournament

if TYPE_CHECKING:
    TournamentBase = admin.ModelAdmin[Tournament]
else:
    TournamentBase = admin.ModelAdmin


@admin.register(Tournament)
class TournamentAdmin(TournamentBase):
    """Tournaments, found and read."""

    list_display = ["title", "state", "created_by", "created_at", "finished_at", "simulated"]
    list_filter = ["state", "game", "year", "simulated"]
    list_select_related = ["created_by"]
    search_fields = ["title", "slug"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """They are made on the pages."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """A change that is not on record is no change."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Records stay."""
        return False
