"""Groups of the record: update those of entries before clubs are kept apart."""

import json
from collections.abc import Sequence

from django.utils.translation import gettext

from core.models import Ledger
from matches.models import Entry
from tournaments.act import ActContext
from tournaments.entries.write_entries import group_of
from tournaments.lines.entries import EntryAdded, EntryChanged
from tournaments.models import State


def record_changed_groups(ctx: ActContext, entries: Sequence[Entry]) -> None:
    """Record the group of each entry whose club was renamed or deleted since, so that the checker knows it.

    Renaming and deleting a club touch no record. After a draw the line has that as its reason.
    """
    recorded = _recorded_groups(ctx.act.ledger)
    is_drawn = ctx.tournament.state != State.PREPARING
    reason = gettext("The club was renamed or deleted.") if is_drawn else None
    for entry in entries:
        if (group := group_of(entry.club)) != recorded.get(entry.code):
            ctx.act.write(EntryChanged(entry=entry.code, reason=reason, group=group))
            ctx.touch(entry)
            entry.save(update_fields=["changed_seq"])


def _recorded_groups(ledger: Ledger) -> dict[str, str | None]:
    """Return the latest recorded group of each entry, by its code."""
    lines = ledger.lines.filter(type__in=[EntryAdded.type, EntryChanged.type]).order_by("seq")
    data = [json.loads(text)["data"] for text in lines.values_list("text", flat=True)]
    return {item["entry"]: item["group"] for item in data if "group" in item}
