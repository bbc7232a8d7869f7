"""A short text for each kind of line, for the page of the record."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

LINES: Mapping[str, Promise] = {
    "tournament.created": _("The tournament was created"),
    "tournament.changed": _("Its facts were changed"),
    "tournament.announced": _("It was announced"),
    "tournament.finished": _("It was finished"),
    "tournament.reopened": _("It was reopened"),
    "tournament.cancelled": _("It was cancelled"),
    "regulation.confirmed": _("The regulation was confirmed"),
    "ruling.noted": _("The coordinator gave a ruling"),
    "penalty.noted": _("A penalty was given"),
    "penalty.withdrawn": _("A penalty was taken back"),
    "staff.assigned": _("Someone joined the staff"),
    "staff.removed": _("Someone left the staff"),
    "entry.added": _("An entry was added"),
    "entry.changed": _("An entry was changed"),
    "entry.checked_in": _("An entry was checked in"),
    "entry.checked_out": _("A check-in was taken back"),
    "entry.withdrawn": _("An entry withdrew"),
    "entry.reinstated": _("An entry came back"),
    "entry.disqualified": _("An entry was disqualified"),
    "deck.accepted": _("A deck was checked and accepted"),
    "deck.waived": _("An entry plays without a checked deck"),
    "draw.committed": _("The secret of the draw was promised"),
    "draw.published": _("The draw was published"),
    "draw.withdrawn": _("The draw was withdrawn"),
    "break.planned": _("A break was planned"),
    "break.ended": _("A break ended"),
    "match.placed": _("A match was called to a table"),
    "match.started": _("A match started"),
    "match.time_called": _("Time was called"),
    "match.extended": _("A match got more time"),
    "seat.filled": _("A seat was filled"),
    "pineapples.changed": _("Pineapples were noted"),
    "redraw.noted": _("A redraw was noted"),
    "redraw.taken_back": _("A redraw was taken back"),
    "game.seeded": _("A game of kingdoms began"),
    "game.drawn": _("A drawn game was noted"),
    "game.resumed": _("A drawn game was taken back"),
    "sheet.recorded": _("A sheet was recorded"),
    "correction.applied": _("A result was corrected"),
    "integrity.noted": _("Something unusual was noted"),
}
