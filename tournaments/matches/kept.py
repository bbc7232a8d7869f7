"""What was last read of a tournament, so that a new version reads only what changed since.

Kept in the process, for a few tournaments, under the version of the record that they were read at.
"""

import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable, Mapping
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from django.db.models import Q
from django.utils.translation import get_language

from core.db.looking import is_one_look
from core.models import RecordLine
from core.record.encoding import digest
from core.versions import Version
from matches.models import Match, Side
from matches.rows import InRounds
from tournaments.matches.bracket import MatchView, match_view, views
from tournaments.models import Tournament

MOST = 24  # brackets, each in one language
MOST_MATCHES = 512  # of which the rest is kept
MOST_LINES = 200  # that are looked through; after more of them everything is read
MATCH_CODE = re.compile(r'"(m[a-z0-9]{8})"')
Key = tuple[int, str | None]
K = TypeVar("K", bound=Hashable)
P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class KeptMatches:
    """Every match of these rounds by its code, at a version; `hash` is that of the record's line there."""

    version: Version
    hash: str
    rounds: frozenset[int]
    matches: Mapping[str, MatchView]


_guard = threading.Lock()
_kept: OrderedDict[Key, KeptMatches] = OrderedDict()
_all: list[OrderedDict[Any, Any]] = [_kept]


def all_matches(tournament: Tournament) -> Mapping[str, MatchView]:
    """Every match by its code, in no order."""
    return matches_of_rounds(tournament, rounds_of(tournament))


def matches_of_rounds(tournament: Tournament, rounds: Collection[int]) -> Mapping[str, MatchView]:
    """Every match of these rounds by its code, in no order, and perhaps others.

    Read anew where it is not sure that nothing is mixed up: only in one look at the database is what is read
    of the version that the tournament bears.
    """
    if not is_one_look():
        return _read(tournament, rounds)
    key, held = (tournament.ledger_id, get_language()), _at_hand(tournament)
    missing = frozenset(rounds) - held.rounds
    if missing:
        matches = {**held.matches, **_read(tournament, missing)}
        held = replace(held, rounds=held.rounds | missing, matches=matches)
    _keep(_kept, key, held)
    return held.matches


def rounds_of(tournament: Tournament) -> list[int]:
    """The numbers of its rounds."""
    found = Match.objects.filter(ledger=tournament.ledger_id).order_by("round")
    return list(found.values_list("round", flat=True).distinct())


def _at_hand(tournament: Tournament) -> KeptMatches:
    """What is kept of it, at the present version."""
    held, ledger = _kept.get((tournament.ledger_id, get_language())), tournament.ledger
    nothing = KeptMatches(ledger.version, ledger.head_hash, frozenset(), {})
    if held is None or (held.version, held.hash) == (ledger.version, ledger.head_hash):
        return held or nothing
    matches = _brought_up(held, tournament)
    return nothing if matches is None else replace(nothing, rounds=held.rounds, matches=matches)


def one_match(tournament: Tournament, match: Match) -> MatchView:
    """One match as everybody sees it, from what is kept where that is of this moment."""
    if not is_one_look():
        return match_view(tournament, match)
    return matches_of_rounds(tournament, [match.round])[match.code]


class OnceAVersion:
    """What is made once for each version of a tournament, in each language, of whatever else it depends on.

    Only what the record and its names decide, as on pages that are kept ready: no number moves anything else.
    """

    def __init__(self) -> None:
        self._held: OrderedDict[Hashable, tuple[Version, str, Any]] = OrderedDict()
        _all.append(self._held)

    def at(self, tournament: Tournament, which: tuple[Hashable, ...], make: Callable[[], T]) -> T:
        """What `make` makes, or made when it was last asked for at this version."""
        if not is_one_look():
            return make()
        key, ledger = (tournament.ledger_id, get_language(), *which), tournament.ledger
        found = self._held.get(key)
        if found is None or found[:2] != (ledger.version, ledger.head_hash):
            found = (ledger.version, ledger.head_hash, make())
            _keep(self._held, key, found, MOST_MATCHES if which else MOST)
        made: T = found[2]
        return made


def once_a_version(read: Callable[Concatenate[Tournament, P], T]) -> Callable[Concatenate[Tournament, P], T]:
    """Let what is read of a tournament, or of its match, be read once for each version, in each language."""
    kept = OnceAVersion()

    @wraps(read)
    def reading(tournament: Tournament, /, *which: P.args, **named: P.kwargs) -> T:
        return kept.at(tournament, (*which, *named.values()), lambda: read(tournament, *which, **named))

    return reading


def forget() -> None:
    """Keep nothing."""
    with _guard:
        for held in _all:
            held.clear()


def _read(tournament: Tournament, rounds: Collection[int]) -> dict[str, MatchView]:
    chosen = InRounds(tournament.ledger_id, tuple(sorted(rounds)))
    found = views(tournament, chosen) if rounds else ()
    return {view.code: view for view in found}


def _brought_up(held: KeptMatches, tournament: Tournament) -> dict[str, MatchView] | None:
    """What was held, with the matches that changed since; None where names changed or matches went.

    A match changed that says so itself, whose entries do, or that a line names: a call of time makes nobody's
    sheet stale, so it moves no match's own number.
    """
    ledger = tournament.ledger
    lines = _lines_from(held, tournament)
    if held.version.unrecorded != ledger.unrecorded or lines is None:
        return None
    everything = Match.objects.filter(ledger=ledger.pk, round__in=held.rounds)
    since = held.version.seq
    theirs = Side.objects.filter(entry__ledger=ledger.pk, entry__changed_seq__gt=since).values("match")
    named = Q(code__in={code for line in lines for code in MATCH_CODE.findall(line)})
    changed = views(tournament, everything.filter(named | Q(changed_seq__gt=since) | Q(pk__in=theirs)))
    matches = {**held.matches, **{view.code: view for view in changed}}
    return matches if len(matches) == everything.count() else None


def _lines_from(held: KeptMatches, tournament: Tournament) -> list[str] | None:
    """The lines of the record since; None where it does not go on from there, as after a backup came back."""
    lines = RecordLine.objects.filter(ledger=tournament.ledger_id, seq__gte=held.version.seq).order_by("seq")
    first, *rest = lines.values_list("text", flat=True)[: MOST_LINES + 1] or [""]
    return rest if digest(first) == held.hash and len(rest) < MOST_LINES else None


def _keep(held: OrderedDict[K, T], key: K, value: T, most: int = MOST) -> None:
    with _guard:
        held[key] = value
        held.move_to_end(key)
        if len(held) > most:
            held.popitem(last=False)
