"""Build a tournament's own record lines from its present state."""

from django.conf import settings

from core.record.line import FORMATS, UNSAID, Unsaid
from rulesets.kernel.points import POINTS
from tournaments.lines.tournament import ChosenFacts, TournamentChanged, TournamentCreated
from tournaments.lines.values import EditionFacts, Tables
from tournaments.models import Tournament

SOFTWARE = f"chama-tournaments {settings.VERSION}"


def chosen_facts(tournament: Tournament) -> ChosenFacts:
    """Return the tournament's choices, for `tournament.changed`."""
    return ChosenFacts(
        game=tournament.game,
        kind=tournament.kind,
        name=tournament.name,
        variants=tournament.variants,
        year=tournament.year,
        title=tournament.title,
        ranked=tournament.ranked,
        multiplier=tournament.multiplier,
        table=Tables(tournament.table_low, tournament.table_high),
        time_limit=tournament.time_limit,
        house_rules=tournament.house_rules,
        rules=edition_of(tournament),
        points=[str(points) for points in POINTS],
        definition=tournament.definition,
        stages=tournament.stages or UNSAID,
    )


def edition_of(tournament: Tournament) -> EditionFacts:
    """Return name and hash of the edition of rule texts that the tournament is pinned to."""
    return EditionFacts(tournament.edition, tournament.edition_hash)


def created_line(tournament: Tournament) -> TournamentCreated:
    """Return the first line of the record, not written yet, in the tournament's record format."""
    facts, written_in = chosen_facts(tournament), FORMATS[tournament.record_format]
    values = {key.field: getattr(facts, key.field) for key in facts.known_keys()}
    return TournamentCreated(format=written_in, software=SOFTWARE, **values)


def changed_line(
    before: ChosenFacts, after: ChosenFacts, *, reason: str | Unsaid = UNSAID
) -> TournamentChanged:
    """Return a line, not written yet, with the values that differ; a removed one is null, `stages` []."""
    pairs = ((key.field, getattr(before, key.field), getattr(after, key.field)) for key in after.known_keys())
    changed = {name: new for name, old, new in pairs if old != new}
    if changed.get("stages") is UNSAID:
        changed["stages"] = []
    return TournamentChanged(reason=reason, **changed)
