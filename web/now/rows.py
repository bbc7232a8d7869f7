"""The tables and waiting matches of “Now” as HTML, cached for each content and language."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from secrets import token_hex
from typing import NamedTuple

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from accounts.models import Persona
from matches.models import MatchState
from tournaments.match_views.match import MatchView
from tournaments.models import Tournament
from tournaments.pauses import Pause
from tournaments.play.blocked_matches import Blocker
from tournaments.setup.off_shift_judges import OffShiftJudge
from web.tournament_request import TournamentRequest

MAX_CACHED_ROWS = 16_384
TOKEN = token_hex(16)
"""Placeholder in cached rows for the reader's CSRF token."""


class DayPlace(NamedTuple):
    """Facts of the tournament that all rows share; the breaks only if a clock runs."""

    slug: str
    zone: str
    game: str
    pauses: tuple[Pause, ...]


class TableJudge(NamedTuple):
    """The judge who looks after a table. `is_reader`: the reader is that judge."""

    name: str
    is_reader: bool


class AwayJudge(NamedTuple):
    """A judge who is off shift: `at` is when the shift ended (`is_over`), else when it begins.

    `stand_in` is the code of a judge who could take over, "" if there is none.
    """

    name: str
    is_over: bool
    at: datetime
    stand_in: str
    stand_in_name: str


class NowTableRow(NamedTuple):
    """The marks of a match at a table; `is_late`: called, but not begun within the grace time.

    `is_for_others`: the reader must not judge it, as they play in it or have a conflict. `away`: its judge is
    off shift.
    """

    tone: str
    is_contested: bool
    is_late: bool
    lacks_sheet: bool
    may_start: bool
    is_for_others: bool
    may_coordinate: bool
    judge: TableJudge | None
    away: AwayJudge | None


class DayMarks(NamedTuple):
    """What is marked on the rows: matches, by code, that are disputed, late, without sheet or ready to start,
    or that the reader must not judge; by table label the judge, and the judge who is off shift (`gone`).
    """

    contested: frozenset[str]
    late: frozenset[str]
    without_sheet: frozenset[str]
    startable: frozenset[str]
    for_others: frozenset[str]
    judges: Mapping[str, Persona]
    gone: Mapping[str, OffShiftJudge]


def table_rows(
    req: TournamentRequest, marks: DayMarks, matches: Iterable[MatchView], tone: str
) -> SafeString:
    """Return the rows of these matches as HTML, with this reader's forms; `tone` is their CSS class."""
    language, tournament = get_language(), req.tournament
    rows = (
        _render_table_row(match, _row_data(req, marks, match, tone), _day_place(tournament, match), language)
        for match in matches
    )
    return _with_token("".join(rows), req.http)


def waiting_rows(
    tournament: Tournament, matches: Iterable[MatchView], blockers: Sequence[Blocker] = ()
) -> SafeString:
    """Return the rows of these matches as HTML, each with its own of the `blockers`.

    A blocker is a player of the match who still sits at a table of this or another tournament.
    """
    language, place = get_language(), _day_place(tournament)
    rows = (
        _render_waiting_row(match, tuple(one for one in blockers if one.match == match.code), place, language)
        for match in matches
    )
    return mark_safe("".join(rows))  # noqa: S308 - rendered templates


def _day_place(tournament: Tournament, match: MatchView | None = None) -> DayPlace:
    """Return the facts that the rows share; with the breaks only for a match that is played."""
    runs = match is not None and match.state == MatchState.PLAYING
    return DayPlace(tournament.slug, tournament.zone, tournament.game, tournament.pauses if runs else ())


def _row_data(req: TournamentRequest, marks: DayMarks, match: MatchView, tone: str) -> NowTableRow:
    """Return the data of one table's row on the page "Now"."""
    label, code = match.table_label or "", match.code
    judge, gone = marks.judges.get(label), marks.gone.get(label)
    return NowTableRow(
        tone=tone,
        is_contested=code in marks.contested,
        is_late=code in marks.late,
        lacks_sheet=code in marks.without_sheet,
        may_start=code in marks.startable,
        is_for_others=code in marks.for_others,
        may_coordinate=req.may("coordinate"),
        judge=TableJudge(judge.player.name, judge.player_id == req.actor.pk) if judge else None,
        away=_away_judge(gone) if gone else None,
    )


def _away_judge(gone: OffShiftJudge) -> AwayJudge:
    """Describe the judge who is off shift and the one who could take over."""
    at = gone.shift.ends if gone.is_over else gone.shift.begins
    stand_in = (gone.stand_in.code, gone.stand_in.player.name) if gone.stand_in else ("", "")
    return AwayJudge(gone.name, gone.is_over, at, *stand_in)


@lru_cache(maxsize=MAX_CACHED_ROWS)
def _render_table_row(match: MatchView, row: NowTableRow, place: DayPlace, _language: str | None) -> str:
    """Render a table's row; cached by its arguments."""
    shown = {"match": match, "row": row, "tournament": place, "csrf_token": TOKEN}
    return get_template("now/_match.html").render(shown)


@lru_cache(maxsize=MAX_CACHED_ROWS)
def _render_waiting_row(
    match: MatchView, blockers: tuple[Blocker, ...], place: DayPlace, _language: str | None
) -> str:
    """Render the row of a waiting match; cached by its arguments."""
    shown = {"match": match, "all_kept": blockers, "tournament": place}
    return get_template("now/_waiting.html").render(shown)


def _with_token(html: str, request: HttpRequest) -> SafeString:
    """Put the reader's CSRF token into the cached rows."""
    found = html.replace(TOKEN, get_token(request)) if TOKEN in html else html
    return mark_safe(found)  # noqa: S308 - rendered templates
