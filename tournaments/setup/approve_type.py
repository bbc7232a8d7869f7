"""Accept a composed type into the catalogue, if all existing titles still parse as before."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from django.db import transaction

from accounts.models import Player
from catalogue.models import Proposal, TypeState
from catalogue.selectors import accepted_kinds, kind_of
from catalogue.services import reviewing
from core.errors import Violation, refuse_all
from rulesets.kernel.rules import Kind
from rulesets.kernel.title_text import starts_with_words
from rulesets.kernel.titles import check_name
from rulesets.registry import game_with, kind_of_definition
from tournaments.models import Tournament
from tournaments.rules_of import facts_of, title_parts

MOST_NAMED = 10


def decide_type(
    proposal: Proposal, *, decision: str, reason: str, by: Player, now: datetime, seen: int | None = None
) -> Proposal:
    """Decide on a proposal. Raises `Refused` if an acceptance would change how an existing title parses."""
    with transaction.atomic():
        decided = reviewing.decide(proposal, decision=decision, reason=reason, by=by, now=now, seen=seen)
        if decided.state == TypeState.ACCEPTED:
            refuse_all(check_titles(decided.game, kind_of(decided)))
    return decided


def check_titles(game: str, kind: Kind) -> Iterator[Violation]:
    """Yield a violation with the titles of other types that would parse as this one."""
    found = list(_clashing(game, kind))
    if found:
        facts = {"titles": tuple(found[:MOST_NAMED]), "count": len(found)}
        yield Violation("title_clashes", facts, "title_word", "house:title_grammar")


def _clashing(game: str, kind: Kind) -> Iterator[str]:
    catalogue = [*accepted_kinds(game), kind]
    for tournament in Tournament.objects.filter(game=game).exclude(kind=kind.key).order_by("pk").iterator():
        words = f"{tournament.kind_word} {tournament.name}".split(" ")
        if starts_with_words(words, kind.title_word) and _reads_differently(tournament, catalogue):
            yield tournament.title


def _reads_differently(tournament: Tournament, catalogue: Sequence[Kind]) -> bool:
    own = kind_of_definition(tournament.game, tournament.kind, tournament.definition)
    words = game_with(tournament.game, [*catalogue, *([own] if own else [])])
    return any(check_name(title_parts(facts_of(tournament)), words))
