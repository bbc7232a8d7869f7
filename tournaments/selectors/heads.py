"""Where a tournament's record stands, or all of them together: what readers ask for, in one small query."""

from django.db import connection
from django.db.models import Count, Max, Min, Sum
from django.utils import timezone

from core.record import digest
from core.shelf import Head
from core.versions import Version
from tournaments.models import State, Tournament
from tournaments.selectors.front_page import current_tournaments, past_tournaments

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


def head_of_all(*, are_over: bool) -> Head:
    """The head of what strangers see of all tournaments together, or of the ranked ones that are over.

    A tournament's own facts and state move it, and of those that are over the names too; what is played does
    not. The hash tells apart what would add up to the same, as after a backup came back.
    """
    now = timezone.now()
    ranked = Tournament.objects.filter(state=State.FINISHED, ranked=True)
    sums = (ranked if are_over else past_tournaments(None, now)).order_by().aggregate(
        Count("pk"), Count("taken_down_at"), Sum("changed_seq"), Sum("ledger__unrecorded"),
        Max("ledger__head_hash"), Min("ledger__head_hash"),
    )  # fmt: skip
    coming = () if are_over else tuple(current_tournaments(None, now).values_list(*ON_A_CARD))
    changes = (sums["changed_seq__sum"] or 0) + sum(row[0] for row in coming)
    version = Version(changes, sums["ledger__unrecorded__sum"] or 0)
    return Head(EVERYTHING, version, digest(repr((sums, coming))), is_public=True)
