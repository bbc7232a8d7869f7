"""Reading the catalogue: what everybody may choose, what is one's own, what waits for the editors."""

from dataclasses import dataclass

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


def own(player: Player) -> QuerySet[Proposal]:
    """What somebody proposed, the newest change first."""
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
    """One version, for somebody who may see it; `Forbidden` with `not_found` elsewhere."""
    found = Proposal.objects.filter(game=game, key=key, version=version).select_related("author").first()
    if found is None or not may_see(found, player):
        raise Forbidden("not_found")
    return found


def history(proposal: Proposal) -> QuerySet[Step]:
    """Who did what and why, from the beginning."""
    return proposal.steps.select_related("by", "revision")


def type_text(kind: Kind, language: str) -> str:
    """The rules of a composed type in a language (`pt-br`, `en`), Portuguese where there is no other.

    They are those that were pinned with the definition; empty where this house never saw them (an
    imported record) and for the types of the rulebooks.
    """
    found = Revision.objects.filter(sha256=kind.sha256).last() if kind.is_composed else None
    if found is None:
        return ""
    return found.text_en if language.startswith("en") and found.text_en else found.text_pt


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
