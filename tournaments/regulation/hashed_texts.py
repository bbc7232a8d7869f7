"""`<slug>.texts.json`: the texts behind hashes in the record, so that the hashes can be verified.

Null stands for a text that is not stored here: of an imported record, or from before texts were stored.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from catalogue.selectors import texts_of_type
from rulesets import editions
from tournaments.models import RuleTexts, Tournament
from tournaments.regulation.selectors import version_of

NAMING = ("tournament.created", "tournament.changed", "regulation.confirmed")
Named = Iterable[Mapping[str, Any]]


def hashed_texts(tournament: Tournament) -> dict[str, Any]:
    """Return the file: rule texts, special rules and texts of composed types, by their hash."""
    lines = tournament.ledger.lines.filter(type__in=NAMING).values_list("text", flat=True)
    data = [json.loads(line)["data"] for line in lines]
    return {
        "tournament": tournament.slug,
        "editions": {sha256: _edition(tournament.game, sha256) for sha256 in _editions(data)},
        "regulations": _regulations(tournament),
        "types": {said["texts"]: texts_of_type(said["sha256"]) for said in _definitions(data)},
    }


def _editions(lines: Named) -> Iterable[str]:
    return dict.fromkeys(data["rules"]["sha256"] for data in lines if "rules" in data)


def _definitions(lines: Named) -> Iterable[Mapping[str, str]]:
    return [data["definition"] for data in lines if data.get("definition")]


def _edition(game: str, sha256: str) -> dict[str, str] | None:
    if editions.current(game).sha256 == sha256:
        return editions.texts_of(game)
    kept = RuleTexts.objects.filter(sha256=sha256).first()
    return kept.texts if kept else None


def _regulations(tournament: Tournament) -> dict[str, str | None]:
    """Return the special rules of each confirmed version; today's if that version is still in force."""
    found = tournament.confirmations.order_by("seq").values_list("version", "special_rules")
    now = {version_of(tournament): tournament.special_rules}
    return {version: now.get(version) if kept is None else kept for version, kept in found}
