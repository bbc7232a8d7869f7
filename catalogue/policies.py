"""Rights: who may see a proposal, change it, and decide on it."""

from accounts.models import Player
from catalogue.models import REVIEW, Proposal
from core.errors import Forbidden


def is_editor(player: Player | None) -> bool:
    """Return whether this person is an editor of the catalogue, who decides on proposals."""
    return player is not None and player.user is not None and player.user.has_perm(REVIEW)


def may_see(proposal: Proposal, player: Player | None) -> bool:
    """Return whether the person may see it: author and editors any, others accepted and superseded ones."""
    return proposal.is_public or (player is not None and proposal.author_id == player.pk) or is_editor(player)


def require_author(proposal: Proposal, player: Player | None) -> None:
    """Raise `Forbidden` unless the person is the author: `forbidden`; `not_found` if they may not see it."""
    if player is None or proposal.author_id != player.pk:
        raise Forbidden("forbidden" if may_see(proposal, player) else "not_found")


def require_editor(player: Player | None) -> None:
    """Raise `Forbidden` `not_an_editor` unless the person is an editor."""
    if not is_editor(player):
        raise Forbidden("not_an_editor")


def require_judgement(proposal: Proposal, player: Player | None) -> None:
    """Raise `Forbidden` unless the person is an editor (`not_an_editor`) and not the author (`own_type`)."""
    require_editor(player)
    if player is not None and proposal.author_id == player.pk:
        raise Forbidden("own_type")
