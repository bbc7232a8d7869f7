"""Read-only administration of types. Editors are the group `type editors` (`manage.py editor`)."""

from django.contrib import admin

from catalogue.models import Proposal
from core.admin import ReadOnlyAdmin


@admin.register(Proposal)
class ProposalAdmin(ReadOnlyAdmin):
    """Proposals, read-only: tournaments pinned them, and a decision has its reason on the pages."""

    list_display = ["title_word", "version", "state", "author", "changed_at"]
    list_filter = ["state", "game"]
    list_select_related = ["author"]
    search_fields = ["title_word", "key"]
