"""Games without a winner: noted with their lines, and the match starts again, its clock too."""

from collections.abc import Sequence
from datetime import datetime

from accounts.models import Player
from core.errors import Refused, Stale, Violation, refuse_all
from matches.models import DrawnGame, Match, MatchState, Seat
from rulesets.kernel.sheet import Line, Sheet
from rulesets.registry import game_of
from tournaments.act import ActContext, acting_on, require_reason
from tournaments.lines.matches import GameDrawn, GameResumed
from tournaments.lines.sheets import PlayerLine
from tournaments.play.clock import fresh_match, reset_clock, set_clock
from tournaments.rules_of import rules_of
from tournaments.sheets.judge import situation_of
from tournaments.sheets.store import told_line

TIMES = ("started_at", "time_due_at", "time_called_at", "extra_minutes")


def note_drawn_game(
    match: Match, *, sheet: Sheet, by: Player, now: datetime, seen: int | None = None
) -> DrawnGame:
    """Note that the game in play has no winner, and start the match again, with the whole time.

    Raises `Refused` with what is wrong with the sheet, or with `game_has_winner` if there is a winner.
    """
    with acting_on(match, by=by, need="judge", now=now) as ctx:
        fresh = _in_play(ctx, match, seen)
        lines = _drawn_lines(ctx, fresh, sheet)
        ctx.act.write(GameDrawn(fresh.code, lines))
        drawn = DrawnGame.objects.create(
            match=fresh,
            number=fresh.drawn_games.count() + 1,
            lines=[line.plain() for line in lines],
            at=now,
            noted_by=ctx.persona,
            **{name: getattr(fresh, name) for name in TIMES},
        )
        fresh.redraws.all().delete()
        set_clock(ctx, fresh)
        return drawn


def take_back_drawn_game(
    match: Match, *, reason: str, by: Player, now: datetime, seen: int | None = None
) -> Match:
    """The latest drawn game of this match was noted by mistake: it goes on, with the clock that it had.

    Raises `Refused` with `reason_missing` or `nothing_to_take_back`.
    """
    with acting_on(match, by=by, need="judge", now=now) as ctx:
        fresh = _in_play(ctx, match, seen)
        drawn = latest_drawn_game(fresh)
        require_reason(reason)
        if drawn is None:
            raise Refused([Violation("nothing_to_take_back")])
        ctx.act.write(GameResumed(fresh.code, reason.strip()))
        drawn.taken_back = True
        drawn.save(update_fields=["taken_back"])
        for name in TIMES:
            setattr(fresh, name, getattr(drawn, name))
        ctx.touch(fresh)
        reset_clock(ctx, fresh)
        fresh.save()
        return fresh


def latest_drawn_game(match: Match) -> DrawnGame | None:
    """The drawn game after which this match was started again, if one still stands."""
    return match.drawn_games.filter(taken_back=False, is_void=False).order_by("number").last()


def _in_play(ctx: ActContext, match: Match, seen: int | None) -> Match:
    fresh = fresh_match(ctx, match, seen)
    if fresh.state != MatchState.PLAYING:
        raise Stale(f"match_{fresh.state}")
    return fresh


def _drawn_lines(ctx: ActContext, match: Match, sheet: Sheet) -> Sequence[PlayerLine]:
    """The lines as they are told, in seating order; `Refused` where the sheet is no drawn game."""
    rules = rules_of(ctx.tournament)
    game = game_of(rules.game)
    tidy = game.tidy(rules, sheet)
    verdict = game.judge(rules, situation_of(match), tidy)
    if not verdict.is_draw:
        refuse_all(verdict.violations)
        raise Refused([Violation("game_has_winner", field="ended_by")])
    return [told_line(rules, line) for line in _seated(match, tidy.lines)]


def _seated(match: Match, lines: Sequence[Line]) -> list[Line]:
    seats = Seat.objects.filter(match=match, persona__isnull=False)
    order = dict(seats.values_list("persona__code", "number"))
    return sorted(lines, key=lambda line: order[line.player])
