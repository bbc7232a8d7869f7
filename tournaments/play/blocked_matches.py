"""Ready matches that wait for a player at another table, with the player and that table."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from accounts.models import Player
from core.errors import Refused, Violation
from matches.models import Match, MatchState, Seat, Sitting
from tournaments.act import ActContext
from tournaments.models import Tournament
from tournaments.play.calling import is_past
from tournaments.play.place import lock_sittings, people_at
from tournaments.rules_of import rules_of
from tournaments.tables.shared_hall import titles_for


@dataclass(frozen=True, slots=True)
class Blocker:
    """A player of a ready match who sits at a table of this or another tournament.

    `match` is the code of the ready match, `person` their code here. `title`, `slug` and `there` (the match)
    are of the other tournament; empty if it is this one or the reader may not see it. `table`: the label
    there, empty if the reader may not see it. `is_overdue`: it lasts longer than the grace time, so a
    coordinator may call the match anyway. `is_separable`: a coordinator may declare the two namesakes
    different people.
    """

    match: str
    name: str
    elsewhere: bool
    title: str
    table: str
    since: datetime
    person: str
    slug: str
    there: str
    is_overdue: bool
    is_separable: bool
    held_at: int
    """The primary key of the match where the player sits."""


@dataclass(frozen=True, slots=True)
class BlockedMatches:
    """Ready matches (codes) whose players have sat past the grace time at one table of another tournament."""

    matches: tuple[str, ...]
    people: tuple[Blocker, ...]

    @property
    def first(self) -> Blocker:
        """Return the first player; all share the table."""
        return self.people[0]


def blockers_by_match(
    tournament: Tournament, moment: datetime, *, reader: Player | None = None
) -> dict[str, tuple[Blocker, ...]]:
    """Return the players whom each ready match waits for, by match code, as `reader` may see them.

    Two queries, and a third if one of them sits in a tournament that is not public.
    """
    seats = Seat.objects.filter(
        match__ledger=tournament.ledger_id,
        match__state=MatchState.READY,
        persona__player__sittings__isnull=False,
    )
    waiting = dict[int, list[_WaitingMatch]]()
    for player, code, held, person in seats.order_by("match__round", "match__number").values_list(
        "persona__player", "match__code", "match__held", "persona__code"
    ):
        waiting.setdefault(player, []).append(_WaitingMatch(code, held, person))
    return _group_blockers(tournament, waiting, moment, reader) if waiting else {}


def longest_blocked(blockers: Sequence[Blocker]) -> BlockedMatches | None:
    """Return the matches that wait for the table of another tournament where players sit longest.

    None if no blocker is past the grace time.
    """
    overdue = sorted((one for one in blockers if one.is_overdue), key=lambda one: one.since)
    if not overdue:
        return None
    people = tuple(one for one in blockers if one.is_overdue and one.held_at == overdue[0].held_at)
    return BlockedMatches(tuple(dict.fromkeys(one.match for one in people)), people)


def release_people(ctx: ActContext, match: Match) -> None:
    """Delete the sittings of a match's players at tables of other tournaments, past the grace time.

    The matches there do not change. Raises `Refused` `players_busy` if a player who sits elsewhere is not
    overdue, as at another table of this tournament.
    """
    there = lock_sittings(people_at([match])[match.pk], ctx.act.now)
    away = [row for row in there if row.match_id != match.pk]
    busy = [row.player.name for row in away if not _is_overdue(ctx.tournament, row, ctx.act.now)]
    if busy:
        raise Refused([Violation("players_busy", {"names": busy}, "table")])
    Sitting.objects.filter(pk__in=[row.pk for row in away]).delete()


@dataclass(frozen=True, slots=True)
class _WaitingMatch:
    """A ready match (code) that waits for a player (persona code); `held` if staff holds it back."""

    code: str
    held: bool
    person: str


def _group_blockers(
    tournament: Tournament,
    waiting: Mapping[int, Sequence[_WaitingMatch]],
    moment: datetime,
    reader: Player | None,
) -> dict[str, tuple[Blocker, ...]]:
    """Return the players for whom each waiting match waits, by its code; `waiting` is by player key."""
    found = Sitting.objects.filter(player__in=list(waiting)).order_by("player__folded", "pk")
    rows = list(found.select_related("player", "match__table", "match__ledger__tournament"))
    others = {row.match.ledger.tournament for row in rows} - {tournament}
    hidden = [other for other in others if not other.is_public]
    unseen = {other.pk for other in hidden} - titles_for(reader, hidden).keys()
    kept: dict[str, list[Blocker]] = defaultdict(list)
    for row in rows:
        for match in waiting[row.player_id]:
            is_overdue = not match.held and _is_overdue(tournament, row, moment)
            is_seen = row.match.ledger.tournament.pk not in unseen
            kept[match.code].append(_blocker(tournament, match, row, is_overdue, is_seen))
    return {code: tuple(people) for code, people in kept.items()}


def _blocker(
    tournament: Tournament, match: _WaitingMatch, row: Sitting, is_overdue: bool, is_seen: bool
) -> Blocker:
    """Return the player who sits (`row`) elsewhere; table and tournament are named only if `is_seen`."""
    there: Tournament = row.match.ledger.tournament
    elsewhere = there.pk != tournament.pk
    return Blocker(
        match=match.code,
        name=row.player.name,
        elsewhere=elsewhere,
        title=there.title if elsewhere and is_seen else "",
        table=row.match.table.label if row.match.table and is_seen else "",
        since=row.since,
        person=match.person,
        slug=there.slug if elsewhere and is_seen else "",
        there=row.match.code if elsewhere and is_seen else "",
        is_overdue=is_overdue,
        is_separable=elsewhere and row.player.user_id is None,
        held_at=row.match_id,
    )


def _is_overdue(tournament: Tournament, row: Sitting, moment: datetime) -> bool:
    """Return whether another tournament has held the player for longer than the grace time of this one."""
    grace = int(rules_of(tournament).option("grace_minutes"))
    return row.match.ledger_id != tournament.ledger_id and is_past(tournament, row.since, grace, moment)
