"""Queries of the catalogue: accepted types, one's own, and those that wait for editors."""

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
    """Return the type, as the rules know it, that a proposal defines."""
    return composer(proposal.game).kind_from(proposal.key, proposal.definition)


def accepted_proposals(game: str = "") -> QuerySet[Proposal]:
    """Return the accepted proposals, of one game or of all: types that everyone may choose, ranked too."""
    found = Proposal.objects.filter(state=TypeState.ACCEPTED).select_related("author")
    return found.filter(game=game) if game else found


def accepted_kinds(game: str) -> tuple[Kind, ...]:
    """Return the accepted types of a game as the rules know them."""
    return tuple(kind_of(proposal) for proposal in accepted_proposals(game))


def own_proposals(player: Player) -> QuerySet[Proposal]:
    """Return the proposals of an account, the newest change first."""
    return Proposal.objects.filter(author=player).select_related("author").order_by("-changed_at")


def usable_proposals(player: Player | None, game: str = "") -> QuerySet[Proposal]:
    """Return the proposals that this player may choose for a tournament, of one game or of all.

    Accepted ones, and the player's own open ones, which are for unranked tournaments only.
    """
    mine = Q(author=player, state__in=OPEN) if player else Q(pk__in=[])
    found = Proposal.objects.filter(Q(state=TypeState.ACCEPTED) | mine).select_related("author")
    return found.filter(game=game) if game else found


def find_usable(player: Player | None, game: str, key: str, version: int | None = None) -> Proposal | None:
    """Return the version of a type that this person may choose; None if they may choose none.

    Without a version it is the accepted one, else an open one of their own.
    """
    found = usable_proposals(player, game).filter(key=key)
    if version is not None:
        return found.filter(version=version).first()
    return found.filter(state=TypeState.ACCEPTED).first() or found.first()


def waiting_proposals() -> QuerySet[Proposal]:
    """Return the proposals that wait for editors, the longest wait first."""
    return Proposal.objects.filter(state=TypeState.PROPOSED).select_related("author").order_by("changed_at")


def find(game: str, key: str, version: int, player: Player | None) -> Proposal:
    """Return one version of a type.

    Raise `Forbidden` `not_found` if there is none, or the person may not see it.
    """
    found = Proposal.objects.filter(game=game, key=key, version=version).select_related("author").first()
    if found is None or not may_see(found, player):
        raise Forbidden("not_found")
    return found


def history(proposal: Proposal) -> QuerySet[Step]:
    """Return the steps of a proposal from the first on: who did what, when and why."""
    return proposal.steps.select_related("by", "revision")


class SpokenText(NamedTuple):
    """The rules of a type, as Markdown, and the language that they are in."""

    text: str
    language: str


def text_in_language(language: str, source: Proposal | Revision) -> SpokenText:
    """Return the rules of a type in this language, else in Portuguese, which all types have."""
    if language == "en" and source.text_en:
        return SpokenText(source.text_en, "en")
    return SpokenText(source.text_pt, "pt-br")


def type_text(kind: Kind, language: str) -> SpokenText:
    """Return the rules of a composed type as they were when a tournament pinned it.

    In the language as `text_in_language` chooses. Empty if this site never had them (an imported record),
    and for types of the rulebooks.
    """
    found = Revision.objects.filter(sha256=kind.sha256).last() if kind.is_composed else None
    return text_in_language(language, found) if found else SpokenText("", language)


def texts_of_type(sha256: str) -> list[str] | None:
    """Return the texts of a pinned definition (its hash), Portuguese and English, as they were hashed.

    None if this site never had them.
    """
    found = Revision.objects.filter(sha256=sha256).last()
    return [clean_text(found.text_pt), clean_text(found.text_en)] if found else None


@dataclass(frozen=True, slots=True)
class CatalogueStatus:
    """Whether a pinned type was ever accepted, and is the version in force; both for one of the rulebooks."""

    is_accepted: bool = True
    is_current: bool = True


def catalogue_status(game: str, kind: Kind) -> CatalogueStatus:
    """Return whether a type was accepted, and whether the version in force is this one."""
    if not kind.is_composed:
        return CatalogueStatus()
    found = Proposal.objects.filter(
        game=game, key=kind.key, state__in=(TypeState.ACCEPTED, TypeState.SUPERSEDED)
    )
    by_state = {proposal.state: proposal.definition["sha256"] for proposal in found}
    hashes = {proposal.definition["sha256"] for proposal in found}
    return CatalogueStatus(kind.sha256 in hashes, by_state.get(TypeState.ACCEPTED) == kind.sha256)
