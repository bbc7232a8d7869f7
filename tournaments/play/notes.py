"""What a judge notes of a match before its sheet: drawn games, redraws (1.4.1), pineapples (4.3).

A drawn game is noted with its lines; then the match and its clock start again.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from accounts.models import Persona, Player
from core.errors import Refused, Stale, Violation, refuse_all
from matches.models import DrawnGame, Extension, Match, MatchState, Member, Redraw, Seat
from rulesets import registry
from rulesets.kernel.sheet import Line, Out, Sheet
from rulesets.registry import game_of
from tournaments.act import ActContext, acting_on, require_reason
from tournaments.lines.matches import GameDrawn, GameResumed, PineapplesChanged, RedrawNoted, RedrawTakenBack
from tournaments.lines.sheets import PlayerLine
from tournaments.models import Tournament
from tournaments.play.clock import refetch_open_match, reset_clock, set_clock
from tournaments.rules_of import rules_of
from tournaments.sheets.judge import situation_of
from tournaments.sheets.store import record_line


@dataclass(frozen=True, slots=True)
class DrawnGameView:
    """One game without a winner, with who noted it and when; `plain_lines` are its lines as JSON."""

    number: int
    started_at: datetime
    at: datetime
    by: str
    lines: tuple[Line, ...]
    plain_lines: tuple[Mapping[str, object], ...]
    taken_back: bool
    is_void: bool

    @property
    def stands(self) -> bool:
        """Return whether the note counts: not taken back, and the match was not made void."""
        return not (self.taken_back or self.is_void)


@dataclass(frozen=True, slots=True)
class ExtensionView:
    """Minutes added to the game in play, with the reason."""

    minutes: int
    reason: str
    at: datetime


def drawn_games_of(match: Match) -> tuple[DrawnGameView, ...]:
    """Return all drawn games of a match in order, with those taken back or void."""
    rows = DrawnGame.objects.filter(match=match).select_related("noted_by__player")
    return tuple(_drawn_game_view(row) for row in rows.order_by("number"))


def extensions_of(match: Match) -> tuple[ExtensionView, ...]:
    """Return the extensions of the game in play, without those of earlier games."""
    if not match.extra_minutes or match.started_at is None:
        return ()
    rows = Extension.objects.filter(match=match, at__gte=match.started_at).order_by("at", "pk")
    return tuple(ExtensionView(row.minutes, row.reason, row.at) for row in rows)


def _drawn_game_view(row: DrawnGame) -> DrawnGameView:
    return DrawnGameView(
        number=row.number,
        started_at=row.started_at,
        at=row.at,
        by=row.noted_by.player.name if row.noted_by else "",
        lines=tuple(_read_lines(row.lines)),
        plain_lines=tuple(row.lines),
        taken_back=row.taken_back,
        is_void=row.is_void,
    )


def _read_lines(items: list[dict[str, Any]]) -> Iterator[Line]:
    """Yield the sheet lines stored with a drawn game."""
    own = ("player", "out", "out_order")
    for item in items:
        counts = {key: value for key, value in item.items() if key not in own and value is not None}
        out = Out(item["out"]) if item["out"] else None
        yield Line(item["player"], counts, out, item["out_order"])


TIMES = ("started_at", "time_due_at", "time_called_at", "extra_minutes")


def note_drawn_game(
    match: Match, *, sheet: Sheet, by: Player, now: datetime, seen: int | None = None
) -> DrawnGame:
    """Record that the game in play has no winner, and start the match again, with the whole time.

    Its redraws are deleted. Raises `Refused` with what is wrong with the sheet, or with `game_has_winner` if
    there is a winner; `Stale` `match_…` unless it is in play.
    """
    with acting_on(match, by=by, need="judge", now=now) as ctx:
        fresh = _require_in_play(ctx, match, seen)
        lines = _require_drawn(ctx, fresh, sheet)
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
    """Take back the latest drawn game, noted by mistake: that game goes on, with its former clock.

    Who began is unknown again, and its former redraws stay deleted. Raises `Refused` with `reason_missing` or
    `nothing_to_take_back`; `Stale` `match_…` unless the match is in play.
    """
    with acting_on(match, by=by, need="judge", now=now) as ctx:
        fresh = _require_in_play(ctx, match, seen)
        drawn = latest_drawn_game(fresh)
        require_reason(reason)
        if drawn is None:
            raise Refused([Violation("nothing_to_take_back")])
        ctx.act.write(GameResumed(fresh.code, reason.strip()))
        drawn.taken_back = True
        drawn.save(update_fields=["taken_back"])
        for name in TIMES:
            setattr(fresh, name, getattr(drawn, name))
        fresh.starter = None
        ctx.touch(fresh)
        reset_clock(ctx, fresh)
        fresh.save()
        return fresh


def latest_drawn_game(match: Match) -> DrawnGame | None:
    """Return the last drawn game that is neither taken back nor void, or None."""
    return match.drawn_games.filter(taken_back=False, is_void=False).order_by("number").last()


def _require_in_play(ctx: ActContext, match: Match, seen: int | None) -> Match:
    """Read the match again under the lock. Raises `Stale` `match_…` (its state) unless it is in play."""
    fresh = refetch_open_match(ctx, match, seen)
    if fresh.state != MatchState.PLAYING:
        raise Stale(f"match_{fresh.state}")
    return fresh


def _require_drawn(ctx: ActContext, match: Match, sheet: Sheet) -> Sequence[PlayerLine]:
    """Return the sheet's lines for the record, in seating order.

    Raises `Refused` with what is wrong with the sheet, or `game_has_winner` if the game is not drawn.
    """
    rules = rules_of(ctx.tournament)
    game = game_of(rules.game)
    tidy = game.tidy(rules, sheet)
    verdict = game.judge(rules, situation_of(match), tidy)
    if not verdict.is_draw:
        refuse_all(verdict.violations)
        raise Refused([Violation("game_has_winner", field="ended_by")])
    return [record_line(rules, line) for line in _sort_by_seat(match, tidy.lines)]


def _sort_by_seat(match: Match, lines: Sequence[Line]) -> list[Line]:
    seats = Seat.objects.filter(match=match, persona__isnull=False)
    order = dict(seats.values_list("persona__code", "number"))
    return sorted(lines, key=lambda line: order[line.player])


def note_redraw(
    match: Match, *, persona: Persona, by: Player, now: datetime, seen: int | None = None
) -> Redraw:
    """Record that a player without realms restarts the game (1.4.1), so who began is unknown again.

    It is no result. Raises `Refused` `not_at_this_table`, or what the game says of a third redraw; `Stale`
    `match_…` unless it is in play.
    """
    with acting_on(match, by=by, need="judge", now=now) as ctx:
        fresh = _require_in_play(ctx, match, seen)
        if not fresh.seats.filter(persona=persona).exists():
            raise Refused([Violation("not_at_this_table", {"player": persona.code}, "player")])
        already = Redraw.objects.filter(match=fresh, persona=persona).count()
        refuse_all(game_of(ctx.tournament.game).check_redraw(already))
        ctx.act.write(RedrawNoted(fresh.code, persona.code))
        fresh.starter = None  # the players cut again for the first turn of the new game
        ctx.touch(fresh)
        fresh.save(update_fields=["starter", "changed_seq"])
        return Redraw.objects.create(match=fresh, persona=persona, number=already + 1, at=now)


def take_back_redraw(
    match: Match, *, persona: Persona, by: Player, now: datetime, seen: int | None = None
) -> Match:
    """Take back a player's latest redraw, noted for the wrong person.

    Raises `Refused` with `no_redraw`, or `record_too_old` if the record's format has no line for it; `Stale`
    `match_…` unless the match is in play.
    """
    with acting_on(match, by=by, need="judge", now=now) as ctx:
        fresh = _require_in_play(ctx, match, seen)
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


STARTED = (MatchState.PLAYING, MatchState.ENDED)


def change_pineapples(
    match: Match, *, pineapples: Collection[str], by: Player, now: datetime, seen: int | None = None
) -> Match:
    """Set which players (codes) brought a pineapple, for this match and later ones, until it starts.

    Idempotent. Raises `Refused` `pineapples_off`, `not_at_this_table`, `not_in_record`; `Stale`
    `match_playing` or `match_ended`.
    """
    with acting_on(match, by=by, need="judge", now=now) as ctx:
        fresh = refetch_open_match(ctx, match, seen)
        if fresh.state in STARTED:
            raise Stale(f"match_{fresh.state}")
        seated = _members_seated(fresh)
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
    """Return whether pineapples count here and the record's format can hold them."""
    if not registry.takes_pineapples(tournament.game, tournament.variants):
        return False
    return tournament.record_format >= PineapplesChanged.since


def _members_seated(match: Match) -> dict[str, Member]:
    """Return the members of entries who sit at the match, by persona code."""
    entries = match.sides.filter(entry__isnull=False).values("entry")
    codes = set(match.seats.filter(persona__isnull=False).values_list("persona__code", flat=True))
    members = Member.objects.filter(entry__in=entries).select_related("persona")
    return {member.persona.code: member for member in members if member.persona.code in codes}


def _obstacles(
    tournament: Tournament, seated: Collection[str], pineapples: Collection[str]
) -> Iterator[Violation]:
    """Yield why these pineapples (codes of players), or none, cannot be noted; nothing if they can."""
    yield from registry.check_pineapples(tournament.game, tournament.variants)
    if tournament.record_format < PineapplesChanged.since:
        yield Violation("not_in_record", field="pineapples")
    for code in sorted(set(pineapples) - set(seated)):
        yield Violation("not_at_this_table", {"player": code}, "pineapples")
