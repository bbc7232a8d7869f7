"""Values for the pure modules from a tournament's row; no function here runs a query."""

from rulesets.kernel.rules import Kind, Rules, TableSize
from rulesets.kernel.titles import TitleParts
from rulesets.registry import kind_of_definition, kind_under
from tournaments.inputs import TournamentFacts
from tournaments.models import Tournament


def rules_of(tournament: Tournament) -> Rules:
    """Return the rules of this tournament."""
    return Rules(
        game=tournament.game,
        kind=tournament.kind,
        variants=tuple(tournament.variants),
        table=TableSize(tournament.table_low, tournament.table_high),
        time_limit=tournament.time_limit,
        house_rules=tournament.house_rules,
        definition=kind_of_definition(tournament.game, tournament.kind, tournament.definition),
        record_format=tournament.record_format,
    )


def kind_of(tournament: Tournament) -> Kind:
    """Return the tournament's type."""
    return kind_under(rules_of(tournament))


def title_parts(facts: TournamentFacts) -> TitleParts:
    """Return the parts from which the title is derived."""
    return TitleParts(
        game=facts.game, kind=facts.kind, name=facts.name, variants=facts.variants, year=facts.year
    )


def facts_of(tournament: Tournament) -> TournamentFacts:
    """Return everything that the organizer chose, as it is now."""
    return TournamentFacts(
        game=tournament.game,
        kind=tournament.kind,
        kind_version=tournament.definition["version"] if tournament.definition else None,
        name=tournament.name,
        variants=tuple(tournament.variants),
        year=tournament.year,
        ranked=tournament.ranked,
        stages=tuple(tournament.stages),
        multiplier=tournament.multiplier,
        table_low=tournament.table_low,
        table_high=tournament.table_high,
        time_limit=tournament.time_limit,
        house_rules=tournament.house_rules,
        venue=tournament.venue,
        zone=tournament.zone,
        starts_at=tournament.planned_start,
        starts_on=tournament.starts_on,
        capacity=tournament.capacity,
        special_rules=tournament.special_rules,
        self_entry=tournament.self_entry,
        entry_fee=tournament.entry_fee,
        prizes=tournament.prizes,
        contact=tournament.contact,
        pix_kind=tournament.pix_kind,
        pix_key=tournament.pix_key,
        pix_name=tournament.pix_name,
        pix_city=tournament.pix_city,
    )
