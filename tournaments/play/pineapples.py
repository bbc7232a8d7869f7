"""Who brought a pineapple to the table (4.3), where the check-in noted otherwise."""

from collections.abc import Collection, Iterator
from datetime import datetime

from accounts.models import Player
from core.errors import Stale, Violation, refuse_all
from matches.models import Match, MatchState, Member
from rulesets import registry
from tournaments.act import acting_on
from tournaments.lines.matches import PineapplesChanged
from tournaments.models import Tournament
from tournaments.play.clock import fresh_match

OVER = (MatchState.PLAYING, MatchState.ENDED)


def change_pineapples(
    match: Match, *, pineapples: Collection[str], by: Player, now: datetime, seen: int | None = None
) -> Match:
    """Note who of those seated brought one to this match, and to the later ones; until it starts.

    `pineapples` are the codes of all who did. Doing it again changes nothing. Raises `Refused`
    `pineapples_off`, `not_at_this_table`, `not_in_record`; `Stale` `match_playing` or `match_ended`.
    """
    with acting_on(match, by=by, need="judge", now=now) as ctx:
        fresh = fresh_match(ctx, match, seen)
        if fresh.state in OVER:
            raise Stale(f"match_{fresh.state}")
        seated = _seated(fresh)
        refuse_all(_obstacles(ctx.tournament, seated, pineapples))
        brought = sorted(set(pineapples))
        if brought == sorted(code for code, member in seated.items() if member.pineapple):
            return fresh
        for code, member in seated.items():
            member.pineapple = code in brought
        Member.objects.bulk_update(seated.values(), ["pineapple"])
        ctx.act.write(PineapplesChanged(fresh.code, brought))
        ctx.touch(fresh)
        fresh.save(update_fields=["changed_seq"])
        return fresh


def takes_pineapples(tournament: Tournament) -> bool:
    """Whether they count here, and the record can hold who brought one to a table."""
    if not registry.takes_pineapples(tournament.game, tournament.variants):
        return False
    return tournament.record_format >= PineapplesChanged.since


def _seated(match: Match) -> dict[str, Member]:
    """The people at the match by code, as members of the entries that sit there."""
    entries = match.sides.filter(entry__isnull=False).values("entry")
    codes = set(match.seats.filter(persona__isnull=False).values_list("persona__code", flat=True))
    members = Member.objects.filter(entry__in=entries).select_related("persona")
    return {member.persona.code: member for member in members if member.persona.code in codes}


def _obstacles(
    tournament: Tournament, seated: Collection[str], pineapples: Collection[str]
) -> Iterator[Violation]:
    yield from registry.check_pineapples(tournament.game, tournament.variants)
    if tournament.record_format < PineapplesChanged.since:
        yield Violation("not_in_record", field="pineapples")
    for code in sorted(set(pineapples) - set(seated)):
        yield Violation("not_at_this_table", {"player": code}, "pineapples")
