"""Where a tournament's record stands, or all of them together: what readers ask for, in one small query."""

from datetime import datetime

from django.db import connection
from django.db.models import Count, Max, Min, Q, QuerySet, Sum

from core.cache.shelf import Head
from core.record.encoding import digest
from core.versions import Version
from tournaments.models import OVER, State, Tournament
from tournaments.setup.featured import current_tournaments

EVERYTHING = 0  # no record has this key
ON_A_CARD = ("changed_seq", "pk", "state", "title", "starts_at", "venue")

_TEXT = """
SELECT ledger.id, ledger.head_seq, ledger.unrecorded, ledger.head_hash,
       (tournament.state <> %s OR tournament.announced_at IS NOT NULL) AND tournament.taken_down_at IS NULL
FROM tournaments_tournament tournament JOIN core_ledger ledger ON ledger.id = tournament.ledger_id
WHERE tournament.slug = %s
"""


def head_of(slug: str) -> Head | None:
    """The head of the tournament at that address; None where there is none.

    The most frequent query of all by far, so it is written by hand; a test holds it against the models.
    """
    with connection.cursor() as cursor:
        cursor.execute(_TEXT, (State.PREPARING.value, slug))
        row = cursor.fetchone()
    if row is None:
        return None
    ledger, seq, unrecorded, digest, is_public = row
    return Head(ledger, Version(seq, unrecorded), digest, bool(is_public))


def head_of_all(now: datetime) -> Head:
    """The head of what strangers see of all tournaments together.

    A tournament's own facts and state move it, and of those that are over the names too and whether lists and
    pages show them; what is played does not. What is hidden counts on, so that the version only grows. The
    hash tells apart what would add up to the same, as after a backup came back.
    """
    published = Tournament.objects.filter(Q(announced_at__isnull=False) | ~Q(state=State.PREPARING))
    coming = current_tournaments(None, now).values_list(*ON_A_CARD)
    return _head(published, Q(state__in=OVER), tuple(coming))


def head_of_seasons() -> Head:
    """The head of what seasons rest on: the ranked tournaments that are over, shown or not."""
    over = Q(state=State.FINISHED, ranked=True)
    return _head(Tournament.objects.filter(over), over, ())


def _head(among: QuerySet[Tournament], over: Q, coming: tuple[object, ...]) -> Head:
    sums = among.order_by().aggregate(
        changes=Sum("changed_seq"),
        over=Count("pk", filter=over),
        unrecorded=Sum("ledger__unrecorded", filter=over),
        highest=Max("ledger__head_hash", filter=over),
        lowest=Min("ledger__head_hash", filter=over),
        archived=Count("archived_at"),
        taken_down=Count("taken_down_at"),
    )
    version = Version(sums["changes"] or 0, sums["unrecorded"] or 0)
    return Head(EVERYTHING, version, digest(repr((sums, coming))), is_public=True)
