"""Messages about cancelled, archived and deleted tournaments, and about the waiting list."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

ENDING_SENTENCES: Mapping[str, str | Promise] = {
    "cancelled": _("The tournament is cancelled; nothing more can be done in it."),
    "archived": _("The tournament is in the archive. Take it out before changing anything."),
    "not_over": _("Only a finished or cancelled tournament goes into the archive."),
    "never_public": _("This tournament was never announced. Delete it instead."),
    "was_public": _("This tournament was public, so it is never deleted. Cancel it instead."),
    "name_mistyped": _("To confirm, type the tournament’s name: “%(name)s”."),
    "not_waiting": _("It is not waiting to be accepted."),
    "taken_down": _("The administration of this site has taken this tournament’s pages down."),
    "organizer_unknown": _("That person does not organize this tournament."),
    "title_taken": _(
        "There is already a tournament called “%(title)s”. Choose another name if people could mix them up."
    ),
    "starts_at_midnight": _("This starts at midnight. If the time is still open, leave it empty."),
    "starts_in_the_past": _("This date is in the past. Check the day and the year."),
    "full": _("All %(capacity)s places are taken; there is a waiting list."),
    "not_full": _("There is a free place: enter instead of waiting."),
    "you_are_waiting": _("You are already on the waiting list of this tournament."),
    "waits_already": _("“%(name)s” is already on the waiting list."),
    "waits_no_more": _("This entry is no longer on the waiting list."),
    "moved_up": _("A place became free: this entry is in the tournament now. Withdraw it there."),
    "place_out_of_range": _("Places on the waiting list begin with %(low)s."),
}
