"""Namesakes in one tournament: the club or number shown beside a name that two live entries share (F118).

It is read together with the name, so it needs no query and follows every change of a name.
"""

from typing import Any, TypeVar

from django.db.models import Case, Exists, Model, OuterRef, QuerySet, When
from django.utils.translation import gettext

from matches.models import Entry, Member, Seat

Row = TypeVar("Row", bound=Model)
BESIDE = ("entry__club__name", "entry__number", "has_namesake", "is_of_one_club")
"""The columns of members that decide what is shown beside a name; computed ones last, as `CompiledRows`
needs.
"""

IN_RECORD = Case(When(persona__ledger=OuterRef("persona__ledger"), then=True), default=False)
"""The condition on the record as an expression that matches no index, and of which databases expect many
rows. Otherwise SQLite, and PostgreSQL while its tables are small, scan all people of the record for each row
instead of looking up the name.
"""


def with_namesakes(rows: "QuerySet[Row, Any]", entry: str = "entry") -> "QuerySet[Row, Any]":
    """Annotate members with `has_namesake`: another live entry has a person of that name.

    `is_of_one_club`: such an entry is even of the same club. For seats `entry` is `side__entry`.
    """
    others = (
        Member.objects.alias(is_of_record=IN_RECORD)
        .filter(
            live=True,
            persona__player__folded=OuterRef("persona__player__folded"),
            is_of_record=True,
        )
        .exclude(entry=OuterRef(entry))
    )
    of_club = others.filter(entry__club=OuterRef(f"{entry}__club"))
    found: Any = rows.annotate(has_namesake=Exists(others), is_of_one_club=Exists(of_club))
    return found  # type: ignore[no-any-return]  # the stubs forget the model


def namesake_hint(club: str | None, number: int, has_namesake: bool, is_of_one_club: bool) -> str:
    """Return what tells a namesake apart: the club, else the entry's number; "" without a namesake."""
    if not has_namesake:
        return ""
    return club if club and not is_of_one_club else gettext("no. %(number)s") % {"number": number}


def shown_name(name: str, *columns: Any) -> str:
    """Return a name as shown in its tournament, by the columns of `BESIDE`."""
    found = namesake_hint(*columns)
    return f"{name} ({found})" if found else name


def shown_name_of(row: Member | Seat, entry: Entry | None) -> str:
    """Return the shown name of a member or seat read by `with_namesakes`; "" for a seat without a person."""
    if row.persona is None:
        return ""
    name, read = row.persona.player.name, vars(row)
    if entry is None or not read["has_namesake"]:
        return name
    club = entry.club.name if entry.club else None
    return shown_name(name, club, entry.number, True, read["is_of_one_club"])


def has_namesakes(entry: Entry) -> bool:
    """Return whether another live entry has a person with the name of a past or present member."""
    keys = entry.members.values("persona__player__folded")
    others = Member.objects.filter(live=True, entry__ledger=entry.ledger_id, persona__player__folded__in=keys)
    return others.exclude(entry=entry).exists()
