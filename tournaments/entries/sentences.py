"""Messages of refusals and warnings about lists and entries, by code."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

ENTRY_SENTENCES: Mapping[str, str | Promise] = {
    "file_empty": _("There are no names on this list. Paste it again, or choose another file."),
    "file_too_large": _("The list is too large: at most %(most)s bytes fit. Send it in parts."),
    "file_not_text": _("This file is not a list. Send XLSX, ODS, CSV or text, or paste the list."),
    "sheet_unreadable": _("This spreadsheet cannot be read. Save it again as XLSX, ODS or CSV."),
    "sheet_too_costly": _(
        "This spreadsheet is too large to read here. Save the sheet with the names as CSV."
    ),
    "encoding_unsure": _("Some letters may be wrong, first in line %(line)s. Choose the correct reading."),
    "columns_unclear": _("It is not clear what the columns are. Check them, then read the list again."),
    "columns_wrong_number": _("The list has %(found)s columns, but %(given)s were named."),
    "two_people_in_row": _("“%(name)s” looks like two people. Put each on a separate line."),
    "contact_left_out": _("“%(contact)s” looks like contact details and would be public: left out."),
    "brackets_left_out": _("Left out: “%(text)s”"),
    "under_reserves": _("Listed under “%(title)s”. Delete the line if this person is not taking part."),
    "more_than_places": _("%(adding)s entries on the list, %(free)s free places. Nothing is saved."),
    "too_many_for_an_evening": _(
        "An evening takes at most %(most)s entries, not %(entries)s. "
        "Create a tournament with check-in instead."
    ),
    "too_many_rows": _("The list has %(found)s rows; at most %(most)s fit at once. Send it in parts."),
    "column_name_missing": _("Which column holds the names? Choose it below, then read the list again."),
    "column_twice": _("The column “%(column)s” repeats another one. Keep one of them."),
    "quotes_unbalanced": _("A quotation mark opens here and never closes. Remove it or close it."),
    "too_many_cells": _("This row has %(found)s cells, the list has %(most)s columns."),
    "person_unclear": _("Is “%(name)s” the same person as %(who)s?"),
    "player_unknown": _("No one here has the code “%(player)s”."),
    "twice_on_list": _("“%(name)s” already appears earlier on this list. If this is another person, say so."),
    "name_is_theirs": _("%(name)s has an account, so only they can change the name, on their own page."),
    "separates_account": _(
        "%(name)s has an account. Only the site’s administration can split it into two people."
    ),
    "name_elsewhere": _(
        "%(name)s also takes part in tournaments of other organizers, so the name cannot be changed here."
    ),
    "name_known_here": _(
        "%(name)s takes part in this tournament in another way. Withdraw this entry and add %(name)s again."
    ),
    "order_of_pair": _("“%(name)s” is the other person of this pair. Keep the two names in their order."),
    "seed_after_draw": _("The seed counts for the draw only; it cannot be changed after it."),
    "seed_not_a_whole_number": _("“%(value)s” is not a seed. Use 1, 2, 3 … or leave it empty."),
}
