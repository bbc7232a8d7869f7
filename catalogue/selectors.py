"""Reading the catalogue: what everybody may choose, what is one's own, what waits for the editors."""

from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Q, QuerySet

from accounts.models import Player
from catalogue.facts import clean_text
from catalogue.models import OPEN, Proposal, Revision, Step, TypeState
from catalogue.policies import may_see
from core.errors import Forbidden
from rulesets.kernel.rules import Kind
from rulesets.registry import composer


def kind_of(proposal: Proposal) -> Kind:
    """The type that a proposal defines."""
    return composer(proposal.game).kind_from(proposal.key, proposal.definition)


def accepted(game: str = "") -> QuerySet[Proposal]:
    """What everybody may choose, ranked too."""
    found = Proposal.objects.filter(state=TypeState.ACCEPTED).select_related("author")
    return found.filter(game=game) if game else found


def accepted_kinds(game: str) -> tuple[Kind, ...]:
    """The accepted types of a game."""
    return tuple(kind_of(proposal) for proposal in accepted(game))


def own_proposals(player: Player) -> QuerySet[Proposal]:
    """Return the proposals of an account, the newest change first."""
    return Proposal.objects.filter(author=player).select_related("author").order_by("-changed_at")


def usable(player: Player | None, game: str = "") -> QuerySet[Proposal]:
    """Accepted types, and one's own open ones (those for unranked tournaments only)."""
    mine = Q(author=player, state__in=OPEN) if player else Q(pk__in=[])
    found = Proposal.objects.filter(Q(state=TypeState.ACCEPTED) | mine).select_related("author")
    return found.filter(game=game) if game else found


def find_usable(player: Player | None, game: str, key: str, version: int | None = None) -> Proposal | None:
    """The version asked for, if this person may use it; without one the accepted, else their own."""
    found = usable(player, game).filter(key=key)
    if version is not None:
        return found.filter(version=version).first()
    return found.filter(state=TypeState.ACCEPTED).first() or found.first()


def waiting() -> QuerySet[Proposal]:
    """What waits for the editors, the longest first."""
    return Proposal.objects.filter(state=TypeState.PROPOSED).select_related("author").order_by("changed_at")


def find(game: str, key: str, version: int, player: Player | None) -> Proposal:
    """Return one version. Raise `Forbidden` with `not_found` if the account may not see it."""
    found = Proposal.objects.filter(game=game, key=key, version=version).select_related("author").first()
    if found is None or not may_see(found, player):
        raise Forbidden("not_found")
    return found


def history(proposal: Proposal) -> QuerySet[Step]:
    """Who did what and why, from the beginning."""
    return proposal.steps.select_related("by", "revision")


class SpokenText(NamedTuple):
    """A text that people typed, and the language that it is in."""

    text: str
    language: str


def told_in(language: str, held: Proposal | Revision) -> SpokenText:
    """The rules of a type in a language of the site, Portuguese where there is no text in that one."""
    if language == "en" and held.text_en:
        return SpokenText(held.text_en, "en")
    return SpokenText(held.text_pt, "pt-br")


def type_text(kind: Kind, language: str) -> SpokenText:
    """The rules of a composed type as `told_in` finds them.

    They are those that were pinned with the definition; empty where this house never saw them (an
    imported record) and for the types of the rulebooks.
    """
    found = Revision.objects.filter(sha256=kind.sha256).last() if kind.is_composed else None
    return told_in(language, found) if found else SpokenText("", language)


def texts_of_type(sha256: str) -> list[str] | None:
    """Both texts of a pinned definition, Portuguese first, as it was hashed; None if never seen here."""
    found = Revision.objects.filter(sha256=sha256).last()
    return [clean_text(found.text_pt), clean_text(found.text_en)] if found else None


@dataclass(frozen=True, slots=True)
class CatalogueStatus:
    """How a pinned definition stands to the catalogue; both true for a type of the book."""

    is_accepted: bool = True
    is_current: bool = True


def standing(game: str, kind: Kind) -> CatalogueStatus:
    """Whether a type may be ranked: accepted, and in the version and words that are in force."""
    if not kind.is_composed:
        return CatalogueStatus()
    found = Proposal.objects.filter(
        game=game, key=kind.key, state__in=(TypeState.ACCEPTED, TypeState.SUPERSEDED)
    )
    by_state = {proposal.state: proposal.definition["sha256"] for proposal in found}
    hashes = {proposal.definition["sha256"] for proposal in found}
    return CatalogueStatus(kind.sha256 in hashes, by_state.get(TypeState.ACCEPTED) == kind.sha256)
