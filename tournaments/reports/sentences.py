"""Messages about reports of players, cards on the tables, and sheets from paper."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

REPORTING_SENTENCES: Mapping[str, str | Promise] = {
    "players_do_not_report": _("In this tournament only a judge records results."),
    "not_at_this_match": _("Only players at this table may do this."),
    "staffs_ending": _("Only a judge can confirm a walkover, a disqualification or a ruling. Call one."),
    "staffs_departure": _("Only a judge can confirm who is absent or disqualified. Call one."),
    "side_has_spoken": _("A player of this side has reported with their account; a phone cannot change it."),
    "reported_too_often": _("This side has changed its report %(most)s times. Call a judge."),
    "nobody_missing": _("Tap the people who did not come."),
    "others_play_on": _(
        "Two or more sides are there, so they play. Start the match, and mark on its sheet who is missing."
    ),
    "disqualify_unconfirmed": _(
        "This disqualifies them from the whole tournament. Confirm that you mean it."
    ),
    "nothing_recorded": _("No sheet is recorded for this match yet."),
    "reviewed_already": _("The coordinator has already reviewed this sheet, and it stands. Talk to them."),
    "card_not_valid": _("This table’s card no longer works. Ask a judge for the new one."),
    "match_moved": _("Another match is now being played at this table."),
    "phone_sits_elsewhere": _("This phone already speaks for side %(side)s. One phone speaks for one side."),
    "seat_claimed": _("Another phone already speaks for side %(side)s. If that is wrong, call a judge."),
    "seat_empty": _("No one plays on side %(side)s."),
    "paper_ahead": _("That would put the end in the future. Check the date and time."),
    "paper_order": _("That would put the start after the end. Check the times."),
    "paper_before_draw": _("That would be before the draw was published. Check the date and time."),
    "own_match": _("You play in this match. Let another judge record it, or confirm that you do."),
    "judge_conflict": _("You must not judge %(names)s. Let another judge record it, or confirm that you do."),
}
