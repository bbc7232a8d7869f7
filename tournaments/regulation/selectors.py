"""The regulation of a tournament: its version and its confirmations.

The version is the SHA-256 of the canonical JSON of the terms: those in the record (all but name, year and
title), and the special rules. So it can be computed from the record and the text of the special rules.
"""

from core.record.line import canonical, digest
from rulesets import editions
from rulesets.guide import Chapter, chapters, chapters_from
from tournaments.models import Confirmation, RuleTexts, Tournament
from tournaments.regulation import record_data

NO_TERMS = ("name", "year", "title")


def terms_of(tournament: Tournament) -> dict[str, object]:
    """Return all terms from which the regulation is generated."""
    facts = record_data.chosen_facts(tournament).plain(tournament.record_format)
    terms = {key: value for key, value in facts.items() if key not in NO_TERMS}
    return {**terms, "special_rules": tournament.special_rules}


def version_of(tournament: Tournament) -> str:
    """Return the version of the regulation in force, as 64 hexadecimal digits."""
    return digest(canonical(terms_of(tournament)))


def confirmation_of(tournament: Tournament) -> Confirmation | None:
    """Return the latest confirmation, of any version, or None."""
    return Confirmation.objects.filter(tournament=tournament).select_related("by__player").first()


def is_confirmed(tournament: Tournament) -> bool:
    """Return whether exactly the regulation in force was confirmed."""
    found = confirmation_of(tournament)
    return found is not None and found.version == version_of(tournament)


def chapters_of(tournament: Tournament, language: str) -> tuple[Chapter, ...]:
    """Return the chapters of the rule texts of the pinned edition; the current ones if that is not stored."""
    if not has_newer_edition(tournament):
        return chapters(tournament.game, language)
    kept = RuleTexts.objects.filter(sha256=tournament.edition_hash).first()
    return (
        chapters_from(kept.texts, tournament.game, language) if kept else chapters(tournament.game, language)
    )


def has_its_texts(tournament: Tournament) -> bool:
    """Return whether the texts of the pinned edition are stored; an imported record may lack them."""
    return (
        not has_newer_edition(tournament) or RuleTexts.objects.filter(sha256=tournament.edition_hash).exists()
    )


def has_newer_edition(tournament: Tournament) -> bool:
    """Return whether the game's current rule texts differ from those that the tournament is pinned to."""
    return editions.current(tournament.game).sha256 != tournament.edition_hash
