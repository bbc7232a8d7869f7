"""The regulation: confirmed by who coordinates, and moved to the current edition of the rules."""

from collections.abc import Iterator
from datetime import datetime

from accounts.models import Player
from core.errors import Stale, Violation, refuse_all
from tournaments import record_data
from tournaments.act import ActContext, acting_on
from tournaments.lines.tournament import RegulationConfirmed
from tournaments.models import Confirmation, State, Tournament
from tournaments.regulation.pin_edition import pin_current
from tournaments.regulation.selectors import has_newer_edition, is_confirmed, version_of


def confirm_regulation(
    tournament: Tournament, *, version: str, by: Player, now: datetime, seen: int | None = None
) -> Tournament:
    """Confirm the regulation that the person read; again changes nothing.

    Raises `Refused` with `regulation_changed` where it is another by now.
    """
    with acting_on(tournament, by=by, need="coordinate", now=now, seen=seen) as ctx:
        if ctx.tournament.state == State.FINISHED:
            raise Stale("finished")
        refuse_all(check_version(ctx.tournament, version))
        if confirm_in(ctx):
            ctx.tournament.save(update_fields=["changed_seq"])
        return ctx.tournament


def adopt_edition(
    tournament: Tournament, *, by: Player, now: datetime, seen: int | None = None
) -> Tournament:
    """Move to the current edition of the rules, as long as nothing is drawn."""
    with acting_on(tournament, by=by, need="coordinate", now=now, seen=seen) as ctx:
        fresh = ctx.tournament
        if fresh.state != State.PREPARING:
            raise Stale("draw_published")
        if not has_newer_edition(fresh):
            raise Stale("edition_is_current")
        before = record_data.chosen(fresh)
        pin_current(fresh)
        ctx.act.write(record_data.changed(before, record_data.chosen(fresh)))
        ctx.touch(fresh)
        fresh.save(update_fields=["edition", "edition_hash", "changed_seq"])
        return fresh


def check_version(tournament: Tournament, version: str | None) -> Iterator[Violation]:
    """A version that is no longer, or never was, the one in force; None says nothing."""
    if version is not None and version != version_of(tournament):
        yield Violation("regulation_changed", field="regulation")


def confirm_in(ctx: ActContext) -> bool:
    """Within an act: confirm the regulation in force, once a version; whether a line was written."""
    tournament = ctx.tournament
    if ctx.persona is None or is_confirmed(tournament):
        return False
    version = version_of(tournament)
    seq = ctx.act.write(RegulationConfirmed(version, record_data.edition_of(tournament)))
    Confirmation.objects.create(
        tournament=tournament,
        version=version,
        special_rules=tournament.special_rules,
        edition=tournament.edition,
        edition_hash=tournament.edition_hash,
        at=ctx.act.now,
        by=ctx.persona,
        seq=seq,
    )
    ctx.touch(tournament)
    return True
