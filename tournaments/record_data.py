"""The `data` of record lines about the tournament itself (`tournament-record/1` and `/2`).

A tournament goes on in the format that its record began in: new ones are written in the second.
"""

from typing import Any

from django.conf import settings

from rulesets.kernel.points import POINTS
from tournaments.models import Tournament

FORMATS = {1: "tournament-record/1", 2: "tournament-record/2"}
SOFTWARE = f"chama-tournaments {settings.VERSION}"


def chosen(tournament: Tournament) -> dict[str, Any]:
    """What `tournament.changed` may carry, as the tournament stands.

    Only a type that somebody composed has a definition: in the second format null says so.
    """
    definition = {"definition": tournament.definition}
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
        **(definition if tournament.definition else since_2(tournament, **definition)),
    }


def created(tournament: Tournament) -> dict[str, Any]:
    """The first line of every record."""
    return {"format": FORMATS[tournament.record_format], "software": SOFTWARE, **chosen(tournament)}


def since_2(tournament: Tournament, **keys: Any) -> dict[str, Any]:
    """The keys that a line has from `tournament-record/2` on; none in a record begun before."""
    return keys if tournament.record_format >= 2 else {}


def changed(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """The keys of `chosen` whose values differ; null for one that is there no more."""
    return {key: after.get(key) for key in {**before, **after} if after.get(key) != before.get(key)}
