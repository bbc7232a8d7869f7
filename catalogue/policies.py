"""Who may see a proposal, change it, and decide on it."""

from accounts.models import Player
from catalogue.models import REVIEW, Proposal
from core.errors import Forbidden


def is_editor(player: Player | None) -> bool:
    """Whether this person decides on what others propose."""
    return player is not None and player.user is not None and player.user.has_perm(REVIEW)


def may_see(proposal: Proposal, player: Player | None) -> bool:
    """Accepted types are public; all others are their author's and the editors'."""
    return proposal.is_public or (player is not None and proposal.author_id == player.pk) or is_editor(player)


def require_author(proposal: Proposal, player: Player | None) -> None:
    """Raise `Forbidden` for anybody but the author."""
    if player is None or proposal.author_id != player.pk:
        raise Forbidden("forbidden" if may_see(proposal, player) else "not_found")


def require_editor(player: Player | None) -> None:
    """Raise `Forbidden` for anybody but an editor."""
    if not is_editor(player):
        raise Forbidden("not_an_editor")


def require_judgement(proposal: Proposal, player: Player | None) -> None:
    """Raise `Forbidden` for anybody but an editor who did not propose it."""
    require_editor(player)
    if player is not None and proposal.author_id == player.pk:
        raise Forbidden("own_type")
