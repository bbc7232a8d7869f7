"""What a match's page may have beyond its people: known of a match that was read with its parts.

Most matches have none of them, so that one statement that tells so saves one for each.
"""

from typing import Any, Literal

from django.db.models import Exists, OuterRef, Q, QuerySet

from matches.models import Claim, Dispute, DrawnGame, Match, Report
from tournaments.models import Correction, JudgeConflict, Ruling

Part = Literal["rulings", "drawn_games", "disputes", "corrections", "reports", "claims", "conflicts"]
COLUMN = "has_{}"


def with_parts(matches: QuerySet[Match], player: int) -> QuerySet[Match]:
    """Add whether each part is there; `conflicts` are those of the person of this key with a person here.

    Rulings for all tables count; of corrections all of the tournament, since they may reach this match.
    """
    here, its_ledger = {"match": OuterRef("pk")}, OuterRef("ledger")
    about = Q(match=None) | Q(**here)
    parts: dict[Part, QuerySet[Any]] = {
        "rulings": Ruling.objects.filter(about, tournament__ledger=its_ledger),
        "drawn_games": DrawnGame.objects.filter(**here),
        "disputes": Dispute.objects.filter(**here, resolved_at=None),
        "corrections": Correction.objects.filter(tournament__ledger=its_ledger),
        "reports": Report.objects.filter(side__match=OuterRef("pk"), is_current=True),
        "claims": Claim.objects.filter(**here),
        "conflicts": JudgeConflict.objects.filter(judge__player=player, person__seats__match=OuterRef("pk")),
    }
    return matches.annotate(**{COLUMN.format(name): Exists(found) for name, found in parts.items()})


def may_have(match: Match, part: Part) -> bool:
    """Return whether the match may have that part: True if it was read without its parts."""
    return bool(vars(match).get(COLUMN.format(part), True))
