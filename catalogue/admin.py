"""Types in the administration: to look at. Editors are the group `type editors` (`manage.py editor`)."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.http import HttpRequest

from catalogue.models import Proposal

if TYPE_CHECKING:
    ProposalBase = admin.ModelAdmin[Proposal]
else:
    ProposalBase = admin.ModelAdmin


@admin.register(Proposal)
class ProposalAdmin(ProposalBase):
    """Proposals, found and read."""

    list_display = ["title_word", "version", "state", "author", "changed_at"]
    list_filter = ["state", "game"]
    list_select_related = ["author"]
    search_fields = ["title_word", "key"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """They are written on the pages."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """A decision has a reason and a history, so it is taken on the pages."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Tournaments pinned them."""
        return False
