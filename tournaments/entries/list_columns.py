"""What the columns of an account's lists mean, remembered from one import to the next."""

from collections.abc import Mapping
from datetime import datetime

from accounts.models import Player
from tournaments.entries.lists.values import Meaning, ParsedList
from tournaments.models import ListColumns

MAX_REMEMBERED = 50


def remembered_columns(by: Player | None) -> Mapping[str, tuple[Meaning, ...]]:
    """Return what this account said that columns mean, by `headings_key`; {} without an account."""
    if by is None or by.user_id is None:
        return {}
    rows = ListColumns.objects.filter(user=by.user_id).values_list("headings", "meanings")
    return {headings: tuple(map(Meaning, meanings.split(","))) for headings, meanings in rows}


def remember_columns(parsed: ParsedList, *, by: Player, now: datetime) -> None:
    """Save what the columns of a list with headings mean; delete the oldest beyond the limit.

    Does nothing without an account or headings.
    """
    if by.user_id is None or not parsed.headings_key:
        return
    values = {"meanings": ",".join(parsed.meanings), "used_at": now}
    ListColumns.objects.update_or_create(user_id=by.user_id, headings=parsed.headings_key, defaults=values)
    newest = ListColumns.objects.filter(user=by.user_id).order_by("-used_at", "-pk")
    too_many = list(newest.values_list("pk", flat=True)[MAX_REMEMBERED:])
    ListColumns.objects.filter(pk__in=too_many).delete()
