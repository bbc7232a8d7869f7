"""Create a tournament from its facts, and change it."""

import random
from collections.abc import Collection, Iterator
from dataclasses import replace
from datetime import datetime, time
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.text import slugify

from accounts.models import Player
from accounts.services import get_or_create_persona
from core.errors import Stale, Violation, missing_reason, refuse_all
from core.models import Ledger
from core.record.act import acting
from core.record.codes import SECURE_RANDOM, new_code
from core.record.line import UNSAID
from core.text import tidy_lines
from matches.models import PhysicalTable
from rulesets.house_rules import check_options, non_default_options
from rulesets.kernel.choices import find_kind
from rulesets.kernel.house_rules import Value
from rulesets.kernel.rules import TableSize
from rulesets.kernel.titles import check_parts, format_title
from rulesets.registry import GAMES
from tournaments.act import acting_on, enqueue_dispatch
from tournaments.bracket.gaps import most_with_bracket
from tournaments.bracket.second_chance import BEFORE_FINAL, FINAL_SEAT, NONE, ROUND_1
from tournaments.bracket.shape_search import no_shape
from tournaments.entries.wait import fill_places
from tournaments.entries.write_entries import MAX_ENTRIES
from tournaments.fees.pix import check_pix, normalize_key
from tournaments.inputs import TournamentFacts
from tournaments.lines.staff import StaffAssigned
from tournaments.models import Role, Staff, State, Tournament
from tournaments.nameless import NameFilter
from tournaments.regulation import record_data
from tournaments.regulation.confirm import pin_current
from tournaments.rules_of import facts_of, title_parts
from tournaments.setup.type_choice import choose, is_same_type
from tournaments.setup.zones import known_zones
from tournaments.stages.kinds import check_stages, stage_plan
from tournaments.tables.cards import move_expiry_of_cards

MULTIPLIERS = (1, 5)  # the lowest and the highest
LONGEST_VENUE = 200
LONGEST_CONTACT = 200
LONGEST_PRIZES = 1000
MAX_FEE = 1_000_000  # cents
MAX_TABLES = 2000
USUAL_TABLES = 4
"""The default number of tables of a new tournament, on the page and in the API."""
SECOND_CHANCE_FIELD = "house_rules.second_chance"
SECOND_CHANCE_LOSERS_FIELD = "house_rules.second_chance_losers"
"""The house rules that a draw closes: the draw has the second chance of certain losers, or has none."""
LOCKED_BY_DRAW = ("game", "kind", "kind_version", "variants", "table_low", "table_high", "ranked", "stages")
NO_COLUMNS = ("kind_version", "starts_at", "starts_on")
COLUMNS = tuple(name for name in TournamentFacts.__dataclass_fields__ if name not in NO_COLUMNS)


def create_tournament(
    facts: TournamentFacts,
    *,
    by: Player,
    now: datetime,
    tables: int = 0,
    simulated: bool = False,
    rng: random.Random = SECURE_RANDOM,
) -> Tournament:
    """Create a tournament with its physical tables; `by` becomes its organizer.

    Raises `Refused` with everything that is wrong.
    """
    facts = tidy_facts(facts)
    refuse_all([*check_facts(facts, by), *check_tables(tables)])
    with transaction.atomic():
        ledger = Ledger.objects.create()
        with acting(ledger.pk, now=now) as act:
            persona = get_or_create_persona(act.ledger, by, rng=rng)
            act.by, act.name_filter = f"{Role.ORGANIZER}:{persona.code}", NameFilter(ledger.pk)
            tournament = _set_facts(Tournament(ledger=act.ledger, created_at=now), facts, by)
            tournament.slug, tournament.created_by = free_slug(tournament.title), by.user
            tournament.simulated = simulated
            tournament.save()
            Staff.objects.create(tournament=tournament, persona=persona, role=Role.ORGANIZER)
            act.record_format = tournament.record_format
            act.write(record_data.created_line(tournament))
            act.write(StaffAssigned(Role.ORGANIZER.value, persona.code))
        add_tables(act.ledger, tables)
    return tournament


def change_tournament(
    tournament: Tournament,
    *,
    facts: TournamentFacts,
    by: Player,
    now: datetime,
    reason: str = "",
    seen: int | None = None,
) -> Tournament:
    """Change a tournament's facts; after the draw a reason is needed and some facts are closed.

    Raises `Refused` with everything that is wrong, `Stale` `finished`. Enters people from the waiting list if
    there are more places, moves the expiry of table cards, and enqueues the dispatcher between the draw and
    the first match. A change of facts that the record does not hold (place, time, capacity, special rules,
    fee, prizes, contact, Pix key) writes a line without keys, so that it has a number and a late caller is
    `Stale`.
    """
    facts = tidy_facts(facts)
    with acting_on(tournament, by=by, need="manage", now=now, seen=seen) as ctx:
        fresh = ctx.tournament
        facts = _keep_type_version(facts, fresh)
        refuse_all([*check_facts(facts, by, fresh), *_check_change(fresh, facts, reason)])
        before, was = record_data.chosen_facts(fresh), facts_of(fresh)
        start = fresh.starts_at, fresh.day_only
        _set_facts(fresh, facts, by)
        _set_moved_from(fresh, *start)
        change = record_data.changed_line(
            before, record_data.chosen_facts(fresh), reason=reason if is_drawn(fresh) else UNSAID
        )
        if change.says_more_than_why or facts_of(fresh) != was:
            ctx.act.write(change)
            ctx.touch(fresh)
            if fresh.is_published and start != (fresh.starts_at, fresh.day_only):
                fresh.moved_seq = ctx.act.seq
        fresh.save()
        move_expiry_of_cards(ctx)
        fill_places(ctx)
        if fresh.state == State.DRAWN:
            enqueue_dispatch(ctx)
        return fresh


def is_drawn(tournament: Tournament) -> bool:
    """Return whether preparing is over: a draw was published, or the tournament ended without one."""
    return tournament.state != State.PREPARING


def tidy_facts(facts: TournamentFacts) -> TournamentFacts:
    """Return the facts as they are stored, whether sound or not.

    Blanks are collapsed, variants in catalogue order; house rules that equal the default are left out.
    """
    game = GAMES.get(facts.game)
    order = [variant.key for variant in game.variants] if game else []
    known = sorted(facts.variants, key=lambda key: order.index(key) if key in order else len(order))
    try:
        rules = non_default_options(facts.house_rules)
    except KeyError:
        rules = dict(facts.house_rules)
    name = " ".join(facts.name.split())
    prizes, contact = tidy_lines(facts.prizes), " ".join(tidy_lines(facts.contact).split())
    facts = replace(facts, name=name, prizes=prizes, contact=contact)
    return replace(_clean_pix(facts), variants=tuple(known), house_rules=rules)


def _clean_pix(facts: TournamentFacts) -> TournamentFacts:
    """Return the facts with the Pix key as banks write it; without a key no kind."""
    key = normalize_key(facts.pix_kind, facts.pix_key) if facts.pix_key.strip() else ""
    name, city = (" ".join(tidy_lines(text).split()) for text in (facts.pix_name, facts.pix_city))
    kind = facts.pix_kind if key else ""
    return replace(facts, pix_kind=kind, pix_key=key, pix_name=name, pix_city=city)


def check_facts(
    facts: TournamentFacts, by: Player | None = None, pinned: Tournament | None = None
) -> tuple[Violation, ...]:
    """Return everything wrong with the facts that `by` chose, each once; () if they are sound. Never raises.

    `pinned` is the existing tournament, whose type may stay although it is no longer offered.
    """
    if facts.game not in GAMES:
        return (Violation("unknown_game", {"game": facts.game}, "game"),)
    choice = choose(facts, by, pinned)
    game = choice.game
    table = TableSize(facts.table_low, facts.table_high)
    choices = game.check_choices(facts.kind, facts.variants, table, facts.time_limit)
    options = check_options(facts.game, facts.house_rules)
    named = check_parts(title_parts(facts), game)
    kind = find_kind(game.kinds, facts.kind)
    stages = _check_stages(facts, kind.stages if kind else ())
    every = (*choices, *options, *choice.violations, *named, *_check_frame(facts), *stages)
    found = {(violation.code, violation.field): violation for violation in every}
    return tuple(found.values())


def _check_frame(facts: TournamentFacts) -> Iterator[Violation]:
    """Yield what is wrong with the facts that are the same for every game."""
    low, high = MULTIPLIERS
    if not low <= facts.multiplier <= high:
        yield Violation("multiplier_out_of_range", {"low": low, "high": high}, "multiplier")
    if facts.zone not in known_zones():
        yield Violation("zone_unknown", {"zone": facts.zone}, "zone")
    if facts.starts_at is not None and facts.starts_on is not None:
        yield Violation("start_given_twice", {}, "starts_on")
    if facts.capacity is not None and not 2 <= facts.capacity <= MAX_ENTRIES:
        yield Violation("capacity_out_of_range", {"low": 2, "high": MAX_ENTRIES}, "capacity")
    if len(facts.venue) > LONGEST_VENUE:
        yield Violation("venue_too_long", {"most": LONGEST_VENUE}, "venue")
    yield from _check_details(facts)


def _check_stages(facts: TournamentFacts, accepted: Collection[str]) -> Iterator[Violation]:
    """Yield what is wrong with the stages; a bracket must exist for those who go on.

    `accepted`: the kinds of stages that ranked tournaments of the chosen type may have.
    """
    high = facts.table_high
    wrong = list(check_stages(facts.stages, ranked=facts.ranked, accepted=accepted, high=high))
    yield from wrong
    yield from _check_second_chance(facts)
    plan = None if wrong else stage_plan(facts.stages)
    if plan is not None and plan.going_on:
        sizes = facts.table_low, facts.table_high
        short = bool(facts.house_rules.get("short_final"))
        if most_with_bracket(plan.going_on, *sizes, short_final=short) < plan.going_on:
            told = no_shape(plan.going_on, *sizes, 2 if short else facts.table_low)
            yield Violation("no_shape", told, "stages.0.advance")


def _check_second_chance(facts: TournamentFacts) -> Iterator[Violation]:
    """Yield why these facts allow no such second chance.

    None with stages; no seat in the final if ranked, or at tables of two; no third-place match beside losers
    before the final.
    """
    chosen, field = _second_chance_rule(facts), SECOND_CHANCE_FIELD
    if chosen != NONE and facts.stages:
        yield Violation("second_chance_with_stages", {}, field)
    if chosen == FINAL_SEAT and facts.ranked:
        yield Violation("final_seat_needs_unranked", {}, field)
    if chosen == FINAL_SEAT and facts.table_high < 3:
        yield Violation("final_seat_needs_larger_tables", {}, field)
    if _second_chance_losers(facts) == BEFORE_FINAL and facts.house_rules.get("third_place_match"):
        yield Violation("second_chance_or_third_place", {}, SECOND_CHANCE_LOSERS_FIELD)


def _check_details(facts: TournamentFacts) -> Iterator[Violation]:
    """Yield what is wrong with fee, Pix key, prizes and contact."""
    if facts.entry_fee is not None and not 0 <= facts.entry_fee <= MAX_FEE:
        yield Violation("entry_fee_out_of_range", {"most": MAX_FEE // 100}, "entry_fee")
    yield from check_pix(facts.pix_kind, facts.pix_key, facts.pix_name, facts.pix_city)
    if len(facts.prizes) > LONGEST_PRIZES:
        yield Violation("prizes_too_long", {"most": LONGEST_PRIZES}, "prizes")
    if len(facts.contact) > LONGEST_CONTACT:
        yield Violation("contact_too_long", {"most": LONGEST_CONTACT}, "contact")


def check_tables(count: int) -> Iterator[Violation]:
    """Yield a violation if the number of physical tables is out of range."""
    if not 0 <= count <= MAX_TABLES:
        yield Violation("tables_out_of_range", {"low": 0, "high": MAX_TABLES}, "tables")


def _check_change(tournament: Tournament, facts: TournamentFacts, reason: str) -> Iterator[Violation]:
    """Yield what a published draw closes, and then a missing reason. Raises `Stale` `finished`."""
    if tournament.state == State.FINISHED:
        raise Stale("finished")
    if not is_drawn(tournament):
        return
    current = facts_of(tournament)
    for key in LOCKED_BY_DRAW:
        if getattr(current, key) != getattr(facts, key):
            yield Violation("closed_by_draw", {"what": key}, key)
    if _second_chance_rule(current) != _second_chance_rule(facts):
        yield Violation("closed_by_draw", {"what": "second_chance"}, SECOND_CHANCE_FIELD)
    elif _second_chance_losers(current) != _second_chance_losers(facts):
        yield Violation("closed_by_draw", {"what": "second_chance_losers"}, SECOND_CHANCE_LOSERS_FIELD)
    yield from missing_reason(reason)


def _second_chance_rule(facts: TournamentFacts) -> Value:
    """Return the value of the house rule `second_chance`; `NONE` if it is not chosen."""
    return facts.house_rules.get("second_chance", NONE)


def _second_chance_losers(facts: TournamentFacts) -> Value:
    """Return who has a second chance: `NONE`, or the value of the house rule."""
    if _second_chance_rule(facts) == NONE:
        return NONE
    return facts.house_rules.get("second_chance_losers", ROUND_1)


def _keep_type_version(facts: TournamentFacts, tournament: Tournament) -> TournamentFacts:
    """Return the facts; for an unchanged type without a version, with the version that the tournament has."""
    if facts.kind_version is not None or not is_same_type(facts, tournament):
        return facts
    return replace(facts, kind_version=facts_of(tournament).kind_version)


def _set_facts(tournament: Tournament, facts: TournamentFacts, by: Player) -> Tournament:
    """Set the facts and the title on the tournament, without saving it; return it.

    Before the draw, it also gets the chosen type's definition and the rules in force.
    """
    choice = choose(facts, by, tournament)
    for column in COLUMNS:
        setattr(tournament, column, getattr(facts, column))
    tournament.starts_at, tournament.day_only = first_moment(facts), facts.starts_on is not None
    tournament.variants, tournament.house_rules = list(facts.variants), dict(facts.house_rules)
    tournament.stages = [dict(stage) for stage in facts.stages]
    tournament.title = format_title(title_parts(facts), choice.game)
    if not is_drawn(tournament):
        tournament.definition = choice.definition
        pin_current(tournament)
    return tournament


def _set_moved_from(tournament: Tournament, start: datetime | None, day_only: bool) -> None:
    """Set `moved_from` to the start that was public first; None when it starts then again. Does not save.

    `start` and `day_only` are those before this change. Nothing happens before the tournament is public.
    """
    if not tournament.is_published or (start, day_only) == (tournament.starts_at, tournament.day_only):
        return
    if tournament.moved_from is None:
        tournament.moved_from, tournament.moved_from_day_only = start, day_only and start is not None
    former = tournament.moved_from, tournament.moved_from_day_only
    if former == (tournament.starts_at, tournament.day_only):
        tournament.moved_from, tournament.moved_from_day_only = None, False


def first_moment(facts: TournamentFacts) -> datetime | None:
    """Return the planned start, or None; for a date alone the first moment of that day at the venue."""
    if facts.starts_on is None:
        return facts.starts_at
    return datetime.combine(facts.starts_on, time(), ZoneInfo(facts.zone))


def free_slug(title: str) -> str:
    """Return a slug for the title that no tournament has, with a few random letters if its own is taken."""
    slug = slugify(title)[:120].strip("-")
    taken = Tournament.objects.filter(slug=slug).exists()
    return f"{slug}-{new_code('')[:5]}" if taken else slug


def add_tables(ledger: Ledger, count: int) -> None:
    """Create physical tables numbered from 1 to `count`."""
    PhysicalTable.objects.bulk_create(
        PhysicalTable(ledger=ledger, label=str(number), position=number) for number in range(1, count + 1)
    )
