"""Pin a tournament to the rules in force, and store their texts for later."""

from rulesets import editions
from tournaments.models import RuleTexts, Tournament


def pin_current(tournament: Tournament) -> None:
    """Pin the current edition of the game; the caller saves the tournament."""
    edition = editions.current(tournament.game)
    tournament.edition, tournament.edition_hash = edition.id, edition.sha256
    if not RuleTexts.objects.filter(sha256=edition.sha256).exists():
        texts = editions.texts_of(tournament.game)
        RuleTexts.objects.get_or_create(
            sha256=edition.sha256, defaults={"edition": edition.id, "texts": texts}
        )
