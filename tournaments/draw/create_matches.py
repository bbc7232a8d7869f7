"""Create matches, sides and seats from a draw, with the sheets of byes; erase them if it is withdrawn."""

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from core.record.act import SYSTEM_ACTOR
from core.record.codes import new_code
from core.record.line import UNSAID, NewLine
from matches.lineups import Lineup
from matches.models import Entry, Match, MatchState, Member, Seat, Sheet, Side
from tournaments.act import ActContext
from tournaments.bracket.draw import DrawResult
from tournaments.bracket.seats import SeatPlan
from tournaments.bracket.tree import Feed, MatchPlan, SidePlan, Take
from tournaments.lines.draw import DrawnMatch, DrawnSeat, DrawPublished, Source
from tournaments.models import Draw
from tournaments.seats.advance import advance
from tournaments.sheets.store import store_bye

Place = tuple[int, int]
LineOfDraw = Callable[[Draw, Sequence[DrawnMatch]], NewLine]


@dataclass(slots=True)
class Bracket:
    """Rows to insert; matches by round and number."""

    matches: dict[Place, Match]
    sides: list[Side]
    seats: list[Seat]


def seat_bracket(
    ctx: ActContext,
    draw: Draw,
    drawn: DrawResult,
    entries: Sequence[Entry],
    rng: random.Random,
    line: LineOfDraw,
) -> None:
    """Record the draw by the line that `line` returns, save it, insert its matches, and record the byes."""
    bracket = _build_matches(ctx, drawn, draw.stage, rng)
    by_code = {entry.code: entry for entry in entries}
    ctx.act.write(line(draw, _match_lines(drawn, bracket)))
    ctx.touch(*bracket.matches.values())
    _add_sides_and_seats(drawn, bracket, by_code, _members_by_entry(entries))
    Match.objects.bulk_create(bracket.matches.values(), batch_size=500)
    Side.objects.bulk_create(bracket.sides, batch_size=500)
    Seat.objects.bulk_create(bracket.seats, batch_size=500)
    draw.seq = ctx.act.seq
    draw.save()
    _record_byes(ctx, drawn, bracket)


def _build_matches(ctx: ActContext, drawn: DrawResult, stage: int | None, rng: random.Random) -> Bracket:
    """Build the rows of all matches without saving them; sides and seats are added later."""
    first = min(plan.round for plan in drawn.plan.matches)
    matches = {
        (plan.round, plan.number): Match(
            ledger=ctx.act.ledger,
            code=new_code("m", rng),
            round=plan.round,
            number=plan.number,
            stage=stage,
            third_place=_is_third_place(plan),
            second_chance=plan.second_chance,
            state=MatchState.READY if plan.round == first else MatchState.WAITING,
        )
        for plan in drawn.plan.matches
    }
    return Bracket(matches, [], [])


def _is_third_place(plan: MatchPlan) -> bool:
    """Return whether the losers of the semifinals meet there."""
    losers = any(side.feed and side.feed.take == Take.LOSER for side in plan.sides)
    return losers and not plan.second_chance


def _add_sides_and_seats(
    drawn: DrawResult, bracket: Bracket, by_code: dict[str, Entry], people: dict[str, list[Member]]
) -> None:
    """Add each match's sides and seats to `bracket`, without saving; in round 1 people take their seats."""
    for plan, seats in zip(drawn.plan.matches, drawn.seats, strict=True):
        match = bracket.matches[plan.round, plan.number]
        sides = [
            _build_side(bracket, match, number, side, by_code) for number, side in enumerate(plan.sides, 1)
        ]
        bracket.sides += sides
        for seat in seats:
            side = sides[seat.side - 1]
            members = people[side.entry.code] if side.entry else []
            turn = (seat.seat - 1) // len(sides)
            persona = members[turn].persona if members else None
            bracket.seats.append(
                Seat(match=match, side=side, number=seat.seat, suit=seat.mark or "", persona=persona)
            )


def _build_side(
    bracket: Bracket, match: Match, number: int, plan: SidePlan, by_code: dict[str, Entry]
) -> Side:
    """Build the row of a side without saving or adding it."""
    source = bracket.matches[plan.feed.round, plan.feed.number] if plan.feed else None
    return Side(
        match=match,
        number=number,
        round=match.round,
        entry=by_code[plan.entry] if plan.entry else None,
        drawn=by_code[plan.entry] if plan.entry else None,
        filled=plan.entry is not None,
        source=source,
        take=plan.feed.take.value if plan.feed else "",
        source_side=plan.feed.side if plan.feed else None,
    )


def _members_by_entry(entries: Sequence[Entry]) -> dict[str, list[Member]]:
    """Return the members of each entry by its code, in order."""
    found: dict[str, list[Member]] = {entry.code: [] for entry in entries}
    members = Member.objects.filter(entry__in=[entry.pk for entry in entries], live=True)
    for member in members.select_related("persona", "entry").order_by("position"):
        found[member.entry.code].append(member)
    return found


def published_line(
    draw: Draw, matches: Sequence[DrawnMatch], *, second_chance: Sequence[Sequence[int]]
) -> NewLine:
    """Return the record line of a drawn bracket; `second_chance`: the table sizes of each of its rounds."""
    return DrawPublished(
        method=draw.method,
        seed=draw.seed_told,
        algorithm=draw.algorithm,
        secret=draw.secret,
        word=draw.word,
        order=draw.order,
        passed_over=draw.passed_over or UNSAID,
        shape="default" if draw.shape_is_default else "chosen",
        rounds=draw.shape,
        second_chance=second_chance or UNSAID,
        matches=matches,
    )


def _match_lines(drawn: DrawResult, bracket: Bracket) -> list[DrawnMatch]:
    pairs = zip(drawn.plan.matches, drawn.seats, strict=True)
    return [_match_line(plan, seats, bracket) for plan, seats in pairs]


def _match_line(plan: MatchPlan, seats: Iterable[SeatPlan], bracket: Bracket) -> DrawnMatch:
    return DrawnMatch(
        match=bracket.matches[plan.round, plan.number].code,
        round=plan.round,
        number=plan.number,
        seats=[_seat_line(plan.sides[seat.side - 1], seat, bracket) for seat in seats],
    )


def _seat_line(side: SidePlan, seat: SeatPlan, bracket: Bracket) -> DrawnSeat:
    feed = side.feed
    return DrawnSeat(
        seat=seat.seat,
        side=seat.side,
        suit=seat.mark,
        entry=side.entry,
        player=seat.player,
        source=_source_line(feed, bracket) if feed else None,
    )


def _source_line(feed: Feed, bracket: Bracket) -> Source:
    """Return the source of a side; only a slot of the second chance names the side there."""
    side = UNSAID if feed.side is None else feed.side
    return Source(bracket.matches[feed.round, feed.number].code, feed.take.value, side)


def _record_byes(ctx: ActContext, drawn: DrawResult, bracket: Bracket) -> None:
    """Record the sheet of each bye and advance its entry, as the system."""
    by = ctx.act.by
    ctx.act.by = SYSTEM_ACTOR
    for plan in drawn.plan.matches:
        if plan.is_bye:
            lineup = Lineup(bracket.matches[plan.round, plan.number])
            store_bye(ctx, lineup)
            advance(ctx, lineup)
    ctx.act.by = by


def erase_matches(matches: QuerySet[Match]) -> None:
    """Delete these matches with the sheets of their byes; the record keeps the line of their draw.

    The caller has checked that none has begun.
    """
    matches.update(state=MatchState.WAITING, winner=None, table=None)
    Side.objects.filter(match__in=matches).update(source=None, take="")
    Sheet.objects.filter(match__in=matches).delete()
    matches.delete()
