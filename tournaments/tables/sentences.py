"""Messages of refusals about tables and halls."""

from collections.abc import Callable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


def _table_busy(facts: Mapping[str, object]) -> Promise:
    """Return the message with the other tournament at the table, if any; `title` is "" if it is private."""
    if facts.get("title"):
        return _("Table %(table)s is taken by “%(title)s”. Choose a free one.")
    if "title" in facts:
        return _("Table %(table)s is taken by another tournament of this hall. Choose a free one.")
    return _("Table %(table)s is taken. Choose a free one.")


TABLE_SENTENCES: Mapping[str, Promise | Callable[[Mapping[str, object]], Promise]] = {
    "table_busy": _table_busy,
    "no_accessible_table_free": _(
        "A player of this match needs an accessible table, and none is free. Wait for one, or call the match "
        "to another table by hand."
    ),
    "shared_table_taken": _(
        "Another tournament of this hall has just called a match to that table. Choose a free one."
    ),
    "hall_with_itself": _("That is this tournament. Choose another one."),
    "hall_of_two": _(
        "“%(title)s” already shares its tables with others, and so does this one. Take one of the "
        "two out first."
    ),
    "hall_of_others": _(
        "Another person coordinates a tournament of that hall. To add a tournament to a hall, you must "
        "coordinate all of its tournaments."
    ),
    "table_used_by_both": _(
        "Both have a match at table %(table)s right now. Move one of them to a table that the other "
        "doesn’t use."
    ),
}
