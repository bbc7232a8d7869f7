"""Rows in the administration that are looked up and read there, and changed only where people do the work."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.http import HttpRequest

if TYPE_CHECKING:
    ReadBase = admin.ModelAdmin[Any]
else:
    ReadBase = admin.ModelAdmin


class LookedAt(ReadBase):
    """Found and read; nothing is added, changed or deleted here."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """They come from acts only."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """A change that is not on record is no change."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Records stay."""
        return False
