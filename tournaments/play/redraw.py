"""Redraws (1.4.1): noted, and taken back where they were another's."""

from datetime import datetime

from accounts.models import Persona, Player
from core.errors import Refused, Stale, Violation, refuse_all
from matches.models import Match, MatchState, Redraw
from rulesets.registry import game_of
from tournaments.act import ActContext, acting_on
from tournaments.lines.matches import RedrawNoted, RedrawTakenBack
from tournaments.play.clock import fresh_match


def note_redraw(
    match: Match, *, persona: Persona, by: Player, now: datetime, seen: int | None = None
) -> Redraw:
    """A player without realms restarts the game (1.4.1): noted, no result, at most twice."""
    with acting_on(match, by=by, need="judge", now=now) as ctx:
        fresh = _in_play(ctx, match, seen)
        if not fresh.seats.filter(persona=persona).exists():
            raise Refused([Violation("not_at_this_table", {"player": persona.code}, "player")])
        already = Redraw.objects.filter(match=fresh, persona=persona).count()
        refuse_all(game_of(ctx.tournament.game).check_redraw(already))
        ctx.act.write(RedrawNoted(fresh.code, persona.code))
        ctx.touch(fresh)
        fresh.save(update_fields=["changed_seq"])
        return Redraw.objects.create(match=fresh, persona=persona, number=already + 1, at=now)


def take_back_redraw(
    match: Match, *, persona: Persona, by: Player, now: datetime, seen: int | None = None
) -> Match:
    """The latest redraw of this player was noted for the wrong person.

    Raises `Refused` with `no_redraw`, or `record_too_old` where the record's format has no line for it.
    """
    with acting_on(match, by=by, need="judge", now=now) as ctx:
        fresh = _in_play(ctx, match, seen)
        noted = Redraw.objects.filter(match=fresh, persona=persona).order_by("number").last()
        if noted is None:
            raise Refused([Violation("no_redraw", field="player")])
        if ctx.tournament.record_format < RedrawTakenBack.since:
            raise Refused([Violation("record_too_old")])
        ctx.act.write(RedrawTakenBack(fresh.code, persona.code))
        noted.delete()
        ctx.touch(fresh)
        fresh.save(update_fields=["changed_seq"])
        return fresh


def _in_play(ctx: ActContext, match: Match, seen: int | None) -> Match:
    fresh = fresh_match(ctx, match, seen)
    if fresh.state != MatchState.PLAYING:
        raise Stale(f"match_{fresh.state}")
    return fresh
