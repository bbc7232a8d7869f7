"""Where a tournament's record stands: what polls ask for, in one small query."""

from django.db import connection

from core.shelf import Head
from core.versions import Version
from tournaments.models import State

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
