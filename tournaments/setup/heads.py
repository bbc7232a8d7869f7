"""The version of one tournament's record, or of all together, in one small query."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import connection

from core.record.line import digest
from core.versions import RecordVersion, Version
from tournaments.models import OVER, State
from tournaments.setup.listing import MAX_CURRENT, STILL_TOLD

EVERYTHING = 0  # no record has this key

_TEXT = """
SELECT ledger.id, ledger.head_seq, ledger.unrecorded, ledger.head_hash,
       (tournament.state <> %s OR tournament.announced_at IS NOT NULL) AND tournament.taken_down_at IS NULL
       AND tournament.unaccepted_since IS NULL
FROM tournaments_tournament tournament JOIN core_ledger ledger ON ledger.id = tournament.ledger_id
WHERE tournament.slug = %s
"""

_OVER = "tournament.state IN ({})".format(", ".join(f"'{state.value}'" for state in sorted(OVER)))
_PUBLISHED = f"(tournament.announced_at IS NOT NULL OR tournament.state <> '{State.PREPARING.value}')"
_SUMS = f"""
SELECT SUM(tournament.changed_seq), SUM(CASE WHEN {_OVER} THEN ledger.unrecorded END),
       COUNT(CASE WHEN {_OVER} THEN 1 END),
       MAX(CASE WHEN {_OVER} THEN ledger.head_hash END), MIN(CASE WHEN {_OVER} THEN ledger.head_hash END),
       COUNT(tournament.archived_at), COUNT(tournament.taken_down_at),
       COUNT(tournament.unaccepted_since)
FROM tournaments_tournament tournament JOIN core_ledger ledger ON ledger.id = tournament.ledger_id
WHERE """  # noqa: S608 - states of ours
_OF_ALL = _SUMS + _PUBLISHED
_RANKED = f"{_SUMS} tournament.ranked AND tournament.state = '{State.FINISHED.value}'"
_COMING = f"""
SELECT changed_seq, id, state, title, starts_at, venue FROM tournaments_tournament tournament
WHERE {_PUBLISHED} AND taken_down_at IS NULL AND unaccepted_since IS NULL
  AND binned_at IS NULL AND archived_at IS NULL
  AND (NOT {_OVER} OR state = '{State.CANCELLED.value}' AND (cancelled_at > %s OR starts_at > %s))
ORDER BY starts_at ASC NULLS LAST, created_at DESC LIMIT {MAX_CURRENT}
"""  # noqa: S608 - states of ours


def head_of(slug: str) -> RecordVersion | None:
    """Return the version of the tournament with this slug, with whether it is public; None if there is none.

    This is the most frequent query of all, so its SQL is written by hand; a test checks it against the
    models.
    """
    with connection.cursor() as cursor:
        cursor.execute(_TEXT, (State.PREPARING.value, slug))
        row = cursor.fetchone()
    if row is None:
        return None
    ledger, seq, unrecorded, digest, is_public = row
    return RecordVersion(ledger, Version(seq, unrecorded), digest, bool(is_public))


def head_of_all(now: datetime) -> RecordVersion:
    """Return the version of the public view of all tournaments together.

    It changes with a tournament's own facts and state, and for finished ones also with names and with
    visibility in lists; not with play. Hidden tournaments still count, so that the version only grows. The
    hash distinguishes equal sums, as after a restored backup.
    """
    told = connection.ops.adapt_datetimefield_value(now - STILL_TOLD)
    return _version_of(_rows(_OF_ALL), _rows(_COMING, told, told))


def head_of_seasons() -> RecordVersion:
    """Return the version of the data of seasons: the finished ranked tournaments, public or not."""
    return _version_of(_rows(_RANKED), ())


def _version_of(sums: Sequence[tuple[Any, ...]], coming: Sequence[tuple[Any, ...]]) -> RecordVersion:
    """Return the version of many tournaments: its number from `sums` (one row), its hash from both.

    `coming`: the rows of tournaments to come, as `_COMING` selects them.
    """
    changes, unrecorded, *_ = sums[0]
    version = Version(changes or 0, unrecorded or 0)
    return RecordVersion(EVERYTHING, version, digest(repr((sums, coming))), is_public=True)


def _rows(text: str, *values: Any) -> list[tuple[Any, ...]]:
    """Return the rows of a query in SQL."""
    with connection.cursor() as cursor:
        cursor.execute(text, values or None)
        return list(map(tuple, cursor.fetchall()))
