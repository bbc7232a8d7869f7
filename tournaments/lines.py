"""The `data` of record lines about the tournament itself (`tournament-record/1`)."""

from typing import Any

from django.conf import settings

from rulesets.kernel.points import POINTS
from tournaments.models import Tournament

FORMAT = "tournament-record/1"
SOFTWARE = f"chama-tournaments {settings.VERSION}"


def chosen(tournament: Tournament) -> dict[str, Any]:
    """What `tournament.changed` may carry, as the tournament stands.

    Only a type that somebody composed has a definition.
    """
    return {
        "game": tournament.game,
        "kind": tournament.kind,
        "name": tournament.name,
        "variants": tournament.variants,
        "year": tournament.year,
        "title": tournament.title,
        "ranked": tournament.ranked,
        "multiplier": tournament.multiplier,
        "table": {"min": tournament.table_low, "max": tournament.table_high},
        "time_limit": tournament.time_limit,
        "house_rules": tournament.house_rules,
        "rules": {"id": tournament.edition, "sha256": tournament.edition_hash},
        "points": [str(points) for points in POINTS],
        **({"definition": tournament.definition} if tournament.definition else {}),
    }


def created(tournament: Tournament) -> dict[str, Any]:
    """The first line of every record."""
    return {"format": FORMAT, "software": SOFTWARE, **chosen(tournament)}


def changed(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """The keys of `chosen` whose values differ; null for one that is there no more."""
    return {key: after.get(key) for key in {**before, **after} if after.get(key) != before.get(key)}
