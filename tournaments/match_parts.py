"""Optional parts of a match's page, as flags on the match.

Most matches have none of these parts, so one statement that checks all saves a query for each. The flags are
valid for a match read with them; those about a reader, for that reader only.
"""

from typing import Any, Literal, cast

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from matches.models import Dispute, DrawnGame, Match, Report, Seat, TableLink, TableTally
from tournaments.models import Correction, JudgeConflict, Ruling

Part = Literal["rulings", "drawn_games", "disputes", "corrections", "reports", "card", "conflicts"]
COLUMN = "has_{}"


def with_parts(matches: QuerySet[Match], player: int) -> QuerySet[Match]:
    """Annotate matches with a flag for each part.

    `conflicts` are those of this player (key) with a person here. Of disputes only open ones count, of
    reports only current ones. Rulings for all tables count, and all corrections of the tournament, since they
    may affect this match.
    """
    here, its_ledger = {"match": OuterRef("pk")}, OuterRef("ledger")
    about = Q(match=None) | Q(**here)
    parts: dict[Part, QuerySet[Any]] = {
        "rulings": Ruling.objects.filter(about, tournament__ledger=its_ledger),
        "drawn_games": DrawnGame.objects.filter(**here),
        "disputes": Dispute.objects.filter(**here, resolved_at=None),
        "corrections": Correction.objects.filter(tournament__ledger=its_ledger),
        "reports": Report.objects.filter(side__match=OuterRef("pk"), is_current=True),
        "card": TableLink.objects.filter(table=OuterRef("table"), revoked_at=None),
        "conflicts": JudgeConflict.objects.filter(judge__player=player, person__seats__match=OuterRef("pk")),
    }
    return matches.annotate(**{COLUMN.format(name): Exists(found) for name, found in parts.items()})


def may_have_part(match: Match, part: Part) -> bool:
    """Return whether the match may have that part; True if it was read without flags."""
    return bool(vars(match).get(COLUMN.format(part), True))


SIDE, COUNTED, READER = "side_of_reader", "is_counted", "read_for"


def annotate_reader(matches: QuerySet[Match], player: int) -> QuerySet[Match]:
    """Annotate matches with the reader's side (by player key) and whether people count at the table.

    Call `mark_reader` on each match that was read so.
    """
    seats = Seat.objects.filter(match=OuterRef("pk"), persona__player=player, side__entry__isnull=False)
    tallies = TableTally.objects.filter(match=OuterRef("pk"))
    return matches.annotate(
        **{SIDE: Subquery(seats.order_by().values("side__number")[:1]), COUNTED: Exists(tallies)}
    )


def mark_reader(match: Match, player: int) -> Match:
    """Store on the match for which reader (player key) `annotate_reader` read it, and return it."""
    match.__dict__[READER] = player
    return match


def side_of(match: Match, player: int) -> int | None:
    """Return the number of the side that this player (key) plays for, or None.

    Both partners of a pair have it. One query, unless the match was read for this reader.
    """
    if match.__dict__.get(READER) == player:
        return cast("int | None", match.__dict__[SIDE])
    seats = Seat.objects.filter(match=match, persona__player=player, side__entry__isnull=False)
    return seats.values_list("side__number", flat=True).first()


def is_counted(match: Match) -> bool:
    """Return whether people count at its table. One query, unless `annotate_reader` read the match."""
    known = match.__dict__.get(COUNTED)
    return TableTally.objects.filter(match=match).exists() if known is None else bool(known)
