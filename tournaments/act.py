"""The frame of every act on a tournament: policy, lock, fresh state, record."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, TypeVar

from django.conf import settings
from django.db import IntegrityError
from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import Persona, Player
from accounts.name_versions import bump_version
from accounts.services import get_or_create_persona
from core.db.compiled_query import CompiledQuery
from core.errors import Forbidden, Refused, Stale, Violation, missing_reason, refuse_all
from core.jobs.outbox import enqueue
from core.models import Ledger
from core.record.act import Act, acting
from core.record.codes import SECURE_RANDOM
from matches.models import Entry, Match
from matches.namesakes import has_namesakes
from tournaments.models import JudgeConflict, Role, Staff, State, Tournament, WebhookEndpoint
from tournaments.nameless import NameFilter
from tournaments.policies import Need, highest_role, limit_to_api_key, require_role

DISPATCH = "scheduling.dispatch"
CALL_TIME = "tournaments.call_time"
BREAK_TURNS = "tournaments.break_turns"
WEBHOOKS = "tournaments.collect_webhooks"
ONE_TABLE_A_PERSON = ("one_table_a_person", "matches_sitting.player_id")
"""The names that PostgreSQL and SQLite give the constraint of `matches.models.Sitting`."""
ONE_MATCH_A_TABLE = ("one_match_at_a_shared_table", "matches_takentable.label")
"""The names of the constraint of `matches.models.TakenTable`."""


ActFollower = Callable[[Tournament, Act], None]
_followers: list[ActFollower] = []


def follows_acts(follower: ActFollower) -> ActFollower:
    """Register a function that enqueues jobs at the end of an act, in its transaction.

    For apps above that nothing here knows; it must be short, and run no query if nothing is to be done.
    """
    _followers.append(follower)
    return follower


class VersionedRow(Protocol):
    """A row with the record's number at its latest change."""

    changed_seq: int


class OnRecord(Protocol):
    """Anything that belongs to one record."""

    ledger_id: int


@dataclass(slots=True)
class ActContext:
    """An open act on a tournament that was read again under the lock.

    `persona` is the actor's, None for the system. `role` is the highest that the actor may use. `conflicts`:
    whether the actor has any conflict of interest noted.
    """

    tournament: Tournament
    act: Act
    persona: Persona | None
    role: Role | None = None
    conflicts: bool = False

    def require(self, need: Need) -> None:
        """Raise `Forbidden` unless the actor may also do what `need` names, as `require_role`.

        The system has no role, so this refuses it too.
        """
        require_role(self.role, self.tournament, need)

    def require_not_finished(self) -> None:
        """Raise `Stale` `finished` if the tournament is."""
        if self.tournament.state == State.FINISHED:
            raise Stale("finished")

    def touch(self, *things: VersionedRow) -> None:
        """Set these things' `changed_seq` to the act's latest line; the caller saves them."""
        for thing in things:
            thing.changed_seq = self.act.seq


@contextmanager
def acting_on(
    thing: OnRecord,
    *,
    by: Player | None,
    need: Need,
    now: datetime,
    seen: int | None = None,
    rng: random.Random = SECURE_RANDOM,
    even_closed: bool = False,
) -> Iterator[ActContext]:
    """Open an act: take the lock, read the tournament again, check the policy; record and enqueue at the end.

    `thing` is the tournament, or one of its matches or entries. `by` None is the system, whose policy is not
    checked; a person without a persona here gets one. `even_closed` allows acts on a cancelled or archived
    tournament. Raises `Forbidden`; `Stale` `cancelled`, `archived`, or `stale` if the tournament's own facts
    changed after `seen`. Raises `Refused` `names_somebody` if words for the record name a person of it,
    `at_two_tables` or `shared_table_taken`.
    """
    with acting(thing.ledger_id, now=now) as act:
        ctx = _open_context(act, by, need, rng)
        if not even_closed:
            require_not_closed(ctx.tournament)
        ctx.tournament.ledger, act.record_format = act.ledger, ctx.tournament.record_format
        act.name_filter = NameFilter(act.ledger.pk)
        check_seen(ctx.tournament, seen, act.seq)
        with _translate_integrity_errors():
            yield ctx
        if act.written:
            _enqueue_webhooks(ctx.tournament, act)
        for follower in _followers:
            follower(ctx.tournament, act)


def _enqueue_webhooks(tournament: Tournament, act: Act) -> None:
    """Enqueue the job that makes deliveries of the act's lines, if any endpoint hears of the tournament.

    Adds the site's endpoints that the tournament lacks.
    """
    if settings.SITE_WEBHOOKS:
        before = act.written[0].seq - 1
        WebhookEndpoint.objects.add_site(tournament, seen_seq=before, now=act.now)
    if settings.SITE_WEBHOOKS or tournament.has_webhooks:
        enqueue(WEBHOOKS, act.ledger, key=str(act.ledger.pk), due=act.now, now=act.now)


@contextmanager
def _translate_integrity_errors() -> Iterator[None]:
    """Turn the integrity errors of two constraints into `Refused`; any other error passes unchanged.

    `at_two_tables`: a person is already at another table. `shared_table_taken`: a shared table is taken.
    """
    try:
        yield
    except IntegrityError as error:
        if any(name in str(error) for name in ONE_TABLE_A_PERSON):
            raise Refused([Violation("at_two_tables")]) from error
        if any(name in str(error) for name in ONE_MATCH_A_TABLE):
            raise Refused([Violation("shared_table_taken")]) from error
        raise


def _open_context(act: Act, by: Player | None, need: Need, rng: random.Random) -> ActContext:
    """Read actor, roles and tournament, in one query for people with a role here, and set `act.by`.

    `act.by` has the highest role held, even if an API key allows less. Creates the actor's persona if there
    is none. Raises `Forbidden` unless they may do what `need` names; the system may do anything.
    """
    if by is None:
        return ActContext(Tournament.objects.get(ledger=act.ledger), act, None)
    roles = _ROLES(act.ledger.pk, by.pk)
    fresh = roles[0].tournament if roles else Tournament.objects.get(ledger=act.ledger)
    role = highest_role({staff.role for staff in roles})
    reach = limit_to_api_key(role, by)
    require_role(reach, fresh, need)
    persona = roles[0].persona if roles else get_or_create_persona(act.ledger, by, rng=rng)
    persona.player = by
    act.by = f"{role or 'player'}:{persona.code}"
    return ActContext(fresh, act, persona, reach, any(vars(staff)["conflicts"] for staff in roles))


def require_not_closed(tournament: Tournament) -> None:
    """Raise `Stale` `cancelled` or `archived` if the tournament is."""
    if tournament.state == State.CANCELLED:
        raise Stale("cancelled")
    if tournament.archived_at is not None:
        raise Stale("archived")


def _roles(ledger: int, player: int) -> QuerySet[Staff]:
    """Select the person's roles, with whether they have any conflict of interest."""
    held = Staff.objects.filter(tournament__ledger=ledger, persona__player=player)
    conflicts = Exists(JudgeConflict.objects.filter(judge=OuterRef("persona")))
    return held.select_related("tournament", "persona").annotate(conflicts=conflicts)


_ROLES = CompiledQuery(_roles)


Part = TypeVar("Part", Entry, Match)


def refetch(part: Part, ledger: Ledger | int) -> Part:
    """Return the entry or match of this record as it is now.

    Raises `Forbidden` `not_found` if it was deleted since: with its import, or its draw or round.
    """
    fresh = type(part).objects.filter(pk=part.pk, ledger=ledger).first()
    if fresh is None:
        raise Forbidden("not_found")
    return fresh


def refetch_match(ctx: ActContext, match: Match) -> Match:
    """Return the match as it is now. Raises `Forbidden` `not_found` if its draw was withdrawn since."""
    return refetch(match, ctx.act.ledger)


def enqueue_dispatch(ctx: ActContext) -> None:
    """Enqueue the dispatcher, which calls matches."""
    ledger, now = ctx.act.ledger, ctx.act.now
    enqueue(DISPATCH, ledger, key=str(ledger.pk), due=now, now=now)


def bump_page_version(ctx: ActContext) -> None:
    """Give the tournament's pages a new version after a change without a record line."""
    bump_version([ctx.act.ledger.pk])
    ctx.act.ledger.unrecorded += 1


def check_seen(thing: VersionedRow, seen: int | None, head: int) -> None:
    """Raise `Stale` `stale` if the thing changed after the number that the person saw.

    Also if the record has no such number, as after a restored backup.
    """
    if seen is not None and not thing.changed_seq <= seen <= head:
        raise Stale("stale", {"seen": seen, "changed": thing.changed_seq, "seq": head})


def refetch_entry(ctx: ActContext, entry: Entry, seen: int | None) -> Entry:
    """Return the entry as it is under the lock.

    Raises `Stale` `finished`, or `stale` if the entry changed after `seen`; `Forbidden` `not_found` if its
    import was undone.
    """
    ctx.require_not_finished()
    fresh = refetch(entry, ctx.act.ledger)
    check_seen(fresh, seen, ctx.act.seq)
    return fresh


def require_reason(reason: str) -> None:
    """Raise `Refused` `reason_missing` if the reason is blank."""
    refuse_all(missing_reason(reason))


def bump_namesake_version(ctx: ActContext, entry: Entry) -> None:
    """Bump the page version if this entry has namesakes, unless the draw is still to come.

    Club or number is shown beside a name that two live entries share, so matches of the other entry change
    too, which no record line names. Before the draw there are no such matches.
    """
    if ctx.tournament.state != State.PREPARING and has_namesakes(entry):
        bump_page_version(ctx)
