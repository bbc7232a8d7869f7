"""What a tournament's own lines say of it, as it stands."""

from django.conf import settings

from core.record.line import FORMATS, UNSAID, Unsaid
from rulesets.kernel.points import POINTS
from tournaments.lines.tournament import Chosen, TournamentChanged, TournamentCreated
from tournaments.lines.values import EditionFacts, Tables
from tournaments.models import Tournament

SOFTWARE = f"chama-tournaments {settings.VERSION}"


def chosen(tournament: Tournament) -> Chosen:
    """What `tournament.changed` may carry, as the tournament stands."""
    return Chosen(
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
    )


def edition_of(tournament: Tournament) -> EditionFacts:
    """The rule texts that it is played by."""
    return EditionFacts(tournament.edition, tournament.edition_hash)


def created(tournament: Tournament) -> TournamentCreated:
    """The first line of every record. A tournament goes on in the format that its record began in."""
    facts, written_in = chosen(tournament), FORMATS[tournament.record_format]
    values = {key.field: getattr(facts, key.field) for key in facts.known_keys()}
    return TournamentCreated(format=written_in, software=SOFTWARE, **values)


def changed(before: Chosen, after: Chosen, *, reason: str | Unsaid = UNSAID) -> TournamentChanged:
    """The values that differ; null for one that is there no more."""
    pairs = ((key.field, getattr(before, key.field), getattr(after, key.field)) for key in after.known_keys())
    return TournamentChanged(reason=reason, **{name: new for name, old, new in pairs if old != new})
