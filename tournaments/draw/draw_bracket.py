"""Draw a bracket for these entries and record it, within an open act."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from matches.models import Entry, Member
from rulesets.registry import game_of, kind_under
from tournaments.act import ActContext
from tournaments.bracket.draw import DrawResult, draw
from tournaments.bracket.lots import Lots
from tournaments.bracket.passing_over import ShortTableHistory, list_index_by_entry
from tournaments.bracket.second_chance import table_sizes
from tournaments.bracket.seeding import Method, Seedable
from tournaments.bracket.shapes import Shape, default_shape, without_third_place
from tournaments.draw.bye_history import recent_short_tables
from tournaments.draw.create_matches import published_line, seat_bracket
from tournaments.draw.readiness import allows_short_final
from tournaments.draw.second_chance import chosen_second_chance
from tournaments.entries.commit_draw import get_or_commit_lots
from tournaments.entries.write_entries import record_changed_groups
from tournaments.models import Draw, Tournament
from tournaments.rules_of import rules_of
from tournaments.standings.selectors import season_points


@dataclass(frozen=True, slots=True)
class BracketChoice:
    """How a bracket is drawn: the options of `publish_draw`, with the default where nothing was chosen.

    `seeds`: the place of each entry in the stage before, for the method `stage`. `groups`: those of one group
    are kept `apart`, an entry that is in none meets anyone; None for clubs. `rounds_before`: how many rounds
    that stage had.
    """

    shape: Shape | None = None
    method: Method = "random"
    word: str = ""
    seed: int | None = None
    apart: bool = False
    seeds: Mapping[str, int] | None = None
    groups: Mapping[str, str] | None = None
    rounds_before: int = 0


def draw_bracket_in(
    ctx: ActContext, entries: Sequence[Entry], choice: BracketChoice, rng: random.Random
) -> Draw:
    """Draw the bracket, record it, create its matches and go through its byes.

    Raises `Refused` `no_shape` if no bracket is possible for so many entries, `no_second_chance` if one is
    chosen and this bracket can have none.
    """
    fresh = ctx.tournament
    if choice.apart and choice.groups is None:
        record_changed_groups(ctx, entries)
    short = allows_short_final(fresh)
    default = default_shape(len(entries), fresh.table_low, fresh.table_high, short_final=short)
    codes = [entry.code for entry in entries]
    drawing = get_or_commit_lots(ctx, codes, typed=choice.seed, word=choice.word, rng=rng)
    shape = choice.shape or default
    lately = recent_short_tables(fresh, shape, choice.method)
    drawn = _compute_draw(fresh, entries, shape, choice, drawing.lots, lately)
    published = Draw(
        tournament=fresh,
        first_round=choice.rounds_before + 1,
        method=choice.method,
        **drawing.columns,
        shape=[list(sizes) for sizes in drawn.plan.shape.rounds],
        shape_is_default=_sizes(without_third_place(drawn.plan.shape)) == _sizes(default),
        order=list(drawn.plan.order),
        passed_over=lately or None,
        published_at=ctx.act.now,
    )
    line = partial(published_line, second_chance=table_sizes(drawn.plan.matches))
    seat_bracket(ctx, published, drawn, entries, rng, line)
    return published


def members_of(entries: Sequence[Entry]) -> dict[str, tuple[str, ...]]:
    """Return the persona codes of each entry's people, in order."""
    found: dict[str, tuple[str, ...]] = {}
    rows = Member.objects.filter(entry__in=[entry.pk for entry in entries], live=True)
    ordered = rows.order_by("entry_id", "position")
    for code, person in ordered.values_list("entry__code", "persona__code"):
        found[code] = (*found.get(code, ()), person)
    return found


def _compute_draw(
    tournament: Tournament,
    entries: Sequence[Entry],
    shape: Shape,
    choice: BracketChoice,
    lots: Lots,
    lately: ShortTableHistory,
) -> DrawResult:
    """Compute the draw: entries, seats and suits of each match."""
    rules = rules_of(tournament)
    return draw(
        _seedables(tournament, entries, choice, list_index_by_entry(lately)),
        shape,
        method=choice.method,
        lots=lots,
        third_place=bool(rules.option("third_place_match")),
        second_chance=chosen_second_chance(tournament, shape),
        apart=choice.apart,
        team_size=kind_under(rules).team_size,
        marks=game_of(tournament.game).marks,
        members=members_of(entries),
        rounds_before=choice.rounds_before,
    )


def _seedables(
    tournament: Tournament, entries: Sequence[Entry], choice: BracketChoice, had: Mapping[str, int]
) -> list[Seedable]:
    """Return what the seeding compares of each entry."""
    points = season_points(tournament) if choice.method == "season" else {}
    return [
        Seedable(
            entry=entry.code,
            group=_kept_apart(entry, choice),
            seed=entry.seed if choice.seeds is None else choice.seeds[entry.code],
            points=points.get(entry.pk, Fraction(0)),
            lately=had.get(entry.code),
        )
        for entry in entries
    ]


def _kept_apart(entry: Entry, choice: BracketChoice) -> str | None:
    """Return what is kept apart in round 1: the entry's group in the stage before, or its club."""
    if choice.groups is not None:
        return choice.groups.get(entry.code)
    return str(entry.club_id) if entry.club_id else None


def _sizes(shape: Shape) -> list[list[int]]:
    """Return the table sizes of each round, sorted."""
    return [sorted(sizes) for sizes in shape.rounds]
