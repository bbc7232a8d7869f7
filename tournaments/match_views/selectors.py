"""Rounds, those of the bracket alone too, and matches of one tournament by state, table, entry or code."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet
from django.utils.translation import gettext

from matches.models import AT_TABLE, Match, MatchState, Side
from tournaments.match_views.match import MatchView, views
from tournaments.match_views.match_cache import all_matches, matches_of_rounds
from tournaments.match_views.versioned_cache import cache_version
from tournaments.models import Tournament

BY_PLACE = attrgetter("round", "number")


@dataclass(frozen=True, slots=True)
class RoundView:
    """One round, with its matches in order of number."""

    number: int
    matches: tuple[MatchView, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class RoundSize:
    """A round, its number of matches, and how many of them are not the third-place match.

    `stage`: the stage before the bracket that it is of, None for a round of the bracket.
    """

    number: int
    matches: int
    played: int
    stage: int | None = None


def all_rounds(tournament: Tournament) -> tuple[RoundView, ...]:
    """Return all rounds drawn, those of a stage first; empty before the draw."""
    return _in_rounds(all_matches(tournament))


def bracket(tournament: Tournament) -> tuple[RoundView, ...]:
    """Return all rounds of the drawn bracket; empty before it is drawn."""
    return _in_rounds({code: one for code, one in all_matches(tournament).items() if one.stage is None})


def some_rounds(tournament: Tournament, numbers: Collection[int]) -> tuple[RoundView, ...]:
    """Return these rounds only, without reading the others."""
    found = matches_of_rounds(tournament, numbers)
    return tuple(one for one in _in_rounds(found) if one.number in numbers)


@cache_version
def round_sizes(tournament: Tournament) -> tuple[RoundSize, ...]:
    """Return every round from the first on; empty before the draw."""
    found = Match.objects.filter(ledger=tournament.ledger_id).order_by("round").values_list("round")
    played = Count("pk", filter=Q(third_place=False))
    sizes = found.annotate(matches=Count("pk"), played=played, of_stage=Max("stage"))
    return tuple(RoundSize(*row) for row in sizes)


def bracket_sizes(tournament: Tournament) -> tuple[RoundSize, ...]:
    """Return the rounds of the bracket; empty before it is drawn."""
    return tuple(one for one in round_sizes(tournament) if one.stage is None)


def round_name(one: RoundSize, rounds: Sequence[RoundSize]) -> str:
    """Return `Final`, `Semifinals`, `Swiss round 2`, else the number of the round."""
    if one.stage is not None:
        return gettext("Swiss round %(number)d") % {"number": one.number}
    if one.number == rounds[-1].number:
        return gettext("Final")
    if one.played == 2 and one.number == rounds[-1].number - 1:
        return gettext("Semifinals")
    return gettext("Round %(number)d") % {"number": one.number}


def _in_rounds(matches: Mapping[str, MatchView]) -> tuple[RoundView, ...]:
    rounds: dict[int, list[MatchView]] = defaultdict(list)
    for view in sorted(matches.values(), key=BY_PLACE):
        rounds[view.round].append(view)
    return tuple(RoundView(number, tuple(rounds[number])) for number in sorted(rounds))


def matches_of(
    tournament: Tournament, *, state: str = "", round_: int | None = None, table: str = "", entry: str = ""
) -> QuerySet[Match]:
    """Return matches in bracket order;

    `table` is a label, `entry` a code. Empty or None filters do not apply.
    """
    asked = {"state": state, "round": round_, "table__label": table, "sides__entry__code": entry}
    chosen = {field: value for field, value in asked.items() if value}
    return Match.objects.filter(ledger=tournament.ledger_id, **chosen).order_by("round", "number")


def ended_last(tournament: Tournament, most: int) -> list[tuple[str, int]]:
    """Return (code, round) of the matches that ended last, latest first, without byes."""
    ended = Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.ENDED)
    played = ended.filter(Exists(Side.objects.filter(match=OuterRef("pk"), number__gt=1)))
    return list(played.order_by("-ended_at", "round", "number").values_list("code", "round")[:most])


def views_by_code(tournament: Tournament, codes: Collection[str]) -> dict[str, MatchView]:
    """Return these matches of the tournament by code."""
    found = Match.objects.filter(ledger=tournament.ledger_id, code__in=codes)
    return {view.code: view for view in views(tournament, found)}


def matches_at_tables(tournament: Tournament) -> tuple[MatchView, ...]:
    """Return the matches called or played at a table, in bracket order; three queries."""
    found = Match.objects.filter(ledger=tournament.ledger_id, state__in=AT_TABLE)
    return views(tournament, found)


def ready_count(tournament: Tournament) -> int:
    """Return the number of matches that wait only for a table."""
    return Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.READY).count()
