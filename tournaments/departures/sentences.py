"""Messages about leaving, returning and late entries."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

LEAVING_SENTENCES: Mapping[str, str | Promise] = {
    "leaves_by_sheet": _(
        "Match %(place)s is being played. Record on its sheet how the player leaves: conceded, "
        "disqualified or absent."
    ),
    "not_won_by_entry": _("This entry did not win match %(place)s, so there is no place to lose there."),
    "disqualify_instead": _(
        "The entry disqualified here also won match %(place)s. Disqualify the entry itself and name "
        "this match."
    ),
    "disqualified_without_reason": _(
        "A player is disqualified on this sheet. Say why: the reason is public."
    ),
    "winner_disqualified": _(
        "Match %(place)s would be won again by an entry that is disqualified. Correct its sheet again "
        "instead."
    ),
    "disqualified_on_sheet": _(
        "The sheet of match %(place)s says disqualified. Correct that sheet, or undo its correction."
    ),
    "not_of_this_match": _("This player is not expected at this match."),
    "seat_gone": _("Match %(place)s went on without this entry, so its seat is gone."),
    "seat_taken": _("Another player has the seat at match %(place)s."),
    "seat_not_free": _(
        "Side %(side)s of match %(place)s cannot be taken. A late entry takes an empty seat of round "
        "1, an extra chair at a table below its maximum, or the place of an absent entry, before "
        "that match begins."
    ),
    "person_in_two_entries": _("%(name)s plays for another entry here. A person is in one entry only."),
    "substitute_needs_pair": _("Only a pair can have a substitute."),
    "substitute_off": _("This tournament allows no substitutes."),
    "substitute_too_late": _("This pair has already played; its members stay as they are."),
}
