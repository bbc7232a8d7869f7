"""Types that people of the tests invent: Ana writes them down, Eva edits the catalogue."""

from typing import Any

from accounts.models import Player, User
from catalogue import services
from catalogue.facts import TypeFacts
from catalogue.models import Proposal
from catalogue.services import draft_type, propose_type
from tests.cast import START, ana, player
from tournaments.setup.type_choice import decide_type

TEXT = "Quem tiver cinco reinos intactos vence.\n\nO resto é como no Campeonato."


def invention(**changes: Any) -> TypeFacts:
    """A sound type: Fortaleza, five intact realms, alone, at tables of two to four."""
    plain: dict[str, Any] = {"title_word": "Fortaleza", "needs": {"intact": 5}, "text_pt": TEXT}
    if changes.get("team_size") == 2:
        plain |= {"table_low": 2, "table_high": 2}
    return TypeFacts(**{**plain, **changes})


def eva() -> Player:
    """Edits the catalogue."""
    found = player("eva", "Eva Edita")
    user = User.objects.get(player=found)
    services.appoint(user)
    found.user = user
    return found


def drafted(by: Player | None = None, **changes: Any) -> Proposal:
    """Written down."""
    return draft_type(invention(**changes), by=by or ana(), now=START)


def proposed(by: Player | None = None, **changes: Any) -> Proposal:
    """Waits for the editors."""
    author = by or ana()
    return propose_type(drafted(author, **changes), by=author, now=START)


def accepted(by: Player | None = None, **changes: Any) -> Proposal:
    """In the catalogue."""
    return decide(proposed(by, **changes), "accept")


def decide(proposal: Proposal, decision: str, *, seen: int | None = None) -> Proposal:
    """Eva decides."""
    return decide_type(proposal, decision=decision, reason="porque sim", by=eva(), now=START, seen=seen)
