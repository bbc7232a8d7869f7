"""Labels, diplomas and the flyer, in the active language."""

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.entries.check_in_list import by_name
from tournaments.entries.selectors import entry_views
from tournaments.export import venue_time
from tournaments.models import Tournament
from tournaments.printing.values import Diploma, Diplomas, Flyer, LabelSheets, PersonLabel
from tournaments.share.news import facts_of
from tournaments.standings.selectors import standing


def name_labels(tournament: Tournament) -> LabelSheets:
    """Return a label for each person of a live entry, A–Z, with the club and the entry's number."""
    labels = (
        PersonLabel(name, " · ".join(part for part in (entry.club, f"{_('No.')} {entry.number}") if part))
        for entry in by_name(entry_views(tournament))
        for name in entry.names
    )
    return LabelSheets(tournament.title, tuple(labels))


def diplomas(tournament: Tournament) -> Diplomas:
    """Return a diploma for each person in the first three places."""
    words = {1: _("1st place"), 2: _("2nd place"), 3: _("3rd place")}
    day = venue_time(tournament, tournament.starts_at or tournament.finished_at)
    facts = " · ".join(part for part in (tournament.venue, date_format(day) if day else "") if part)
    signatures = (_("Organization"), _("Judge"))
    placed = (row for row in standing(tournament) if row.place in words and not row.open)
    pages = (
        Diploma(_("Diploma"), name, words[row.place], tournament.title, facts, signatures)
        for row in placed
        for name in row.names
    )
    return Diplomas(tuple(pages))


def flyer(tournament: Tournament, *, is_a3: bool = False) -> Flyer:
    """Return the flyer with date and place, but without places left, because it hangs for days.

    The caller adds the address.
    """
    facts = tuple(facts_of(tournament))
    return Flyer(tournament.title, _("Come and play"), facts, _("Enter here"), is_a3=is_a3)
