"""The regulation of a tournament: its version, and who confirmed which one.

The version is the SHA-256 of the canonical JSON of the terms: those that the record holds (all but name,
year and title), and the special rules. So anybody who has the record and the text of the special rules
can compute it again.
"""

from core.record.line import canonical, digest
from rulesets import editions
from rulesets.guide import Chapter, chapters, chapters_from
from tournaments import record_data
from tournaments.models import Confirmation, RuleTexts, Tournament

NO_TERMS = ("name", "year", "title")


def terms_of(tournament: Tournament) -> dict[str, object]:
    """Everything that the regulation is generated from."""
    facts = record_data.chosen(tournament).plain(tournament.record_format)
    terms = {key: value for key, value in facts.items() if key not in NO_TERMS}
    return {**terms, "special_rules": tournament.special_rules}


def version_of(tournament: Tournament) -> str:
    """The version of the regulation as the tournament stands."""
    return digest(canonical(terms_of(tournament)))


def confirmation_of(tournament: Tournament) -> Confirmation | None:
    """Return the latest confirmation, of any version."""
    return Confirmation.objects.filter(tournament=tournament).select_related("by__player").first()


def is_confirmed(tournament: Tournament) -> bool:
    """Whether the regulation was confirmed exactly as it stands."""
    found = confirmation_of(tournament)
    return found is not None and found.version == version_of(tournament)


def chapters_of(tournament: Tournament, language: str) -> tuple[Chapter, ...]:
    """The chapters of the edition that the tournament is pinned to; the current ones if it is not stored."""
    if not has_newer_edition(tournament):
        return chapters(tournament.game, language)
    kept = RuleTexts.objects.filter(sha256=tournament.edition_hash).first()
    return (
        chapters_from(kept.texts, tournament.game, language) if kept else chapters(tournament.game, language)
    )


def has_its_texts(tournament: Tournament) -> bool:
    """Whether the texts of the pinned edition are here; those of an imported record may not be."""
    return (
        not has_newer_edition(tournament) or RuleTexts.objects.filter(sha256=tournament.edition_hash).exists()
    )


def has_newer_edition(tournament: Tournament) -> bool:
    """Whether the catalogue's texts changed since the tournament was pinned to them."""
    return editions.current(tournament.game).sha256 != tournament.edition_hash
