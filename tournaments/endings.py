"""Tournaments that end otherwise: cancelled, archived, deleted, taken down, given to another organizer.

May touch standings; nothing recorded is destroyed here.
"""

import random
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Persona, Player
from accounts.services import get_or_create_persona
from core.errors import Refused, Stale, Violation, missing_reason, refuse_all
from core.jobs.outbox import cancel as cancel_job
from core.jobs.outbox import enqueue
from core.models import Ledger
from core.record.act import acting
from core.record.codes import SECURE_RANDOM
from core.record.erasing import erase_lines
from matches.models import Entry, PhysicalTable, Sitting, Waiting
from tournaments.act import ActContext, acting_on, bump_page_version
from tournaments.lines.integrity import OrganizerReplaced
from tournaments.lines.staff import StaffAssigned, StaffRemoved
from tournaments.lines.tournament import TournamentCancelled
from tournaments.models import Confirmation, Role, Staff, State, Tournament
from tournaments.standings.finish import finish_in, reopen_in
from tournaments.tables.accessible import delete_needs
from tournaments.tables.share import leave_hall_within

LONGEST = 500


def cancel(
    tournament: Tournament, *, reason: str, by: Player, now: datetime, seen: int | None = None
) -> Tournament:
    """Cancel the tournament: its pages stay and show the reason, and results stay in the record.

    Frees its people and shared tables for other tournaments, and deletes needs for accessible tables.
    Idempotent. Raises `Refused` `reason_missing` or `text_too_long`, and `never_public` if it never was
    public (such a one is deleted instead); `Stale` `finished`.
    """
    with acting_on(tournament, by=by, need="manage", now=now, seen=seen, even_closed=True) as ctx:
        fresh = ctx.tournament
        if fresh.state == State.CANCELLED:
            return fresh
        if fresh.state == State.FINISHED:
            raise Stale("finished")
        refuse_all(_check_can_cancel(fresh, reason.strip()))
        ctx.act.write(TournamentCancelled(reason.strip()))
        fresh.state, fresh.cancelled_at, fresh.cancelled_because = State.CANCELLED, now, reason.strip()
        ctx.touch(fresh)
        fresh.save(update_fields=["state", "cancelled_at", "cancelled_because", "changed_seq"])
        Sitting.objects.filter(match__ledger=ctx.act.ledger).delete()
        delete_needs(ctx.act.ledger)
        leave_hall_within(ctx)
        return fresh


def _check_can_cancel(tournament: Tournament, reason: str) -> list[Violation]:
    """Return why it cannot be cancelled."""
    found = []
    if not tournament.is_published and not tournament.draws.exists():
        found.append(Violation("never_public"))
    found += missing_reason(reason)
    if len(reason) > LONGEST:
        found.append(Violation("text_too_long", {"most": LONGEST}, "reason"))
    return found


def archive(tournament: Tournament, *, by: Player, now: datetime, seen: int | None = None) -> Tournament:
    """Archive a finished or cancelled tournament. Idempotent. Raises `Stale` `not_over` for any other."""
    with acting_on(tournament, by=by, need="manage", now=now, seen=seen, even_closed=True) as ctx:
        if not ctx.tournament.is_over:
            raise Stale("not_over")
        return _save_archived_at(ctx, ctx.tournament.archived_at or now)


def unarchive(tournament: Tournament, *, by: Player, now: datetime, seen: int | None = None) -> Tournament:
    """Take a tournament out of the archive. Idempotent."""
    with acting_on(tournament, by=by, need="manage", now=now, seen=seen, even_closed=True) as ctx:
        return _save_archived_at(ctx, None)


def _save_archived_at(ctx: ActContext, moment: datetime | None) -> Tournament:
    """Archive at this moment, or take out of the archive for None; bump the page version if it changed."""
    fresh = ctx.tournament
    if fresh.archived_at != moment:
        fresh.archived_at = moment
        fresh.save(update_fields=["archived_at"])
        bump_page_version(ctx)
    return fresh


KEPT = timedelta(days=30)
ERASE = "tournaments.erase"


def move_to_bin(
    tournament: Tournament, *, typed: str, by: Player, now: datetime, seen: int | None = None
) -> Tournament:
    """Move the tournament to the bin, where only its organizers find it, until it is erased after `KEPT`.

    `typed` is its name, typed again to confirm; case and extra blanks do not matter. Raises `Refused`
    `name_mistyped`, and `was_public` if it ever was public.
    """
    with acting_on(tournament, by=by, need="manage", now=now, seen=seen) as ctx:
        fresh = ctx.tournament
        refuse_all(_check_can_bin(fresh, typed))
        fresh.binned_at = now
        fresh.save(update_fields=["binned_at"])
        enqueue(ERASE, ctx.act.ledger, key=str(fresh.ledger_id), due=now + KEPT, now=now)
        return fresh


def restore_from_bin(tournament: Tournament, *, by: Player, now: datetime) -> Tournament:
    """Restore the tournament from the bin, and cancel the job that erases it. Idempotent."""
    with acting_on(tournament, by=by, need="restore", now=now) as ctx:
        fresh = ctx.tournament
        fresh.binned_at = None
        fresh.save(update_fields=["binned_at"])
        cancel_job(ERASE, str(fresh.ledger_id))
        return fresh


def erase(ledger_id: int, *, now: datetime) -> bool:
    """Delete a tournament that was in the bin for `KEPT`, with its record; return whether there was one.

    Players are not deleted.
    """
    due = Tournament.objects.filter(ledger=ledger_id, binned_at__lte=now - KEPT)
    if not due.exists():
        return False
    with acting(ledger_id, now=now):
        old = due.first()
        if old is not None:
            _erase(old)
    return old is not None


def _check_can_bin(tournament: Tournament, typed: str) -> list[Violation]:
    """Return why it cannot go to the bin; `typed` must repeat the name."""
    found = []
    if tournament.is_published or tournament.draws.exists():
        found.append(Violation("was_public"))
    if " ".join(typed.split()).casefold() != tournament.name.casefold():
        found.append(Violation("name_mistyped", {"name": tournament.name}, "typed"))
    return found


def _erase(tournament: Tournament) -> None:
    """Delete the tournament with its record and all its rows, each before those that it refers to.

    A row that only a public tournament has would be protected here.
    """
    ledger = tournament.ledger_id
    Staff.objects.filter(tournament=tournament).delete()
    Confirmation.objects.filter(tournament=tournament).delete()
    tournament.delete()
    for model in (Waiting, Entry, PhysicalTable, Persona):
        model._base_manager.filter(ledger=ledger).delete()
    erase_lines(ledger)
    Ledger.objects.filter(pk=ledger).delete()


def take_down(tournament: Tournament, *, reason: str, now: datetime) -> Tournament:
    """Hide the tournament from all but its staff, with a reason; a later call replaces the reason.

    An act of the administration, and not in the record. Raises `Refused` `never_public`, `reason_missing` or
    `text_too_long`.
    """
    with acting_on(tournament, by=None, need="manage", now=now, even_closed=True) as ctx:
        fresh, said = ctx.tournament, reason.strip()
        refuse_all(_check_can_take_down(fresh, said))
        fresh.taken_down_at, fresh.taken_down_because = fresh.taken_down_at or now, said
        fresh.save(update_fields=["taken_down_at", "taken_down_because"])
        bump_page_version(ctx)
        return fresh


def put_back(tournament: Tournament, *, now: datetime) -> Tournament:
    """Make pages that the administration took down public again. Idempotent. Not in the record."""
    with acting_on(tournament, by=None, need="manage", now=now, even_closed=True) as ctx:
        fresh = ctx.tournament
        fresh.taken_down_at, fresh.taken_down_because = None, ""
        fresh.save(update_fields=["taken_down_at", "taken_down_because"])
        bump_page_version(ctx)
        return fresh


def _check_can_take_down(tournament: Tournament, reason: str) -> list[Violation]:
    """Return why it cannot be taken down."""
    found = []
    if not tournament.is_published:
        found.append(Violation("never_public"))
    found += missing_reason(reason)
    if len(reason) > LONGEST:
        found.append(Violation("text_too_long", {"most": LONGEST}, "reason"))
    return found


def replace_organizer(
    tournament: Tournament,
    *,
    leaving: str,
    username: str,
    reason: str,
    now: datetime,
    rng: random.Random = SECURE_RANDOM,
) -> Staff:
    """Make the account `username` an organizer, and return the role; the organizer `leaving` loses theirs.

    `leaving` is a persona code, "" for none; the heir's own changes nothing. A finished tournament is
    reopened and finished again in the same act, because only a reopening may follow a finish in the record.
    Raises `Refused` with `account_unknown`, `organizer_unknown`, `reason_missing`; `Stale` `cancelled` or
    `archived`.
    """
    with acting_on(tournament, by=None, need="manage", now=now, rng=rng) as ctx:
        held = _find_organizer_role(ctx, leaving)
        heir = _require_heir(username, [*_check_can_replace(leaving, held, reason)])
        was_finished = ctx.tournament.state == State.FINISHED
        if was_finished:
            reopen_in(ctx, reason)
        ctx.act.write(OrganizerReplaced(words=reason))
        appointed = _appoint(ctx, heir, rng)
        if held is not None and held != appointed:
            ctx.act.write(StaffRemoved(held.role, held.persona.code))
            held.delete()
        ctx.touch(ctx.tournament)
        ctx.tournament.save(update_fields=["changed_seq"])
        if was_finished:
            finish_in(ctx)
        return appointed


def _appoint(ctx: ActContext, heir: Player, rng: random.Random) -> Staff:
    """Make the heir an organizer and record it, if they are none yet."""
    persona = get_or_create_persona(ctx.act.ledger, heir, rng=rng)
    staff, is_new = Staff.objects.get_or_create(
        tournament=ctx.tournament, persona=persona, role=Role.ORGANIZER
    )
    if is_new:
        ctx.act.write(StaffAssigned(Role.ORGANIZER.value, persona.code))
    return staff


def _find_organizer_role(ctx: ActContext, leaving: str) -> Staff | None:
    """Return the organizer's role of this person (code), or None."""
    organizers = Staff.objects.filter(tournament=ctx.tournament, role=Role.ORGANIZER)
    return organizers.select_related("persona").filter(persona__code=leaving).first()


def _require_heir(username: str, wrong: list[Violation]) -> Player:
    """Return the account's player. Raises `Refused` with `wrong`, and `account_unknown` if there is none."""
    heir = Player.objects.filter(user__username__iexact=username.strip()).first()
    if heir is None:
        wrong.append(Violation("account_unknown", {"username": username}, "username"))
    if heir is None or wrong:
        raise Refused(wrong)
    return heir


def _check_can_replace(leaving: str, held: Staff | None, reason: str) -> Iterator[Violation]:
    """Yield why no organizer can be replaced; `held` is the role of the person `leaving` (code)."""
    if leaving and held is None:
        yield Violation("organizer_unknown", field="leaving")
    yield from missing_reason(reason)


ENDING_SENTENCES: Mapping[str, str | Promise] = {
    "cancelled": _("The tournament is cancelled; nothing more can be done in it."),
    "archived": _("The tournament is in the archive. Take it out before changing anything."),
    "not_over": _("Only a finished or cancelled tournament goes into the archive."),
    "never_public": _("This tournament was never announced. Delete it instead."),
    "was_public": _("This tournament was public, so it is never deleted. Cancel it instead."),
    "name_mistyped": _("To confirm, type the tournament’s name: “%(name)s”."),
    "not_waiting": _("It is not waiting to be accepted."),
    "taken_down": _("The administration of this site has taken this tournament’s pages down."),
    "organizer_unknown": _("That person does not organize this tournament."),
    "title_taken": _(
        "There is already a tournament called “%(title)s”. Choose another name if people could mix them up."
    ),
    "starts_at_midnight": _("This starts at midnight. If the time is still open, leave it empty."),
    "starts_in_the_past": _("This date is in the past. Check the day and the year."),
    "full": _("All %(capacity)s places are taken; there is a waiting list."),
    "not_full": _("There is a free place: enter instead of waiting."),
    "you_are_waiting": _("You are already on the waiting list of this tournament."),
    "waits_already": _("“%(name)s” is already on the waiting list."),
    "waits_no_more": _("This entry is no longer on the waiting list."),
    "moved_up": _("A place became free: this entry is in the tournament now. Withdraw it there."),
    "place_out_of_range": _("Places on the waiting list begin with %(low)s."),
}
