"""Names of states of entries and matches, for pages and files."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

MATCH_STATES: Final[dict[str, Promise]] = {
    "waiting": _("Waiting for opponents"),
    "ready": _("Waiting for a table"),
    "called": _("Called to the table"),
    "playing": _("Playing"),
    "ended": _("Ended"),
}
ENTRY_STATES: Final[dict[str, Promise]] = {
    "entered": _("Entered"),
    "checked_in": _("Checked in"),
    "withdrawn": _("Withdrawn"),
    "disqualified": _("Disqualified"),
}
