"""Public notices of corrections, newest first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from core.errors import Forbidden
from matches.models import Sheet as SheetRow
from tournaments.entry_names import names_of
from tournaments.match_views.match import MatchView
from tournaments.match_views.selectors import views_by_code
from tournaments.models import Correction, Tournament
from tournaments.sheets.versions import roles_at

Results = Mapping[tuple[int, int], "Result"]
"""The result of each version of a sheet, by the primary key of the match and the version's number."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a version of a sheet; `winner` are the names, () if there is none."""

    ended_by: str
    winner: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RemedyEffect:
    """The remedy of one later match."""

    match: MatchView
    remedy: str


@dataclass(frozen=True, slots=True)
class Notice:
    """One correction, as its public notice. `name` of who did it is for the staff; the public reads `role`.

    `seq` is its number in the record. `undoes` and `undone_by` are numbers of other notices.
    """

    seq: int
    at: datetime
    match: MatchView
    version: int
    before: Result | None
    after: Result | None
    reason: str
    role: str
    name: str
    effects: tuple[RemedyEffect, ...]
    undoes: int | None
    undone_by: int | None
    undone_at: datetime | None


def notices(tournament: Tournament) -> tuple[Notice, ...]:
    """Return every correction, newest first, with a fixed number of queries."""
    return _notices_of(tournament, _rows(tournament))


def latest_notices(tournament: Tournament, count: int) -> tuple[Notice, ...]:
    """Return at most `count` corrections, newest first."""
    return _notices_of(tournament, _rows(tournament)[:count])


def notices_about(tournament: Tournament, code: str) -> tuple[Notice, ...]:
    """Return the corrections of a match (code), and those that changed it as a later match; newest first."""
    rows = [row for row in _rows(tournament) if code in _codes_of_matches(row)]
    return _notices_of(tournament, rows)


def notice(tournament: Tournament, seq: int) -> Notice:
    """Return the notice with this record number. Raises `Forbidden` `not_found`."""
    return _notices_of(tournament, [find_correction(tournament, seq)])[0]


def find_correction(tournament: Tournament, seq: int) -> Correction:
    """Return the correction with this record number. Raises `Forbidden` `not_found`."""
    row = _rows(tournament).filter(seq=seq).first()
    if row is None:
        raise Forbidden("not_found")
    return row


def _rows(tournament: Tournament) -> QuerySet[Correction]:
    """Select the tournament's corrections, newest first; `before` is read only when used."""
    rows = Correction.objects.filter(tournament=tournament).defer("before")
    return rows.select_related("tournament", "match", "by__player", "undoes", "undone_by").order_by("-seq")


def _codes_of_matches(row: Correction) -> list[str]:
    """Return the codes of the corrected match and of those that it changed."""
    return [row.match.code, *(effect["match"] for effect in row.effects)]


def _notices_of(
    tournament: Tournament, rows: Sequence[Correction] | QuerySet[Correction]
) -> tuple[Notice, ...]:
    """Return these corrections as notices; a fixed number of queries."""
    found = list(rows)
    if not found:
        return ()
    codes = {code for row in found for code in _codes_of_matches(row)}
    shown = views_by_code(tournament, codes)
    results = _results(tournament, found)
    roles = roles_at(tournament, [row.seq for row in found])
    return tuple(_notice(row, shown, results, roles) for row in found)


def _results(tournament: Tournament, rows: Sequence[Correction]) -> dict[tuple[int, int], Result]:
    """Return the result of every version of the corrected matches' sheets."""
    names = names_of(tournament)
    sheets = SheetRow.objects.filter(match__in=[row.match_id for row in rows])
    found = sheets.values_list("match", "version", "ended_by", "winner__code")
    return {(m, version): Result(how, names.get(code or "", ())) for m, version, how, code in found}


def _notice(
    row: Correction, shown: Mapping[str, MatchView], results: Results, roles: Mapping[int, str]
) -> Notice:
    """Return the notice of a row; an undo does not list its own match among the effects.

    `shown` are views by code, `roles` by record number.
    """
    undone = getattr(row, "undone_by", None)
    own = {row.match.code} if row.undoes_id else set()
    return Notice(
        seq=row.seq,
        at=row.at,
        match=shown[row.match.code],
        version=row.version,
        before=results.get((row.match_id, row.version - 1)),
        after=results.get((row.match_id, row.version)),
        reason=row.reason,
        role=roles.get(row.seq, ""),
        name=row.by.player.name,
        effects=tuple(
            RemedyEffect(shown[effect["match"]], effect["remedy"])
            for effect in row.effects
            if effect["match"] not in own
        ),
        undoes=row.undoes.seq if row.undoes else None,
        undone_by=undone.seq if undone else None,
        undone_at=undone.at if undone else None,
    )
