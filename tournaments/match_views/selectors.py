"""Rounds, those of the bracket alone too, and matches of one tournament by state, table, entry or code."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import NamedTuple

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet
from django.utils.translation import gettext

from matches.models import AT_TABLE, EntryState, Match, MatchState, Side
from tournaments.entry_names import names_of
from tournaments.match_views.match import MatchView, views
from tournaments.match_views.match_cache import all_matches, matches_of_rounds
from tournaments.match_views.versioned_cache import cache_version
from tournaments.models import Tournament
from tournaments.stage_words import stage_sentence
from tournaments.stages.kinds import StagePlans

BY_ROUND_AND_NUMBER = attrgetter("round", "number")


@dataclass(frozen=True, slots=True)
class RoundView:
    """One round, with its matches in order of number."""

    number: int
    matches: tuple[MatchView, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class RoundSize:
    """A round, its number of matches, and `played`: how many of them are not the third-place match.

    `stage`: the stage before the bracket that it is of, None for a round of the bracket. `plan`: the
    stages of the tournament as planned. `second_chance`: it is a round of the second chance, which has the
    number of the round that it is played beside.
    """

    number: int
    matches: int
    played: int
    stage: int | None = None
    plan: StagePlans = ()
    second_chance: bool = False


def all_rounds(tournament: Tournament) -> tuple[RoundView, ...]:
    """Return all rounds drawn, those of a stage first, each with its matches of the second chance.

    Empty before the draw.
    """
    return _group_by_round(all_matches(tournament))


def bracket(tournament: Tournament) -> tuple[RoundView, ...]:
    """Return all rounds of the drawn bracket; empty before it is drawn."""
    return _group_by_round({code: one for code, one in all_matches(tournament).items() if one.is_of_bracket})


def second_chance(tournament: Tournament) -> tuple[RoundView, ...]:
    """Return the rounds of the second chance, the first beside round 2 of the bracket; empty without one."""
    return _group_by_round({code: one for code, one in all_matches(tournament).items() if one.second_chance})


class TitleHolder(NamedTuple):
    """The entry that has the title of the second chance: its code and its names."""

    entry: str
    names: tuple[str, ...]


@cache_version
def second_chance_winner(tournament: Tournament) -> TitleHolder | None:
    """Return the winner of a second chance with a title of its own; None before its last match has ended.

    If that entry is disqualified, the title has no holder.
    """
    if not second_chance_sizes(tournament):
        return None
    last = Match.objects.filter(
        ledger=tournament.ledger_id, second_chance=True, feeds=None, winner__isnull=False
    )
    won = last.exclude(winner__state=EntryState.DISQUALIFIED).values_list("winner__code", flat=True).first()
    return TitleHolder(won, names_of(tournament, [won])[won]) if won else None


def some_rounds(
    tournament: Tournament, numbers: Collection[int], *, second_chance: bool = False
) -> tuple[RoundView, ...]:
    """Return the rounds with these numbers, in order, without reading the others.

    They have the matches of the second chance alone, or all but those.
    """
    found = matches_of_rounds(tournament, numbers)
    chosen = {code: one for code, one in found.items() if one.second_chance == second_chance}
    return tuple(one for one in _group_by_round(chosen) if one.number in numbers)


def round_sizes(tournament: Tournament) -> tuple[RoundSize, ...]:
    """Return every round from the first on, without a second chance beside it; empty before the draw."""
    return tuple(one for one in _sizes(tournament) if not one.second_chance)


def second_chance_sizes(tournament: Tournament) -> tuple[RoundSize, ...]:
    """Return the rounds of the second chance; empty without one, and before the draw."""
    return tuple(one for one in _sizes(tournament) if one.second_chance)


@cache_version
def _sizes(tournament: Tournament) -> tuple[RoundSize, ...]:
    """Return every round in order, one of the second chance after the round that it is beside."""
    found = Match.objects.filter(ledger=tournament.ledger_id).order_by("round", "second_chance")
    played = Count("pk", filter=Q(third_place=False))
    sizes = found.values("round", "second_chance").annotate(count=Count("pk"), played=played, of=Max("stage"))
    return tuple(
        RoundSize(
            one["round"], one["count"], one["played"], one["of"], tournament.stages, one["second_chance"]
        )
        for one in sizes
    )


def bracket_sizes(tournament: Tournament) -> tuple[RoundSize, ...]:
    """Return the rounds of the bracket; empty before it is drawn."""
    return tuple(one for one in round_sizes(tournament) if one.stage is None)


def round_name(one: RoundSize, rounds: Sequence[RoundSize]) -> str:
    """Return `Final`, `Semifinals`, `Swiss round 2`, `Round 2 of the groups`, else the round's number.

    `rounds`: all of the bracket, or of the second chance, that it is of.
    """
    if one.stage is not None:
        return stage_sentence(one.plan, "round", number=one.number)
    if one.second_chance:
        return _second_chance_round(one, rounds)
    if one.number == rounds[-1].number:
        return gettext("Final")
    if one.played == 2 and one.number == rounds[-2].number:
        return gettext("Semifinals")
    return gettext("Round %(number)d") % {"number": one.number}


def _second_chance_round(one: RoundSize, rounds: Sequence[RoundSize]) -> str:
    """Return the name of a round of the second chance, whose rounds are `rounds`."""
    if one.number == rounds[-1].number:
        return gettext("Final of the second chance")
    return gettext("Second chance: round %(number)d") % {"number": one.number}


def _group_by_round(matches: Mapping[str, MatchView]) -> tuple[RoundView, ...]:
    """Return the matches by round, each round's in order of number."""
    rounds: dict[int, list[MatchView]] = defaultdict(list)
    for view in sorted(matches.values(), key=BY_ROUND_AND_NUMBER):
        rounds[view.round].append(view)
    return tuple(RoundView(number, tuple(rounds[number])) for number in sorted(rounds))


def matches_of(
    tournament: Tournament, *, state: str = "", round_: int | None = None, table: str = "", entry: str = ""
) -> QuerySet[Match]:
    """Return matches in bracket order.

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
    """Return the views of these matches (codes) by code; no key for an unknown one."""
    found = Match.objects.filter(ledger=tournament.ledger_id, code__in=codes)
    return {view.code: view for view in views(tournament, found)}


def matches_at_tables(tournament: Tournament) -> tuple[MatchView, ...]:
    """Return the matches called or played at a table, in bracket order."""
    found = Match.objects.filter(ledger=tournament.ledger_id, state__in=AT_TABLE)
    return views(tournament, found)


def ready_count(tournament: Tournament) -> int:
    """Return the number of matches that wait only for a table."""
    return Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.READY).count()
