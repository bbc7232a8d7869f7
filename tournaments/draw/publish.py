"""Publish the draw, and take it back before the start."""

import random
from collections.abc import Sequence
from datetime import datetime
from fractions import Fraction
from typing import TypedDict, Unpack

from accounts.models import Player
from core.errors import Stale, Violation, refuse_all
from core.jobs.outbox import enqueue
from core.record.codes import SECURE_RANDOM
from matches.models import Entry, Match, MatchState, Sheet, Side
from rulesets.registry import game_of, kind_under
from tournaments.act import DISPATCH, ActContext, acting_on, require_reason
from tournaments.bracket.commitment import check_word, clean_word
from tournaments.bracket.draw import DrawResult, draw
from tournaments.bracket.lots import Lots
from tournaments.bracket.passing_over import Lately, list_index_by_entry
from tournaments.bracket.seeding import Method, Seedable
from tournaments.bracket.shapes import (
    Shape,
    check_shape,
    default_shape,
    without_third_place,
)
from tournaments.draw.bye_history import recent_short_tables
from tournaments.draw.create_matches import seat_bracket
from tournaments.draw.readiness import allows_short_final, check_ready, checked_in
from tournaments.entries.commit_draw import LARGEST_SEED, Drawing, lots_for, replace_commitment
from tournaments.entries.wait import fill_places
from tournaments.lines.draw import DrawWithdrawn
from tournaments.models import Draw, State, Tournament
from tournaments.regulation.confirm import check_version, confirm_in
from tournaments.rules_of import rules_of
from tournaments.setup.acceptance import require_acceptance
from tournaments.standings.selectors import season_points
from tournaments.tables.shared_hall import wake_hall

METHODS: tuple[Method, ...] = ("random", "season", "manual")
Sizes = Sequence[Sequence[int]]


class DrawOptions(TypedDict, total=False):
    """Options of a draw.

    Default: the proposed shape, at random, from the committed secret. `word` was called out in the hall and
    goes into the seed. `seed` is a number typed by hand instead of secret and word; `apart` keeps club-mates
    apart in round 1 if possible.
    """

    shape: Sizes | None
    method: Method
    word: str
    seed: int | None
    apart: bool


def publish_draw(
    tournament: Tournament,
    *,
    by: Player,
    now: datetime,
    regulation: str | None = None,
    seen: int | None = None,
    rng: random.Random = SECURE_RANDOM,
    **how: Unpack[DrawOptions],
) -> Draw:
    """Draw all checked-in entries and publish the bracket; matches are called from the planned start on.

    `regulation` is the version that the coordinator has read; the same act confirms it. Raises `Refused` with
    everything that is missing or wrong, `Stale` `draw_published`.
    """
    with acting_on(tournament, by=by, need="coordinate", now=now, seen=seen, rng=rng) as ctx:
        fresh = ctx.tournament
        if fresh.state != State.PREPARING:
            raise Stale("draw_published")
        shape, method = how.get("shape"), how.get("method", "random")
        seed, word = how.get("seed"), clean_word(how.get("word", ""))
        entries = list(checked_in(fresh).select_related("club"))
        chosen = Shape(tuple(map(tuple, shape))) if shape is not None else None
        wrong = [*_missing(fresh, chosen, len(entries), method, regulation), *_wrong_seed(seed, word)]
        refuse_all(wrong)
        if regulation is not None:
            confirm_in(ctx)
        default = default_shape(
            len(entries), fresh.table_low, fresh.table_high, short_final=allows_short_final(fresh)
        )
        drawing = lots_for(ctx, [entry.code for entry in entries], typed=seed, word=word, rng=rng)
        lately = recent_short_tables(fresh, chosen or default, method)
        apart = how.get("apart", False)
        drawn = _drawn(fresh, entries, chosen or default, method, drawing.lots, apart, lately)
        published = _as_row(fresh, drawn, method, drawing, default)
        published.published_at, published.passed_over = now, lately or None
        seat_bracket(ctx, published, drawn, entries, rng)
        require_acceptance(fresh, now)
        fresh.state = State.DRAWN
        is_open = not fresh.day_only and (fresh.starts_at is None or fresh.starts_at <= now)
        fresh.opened_at = now if is_open else None
        ctx.touch(fresh)
        fresh.save(update_fields=["state", "opened_at", "unaccepted_since", "changed_seq"])
        enqueue(DISPATCH, ctx.act.ledger, key=str(fresh.ledger_id), due=now, now=now)
        return published


def withdraw_draw(
    tournament: Tournament,
    *,
    reason: str,
    by: Player,
    now: datetime,
    seen: int | None = None,
    rng: random.Random = SECURE_RANDOM,
) -> None:
    """Take the draw back before any match has started; the old one stays in the record.

    A new secret is committed at once, because the old one is public. Raises `Stale` `not_withdrawable`.
    """
    with acting_on(tournament, by=by, need="coordinate", now=now, seen=seen) as ctx:
        if ctx.tournament.state != State.DRAWN:
            raise Stale("not_withdrawable")
        require_reason(reason)
        ctx.act.write(DrawWithdrawn(reason.strip()))
        wake_hall(ctx.act.ledger, now)
        replace_commitment(ctx, rng)
        _erase_matches(ctx)
        Draw.objects.filter(tournament=ctx.tournament, withdrawn=False).update(withdrawn=True)
        ctx.tournament.state, ctx.tournament.opened_at = State.PREPARING, None
        ctx.touch(ctx.tournament)
        ctx.tournament.save(update_fields=["state", "opened_at", "changed_seq"])
        fill_places(ctx)


def _erase_matches(ctx: ActContext) -> None:
    """Remove the bracket of a draw that never began; its record line stays."""
    matches = Match.objects.filter(ledger=ctx.act.ledger)
    matches.update(state=MatchState.WAITING, winner=None, table=None)
    Side.objects.filter(match__in=matches).update(source=None, take="")
    Sheet.objects.filter(match__in=matches).delete()
    matches.delete()


def _missing(
    tournament: Tournament, shape: Shape | None, entries: int, method: str, regulation: str | None
) -> list[Violation]:
    """Return everything that is missing, and what is wrong with the shape and the method."""
    found = [*check_ready(tournament), *check_version(tournament, regulation)]
    if regulation is not None:
        found = [violation for violation in found if violation.code != "regulation_not_confirmed"]
    if shape is not None:
        short = allows_short_final(tournament)
        found += check_shape(shape, entries, tournament.table_low, tournament.table_high, short_final=short)
    if method not in METHODS:
        found.append(Violation("method_unknown", {"method": method}, "method"))
    return found


def _wrong_seed(seed: int | None, word: str) -> list[Violation]:
    """Return what is wrong with the word or the typed number; only one of them may be given."""
    found = check_word(word)
    if seed is not None and not 0 <= seed <= LARGEST_SEED:
        found.append(Violation("seed_out_of_range", {"low": 0, "high": LARGEST_SEED}, "seed"))
    if seed is not None and word:
        found.append(Violation("seed_and_word", {}, "seed"))
    return found


def _drawn(
    tournament: Tournament,
    entries: Sequence[Entry],
    shape: Shape,
    method: Method,
    lots: Lots,
    apart: bool,
    lately: Lately,
) -> DrawResult:
    """Compute the draw: entries, seats and suits of each match."""
    game, rules = game_of(tournament.game), rules_of(tournament)
    points = season_points(tournament) if method == "season" else {}
    had = list_index_by_entry(lately)
    return draw(
        [
            Seedable(
                entry=entry.code,
                group=str(entry.club_id) if entry.club_id else None,
                seed=entry.seed,
                points=points.get(entry.pk, Fraction(0)),
                lately=had.get(entry.code),
            )
            for entry in entries
        ],
        shape,
        method=method,
        lots=lots,
        third_place=bool(rules.option("third_place_match")),
        apart=apart,
        team_size=kind_under(rules).team_size,
        marks=game.marks,
        members=_members(entries),
    )


def _members(entries: Sequence[Entry]) -> dict[str, tuple[str, ...]]:
    """Return the persona codes of each entry's people, in order."""
    found: dict[str, tuple[str, ...]] = {}
    rows = Entry.objects.filter(pk__in=[entry.pk for entry in entries]).order_by("pk", "members__position")
    for code, person in rows.values_list("code", "members__persona__code"):
        found[code] = (*found.get(code, ()), person)
    return found


def _as_row(tournament: Tournament, drawn: DrawResult, method: str, drawing: Drawing, default: Shape) -> Draw:
    """Return the unsaved row with everything needed to repeat the draw."""
    shape = drawn.plan.shape
    return Draw(
        tournament=tournament,
        method=method,
        **drawing.columns,
        shape=[list(sizes) for sizes in shape.rounds],
        shape_is_default=_sizes(without_third_place(shape)) == _sizes(default),
        order=list(drawn.plan.order),
    )


def _sizes(shape: Shape) -> list[list[int]]:
    """Return the table sizes of each round, sorted."""
    return [sorted(sizes) for sizes in shape.rounds]
