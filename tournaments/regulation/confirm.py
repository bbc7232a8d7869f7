"""Confirm the regulation, and move it to the current edition of the rules."""

from collections.abc import Iterator
from datetime import datetime

from accounts.models import Player
from core.errors import Stale, Violation, refuse_all
from rulesets import editions
from tournaments.act import ActContext, acting_on
from tournaments.lines.tournament import RegulationConfirmed
from tournaments.models import Confirmation, RuleTexts, State, Tournament
from tournaments.regulation import record_data
from tournaments.regulation.selectors import has_newer_edition, is_confirmed, version_of


def confirm_regulation(
    tournament: Tournament, *, version: str, by: Player, now: datetime, seen: int | None = None
) -> Tournament:
    """Confirm the version of the regulation that the coordinator read.

    Idempotent. Raises `Refused` `regulation_changed` if it is no longer that version, `Stale` `finished`.
    """
    with acting_on(tournament, by=by, need="coordinate", now=now, seen=seen) as ctx:
        ctx.require_not_finished()
        refuse_all(check_version(ctx.tournament, version))
        if confirm_in(ctx):
            ctx.tournament.save(update_fields=["changed_seq"])
        return ctx.tournament


def adopt_edition(
    tournament: Tournament, *, by: Player, now: datetime, seen: int | None = None
) -> Tournament:
    """Move the tournament to the current edition of its game's rules, and record that.

    So a confirmation counts no more. Raises `Stale` `draw_published` or `edition_is_current`.
    """
    with acting_on(tournament, by=by, need="coordinate", now=now, seen=seen) as ctx:
        fresh = ctx.tournament
        if fresh.state != State.PREPARING:
            raise Stale("draw_published")
        if not has_newer_edition(fresh):
            raise Stale("edition_is_current")
        before = record_data.chosen_facts(fresh)
        pin_current(fresh)
        ctx.act.write(record_data.changed_line(before, record_data.chosen_facts(fresh)))
        ctx.touch(fresh)
        fresh.save(update_fields=["edition", "edition_hash", "changed_seq"])
        return fresh


def check_version(tournament: Tournament, version: str | None) -> Iterator[Violation]:
    """Yield `regulation_changed` if this version is not the one in force; None is not checked."""
    if version is not None and version != version_of(tournament):
        yield Violation("regulation_changed", field="regulation")


def confirm_in(ctx: ActContext) -> bool:
    """Confirm the regulation in force within an open act; the caller saves the tournament.

    Return whether it was recorded: not if the latest confirmation is of this version, and not by the system.
    """
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


def pin_current(tournament: Tournament) -> None:
    """Pin the current edition of the game, and store its rule texts; the caller saves the tournament."""
    edition = editions.current(tournament.game)
    tournament.edition, tournament.edition_hash = edition.id, edition.sha256
    if not RuleTexts.objects.filter(sha256=edition.sha256).exists():
        texts = editions.texts_of(tournament.game)
        RuleTexts.objects.get_or_create(
            sha256=edition.sha256, defaults={"edition": edition.id, "texts": texts}
        )
