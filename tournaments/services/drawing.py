"""The draw: shapes side by side, the gate, publishing, and taking it back before the start."""

import random
from collections.abc import Sequence
from datetime import datetime
from fractions import Fraction
from typing import TypedDict, Unpack

from accounts.models import Player
from core.codes import SYSTEM
from core.errors import Refused, Stale, Violation, refuse_all
from core.jobs import enqueue
from matches.models import Entry, Match, MatchState, Sheet, Side
from rulesets.registry import game_of, kind_under
from tournaments.bracket.draw import Drawn, draw
from tournaments.bracket.seeding import Method, Seedable
from tournaments.bracket.shapes import (
    Shape,
    check_shape,
    default_shape,
    without_third_place,
)
from tournaments.models import Draw, State, Tournament
from tournaments.selectors.readiness import allows_short_final, check_ready, checked_in
from tournaments.selectors.standing import season_points
from tournaments.services.acting import DISPATCH, Scene, acting_on
from tournaments.services.regulating import check_version, confirm_in
from tournaments.services.seating import seat_bracket
from tournaments.services.waiting_list import fill_places
from tournaments.snapshots import rules_of

LARGEST_SEED = 2**53 - 1
METHODS: tuple[Method, ...] = ("random", "season", "manual")
Sizes = Sequence[Sequence[int]]


class How(TypedDict, total=False):
    """How to draw: the proposed shape, at random, with a seed chosen here and stored, unless said otherwise.

    `seed` repeats a draw; `apart` keeps club-mates apart in round 1 where possible.
    """

    shape: Sizes | None
    method: Method
    seed: int | None
    apart: bool


def publish_draw(
    tournament: Tournament,
    *,
    by: Player,
    now: datetime,
    regulation: str | None = None,
    seen: int | None = None,
    rng: random.Random = SYSTEM,
    **how: Unpack[How],
) -> Draw:
    """Draw everybody who is checked in and publish the bracket.

    `regulation` is the version that the person has before their eyes: it is
    confirmed in the same act. Raises `Refused` with everything that is missing or wrong.
    """
    with acting_on(tournament, by=by, need="coordinate", now=now, seen=seen, rng=rng) as scene:
        fresh = scene.tournament
        if fresh.state != State.PREPARING:
            raise Stale("draw_published")
        shape, seed, method = how.get("shape"), how.get("seed"), how.get("method", "random")
        entries = list(checked_in(fresh).select_related("club"))
        chosen = Shape(tuple(map(tuple, shape))) if shape is not None else None
        _require_ready(fresh, chosen, len(entries), method, seed, regulation)
        if regulation is not None:
            confirm_in(scene)
        seed = rng.randrange(LARGEST_SEED) if seed is None else seed
        default = default_shape(
            len(entries), fresh.table_low, fresh.table_high, short_final=allows_short_final(fresh)
        )
        drawn = _drawn(fresh, entries, chosen or default, method, seed, how.get("apart", False))
        published = _as_row(fresh, drawn, method, seed, default)
        published.published_at = now
        seat_bracket(scene, published, drawn, entries, rng)
        fresh.state = State.DRAWN
        scene.touch(fresh)
        fresh.save(update_fields=["state", "changed_seq"])
        enqueue(DISPATCH, scene.act.ledger, key=str(fresh.ledger_id), due=now, now=now)
        return published


def withdraw_draw(
    tournament: Tournament, *, reason: str, by: Player, now: datetime, seen: int | None = None
) -> None:
    """Take the draw back, as long as nothing was started; the old one stays on record."""
    with acting_on(tournament, by=by, need="coordinate", now=now, seen=seen) as scene:
        if scene.tournament.state != State.DRAWN:
            raise Stale("not_withdrawable")
        if not reason.strip():
            raise Refused([Violation("reason_missing", field="reason")])
        scene.act.write("draw.withdrawn", reason=reason.strip())
        _erase_matches(scene)
        Draw.objects.filter(tournament=scene.tournament, withdrawn=False).update(withdrawn=True)
        scene.tournament.state = State.PREPARING
        scene.touch(scene.tournament)
        scene.tournament.save(update_fields=["state", "changed_seq"])
        fill_places(scene)


def _erase_matches(scene: Scene) -> None:
    """Remove the bracket of a draw that never began; its record line stays."""
    matches = Match.objects.filter(ledger=scene.act.ledger)
    matches.update(state=MatchState.WAITING, winner=None, table=None)
    Side.objects.filter(match__in=matches).update(source=None, take="")
    Sheet.objects.filter(match__in=matches).delete()
    matches.delete()


def _require_ready(
    tournament: Tournament,
    shape: Shape | None,
    entries: int,
    method: str,
    seed: int | None,
    regulation: str | None,
) -> None:
    """Refuse with all that is missing and all that is wrong with the choices."""
    found = [*check_ready(tournament), *check_version(tournament, regulation)]
    if regulation is not None:
        found = [violation for violation in found if violation.code != "regulation_not_confirmed"]
    if shape is not None:
        short = allows_short_final(tournament)
        found += check_shape(shape, entries, tournament.table_low, tournament.table_high, short_final=short)
    if method not in METHODS:
        found.append(Violation("method_unknown", {"method": method}, "method"))
    if seed is not None and not 0 <= seed <= LARGEST_SEED:
        found.append(Violation("seed_out_of_range", {"low": 0, "high": LARGEST_SEED}, "seed"))
    refuse_all(found)


def _drawn(
    tournament: Tournament,
    entries: Sequence[Entry],
    shape: Shape,
    method: Method,
    seed: int,
    apart: bool,
) -> Drawn:
    """The draw as a value: who meets whom, on which seats, with which suits."""
    game, rules = game_of(tournament.game), rules_of(tournament)
    points = season_points(tournament) if method == "season" else {}
    return draw(
        [
            Seedable(
                entry=entry.code,
                group=str(entry.club_id) if entry.club_id else None,
                seed=entry.seed,
                points=points.get(entry.pk, Fraction(0)),
            )
            for entry in entries
        ],
        shape,
        method=method,
        seed=seed,
        third_place=bool(rules.option("third_place_match")),
        apart=apart,
        team_size=kind_under(rules).team_size,
        marks=game.marks,
        members=_members(entries),
    )


def _members(entries: Sequence[Entry]) -> dict[str, tuple[str, ...]]:
    """Codes of the people of each entry, in their order."""
    found: dict[str, tuple[str, ...]] = {}
    rows = Entry.objects.filter(pk__in=[entry.pk for entry in entries]).order_by("pk", "members__position")
    for code, person in rows.values_list("code", "members__persona__code"):
        found[code] = (*found.get(code, ()), person)
    return found


def _as_row(tournament: Tournament, drawn: Drawn, method: str, seed: int, default: Shape) -> Draw:
    """What anybody needs to repeat the draw; the caller saves it."""
    shape = drawn.plan.shape
    return Draw(
        tournament=tournament,
        method=method,
        seed=seed,
        shape=[list(sizes) for sizes in shape.rounds],
        shape_is_default=_sizes(without_third_place(shape)) == _sizes(default),
        order=list(drawn.plan.order),
    )


def _sizes(shape: Shape) -> list[list[int]]:
    """Sizes of each round, in whatever order the tables stand."""
    return [sorted(sizes) for sizes in shape.rounds]
