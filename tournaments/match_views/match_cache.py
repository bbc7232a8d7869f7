"""The matches of the latest tournaments, cached in the process: a new version reads only what changed."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from django.db.models import Q, QuerySet
from django.utils.translation import get_language

from core.cache.response_cache import BoundedCache
from core.db.transactions import is_in_read_snapshot
from core.models import RecordLine
from core.record.line import digest
from core.versions import Version
from matches.models import Match, Side
from tournaments.match_views.match import MatchView, match_view, views
from tournaments.match_views.rows import InKeys, InRounds
from tournaments.models import Tournament

BRACKETS = 24  # entries of the cache: a tournament in one language
MAX_LINES = 200  # of the record that an update reads; beyond that, all matches are read again
DRAW = re.compile(r'"type":"(?:draw\.published|draw\.withdrawn|round\.drawn)"')
"""Record lines that create or delete matches."""
MAX_KEYS = 8  # keys of one query; each number of keys is a prepared statement
MATCH_CODE = re.compile(r'"(m[a-z0-9]{8})"')


@dataclass(frozen=True, slots=True)
class CachedMatches:
    """Every match of these `rounds` (numbers) by code, at a version of the record.

    `hash` is that of the record's line there.
    """

    version: Version
    hash: str
    rounds: frozenset[int]
    matches: Mapping[str, MatchView]


_cache: BoundedCache[tuple[int, str | None], CachedMatches] = BoundedCache(BRACKETS)


def all_matches(tournament: Tournament) -> Mapping[str, MatchView]:
    """Return every match by code, in no order."""
    return matches_of_rounds(tournament, rounds_of(tournament))


def matches_of_rounds(tournament: Tournament, rounds: Collection[int]) -> Mapping[str, MatchView]:
    """Return every match of these rounds by code, in no order, and perhaps others.

    Within a snapshot they come from the cache, which keeps what is read. Outside one everything is read
    again, because rows may be newer than the tournament.
    """
    if not is_in_read_snapshot():
        return _read_rounds(tournament, rounds)
    key, held = (tournament.ledger_id, get_language()), _update_cached(tournament)
    missing = frozenset(rounds) - held.rounds
    if missing:
        matches = {**held.matches, **_read_rounds(tournament, missing)}
        held = replace(held, rounds=held.rounds | missing, matches=matches)
    return _cache.put(key, held).matches


def rounds_of(tournament: Tournament) -> list[int]:
    """Return the numbers of the rounds that have matches, in order; [] before the draw."""
    found = Match.objects.filter(ledger=tournament.ledger_id).order_by("round")
    return list(found.values_list("round", flat=True).distinct())


def _update_cached(tournament: Tournament) -> CachedMatches:
    """Return the cached matches, updated to the present version; without any match on a miss.

    The caller puts them into the cache.
    """
    held, ledger = _cache.get((tournament.ledger_id, get_language())), tournament.ledger
    nothing = CachedMatches(ledger.version, ledger.head_hash, frozenset(), {})
    if held is None or (held.version, held.hash) == (ledger.version, ledger.head_hash):
        return held or nothing
    matches = _read_changed(held, tournament)
    return nothing if matches is None else replace(nothing, rounds=held.rounds, matches=matches)


def one_match(tournament: Tournament, match: Match) -> MatchView:
    """Return the public view of one match; within a snapshot from the cache."""
    if not is_in_read_snapshot():
        return match_view(tournament, match)
    return matches_of_rounds(tournament, [match.round])[match.code]


def clear() -> None:
    """Empty this process's cache."""
    _cache.clear()


def _read_rounds(tournament: Tournament, rounds: Collection[int]) -> dict[str, MatchView]:
    """Return every match of these rounds by code, from the database."""
    chosen = InRounds(tournament.ledger_id, tuple(sorted(rounds)))
    found = views(tournament, chosen) if rounds else ()
    return {view.code: view for view in found}


def _read_changed(held: CachedMatches, tournament: Tournament) -> dict[str, MatchView] | None:
    """Return the cached matches, with those that changed since read again; None if all must be read again.

    That is if names or the draw changed, or too many lines were written. A match has changed if its own
    number or an entry's says so, or if a line names it: a call of time makes no sheet stale, so it does not
    move the match's own number.
    """
    ledger = tournament.ledger
    lines = _lines_from(held, tournament)
    if held.version.unrecorded != ledger.unrecorded or lines is None or any(map(DRAW.search, lines)):
        return None
    everything = Match.objects.filter(ledger=ledger.pk, round__in=held.rounds)
    since = held.version.seq
    theirs = Side.objects.filter(entry__ledger=ledger.pk, entry__changed_seq__gt=since).values("match")
    named = Q(code__in={code for line in lines for code in MATCH_CODE.findall(line)})
    changed = views(
        tournament, _prepare_few(everything.filter(named | Q(changed_seq__gt=since) | Q(pk__in=theirs)))
    )
    return {**held.matches, **{view.code: view for view in changed}}


def _prepare_few(matches: QuerySet[Match]) -> InKeys | QuerySet[Match]:
    """Return the matches by their keys, for a prepared statement; more than `MAX_KEYS` unchanged."""
    keys = tuple(matches.order_by("pk").values_list("pk", flat=True)[: MAX_KEYS + 1])
    return InKeys(keys) if len(keys) <= MAX_KEYS else matches


def _lines_from(held: CachedMatches, tournament: Tournament) -> list[str] | None:
    """Return the record's lines after the cached version, in order.

    None if there are too many, or it is another record, as after a restored backup.
    """
    lines = RecordLine.objects.filter(ledger=tournament.ledger_id, seq__gte=held.version.seq).order_by("seq")
    first, *rest = lines.values_list("text", flat=True)[: MAX_LINES + 1] or [""]
    return rest if digest(first) == held.hash and len(rest) < MAX_LINES else None
