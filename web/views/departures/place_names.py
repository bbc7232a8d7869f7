"""How the places that a late entry can take are called."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.models import Match
from tournaments.departures.late_places import LatePlace, PlaceKind

Names = Mapping[str, tuple[str, ...]]
GROUPS: Mapping[PlaceKind, Promise] = {
    PlaceKind.SEAT: gettext_lazy("Empty seats"),
    PlaceKind.CHAIR: gettext_lazy("One chair more"),
    PlaceKind.ABSENT: gettext_lazy("In the place of an absent player"),
}


def place_name(place: LatePlace, names: Names) -> str:
    """The table with who sits there, and what taking the place means."""
    table, people = _table(place.match), ", ".join(_people(code, names) for code in place.entries)
    if place.kind == PlaceKind.ABSENT:
        absent = _people(place.instead_of, names)
        return _("%(absent)s (%(table)s), who is withdrawn") % {"absent": absent, "table": table}
    if place.kind == PlaceKind.CHAIR:
        said = {"table": table, "people": people, "size": len(place.entries) + 1}
        return _("%(table)s: one chair more, %(size)s at the table, with %(people)s") % said
    if not people:
        return _("%(table)s: an empty seat, the table is empty") % {"table": table}
    return _("%(table)s: an empty seat, with %(people)s") % {"table": table, "people": people}


def _people(code: str, names: Names) -> str:
    return " & ".join(names[code])


def _table(match: Match) -> str:
    """The physical table once the match is called, else its place in the bracket."""
    if match.table:
        return _("Table %(table)s") % {"table": match.table.label}
    return _("Round %(round)s, match %(number)s") % {"round": match.round, "number": match.number}
