"""The cards of the tables' page, computed before the template renders them."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scheduling.shared_tables import TableInUse, tables_in_use
from tournaments.match_views.match import MatchView, SideView
from tournaments.match_views.selectors import matches_at_tables
from tournaments.models import Tournament
from tournaments.state_names import MATCH_STATES
from tournaments.tables.shared_hall import TableView
from web import labels
from web.templatetags.chama import match_name, people
from web.tournament_request import TournamentRequest

Word = str | Promise


@dataclass(frozen=True, slots=True)
class Button:
    """A button of a card: the posted `act` and its label."""

    act: str
    word: str


@dataclass(frozen=True, slots=True)
class TableRow:
    """One table's card. `badge` is the class that colours `state`; `line` names its match."""

    label: str
    is_open: bool
    is_accessible: bool
    is_free: bool
    state: Word
    badge: str
    line: SafeString
    used: TableInUse | None
    switch: Button
    mark: Button


def table_rows(req: TournamentRequest, tables: tuple[TableView, ...], *, shares_hall: bool) -> list[TableRow]:
    """Return the cards of these tables: three queries, and those of `tables_in_use` in a shared hall."""
    tournament = req.tournament
    matches = {match.code: match for match in matches_at_tables(tournament)}
    used = _uses_by_label(req) if shares_hall else {}
    return [
        _card_of(tournament, table, matches.get(table.match or ""), used.get(table.label)) for table in tables
    ]


def _uses_by_label(req: TournamentRequest) -> Mapping[str, TableInUse]:
    """Return the tables that other tournaments use, by label."""
    found = tables_in_use(req.tournament, req.player, timezone.now(), closed_too=True)
    return {one.label: one for one in found}


def _card_of(
    tournament: Tournament, table: TableView, match: MatchView | None, used: TableInUse | None
) -> TableRow:
    """Return the card of a table: its state, its match, and the buttons that change it."""
    state, badge = _state_and_badge(table, match, used)
    return TableRow(
        label=table.label,
        is_open=table.is_open,
        is_accessible=table.is_accessible,
        is_free=table.is_open and table.match is None and used is None,
        state=state,
        badge=badge,
        line=match_line(tournament, match) if match else SafeString(),
        used=used,
        switch=Button("close", _("Close")) if table.is_open else Button("open", _("Open")),
        mark=Button("plain", _("Not accessible"))
        if table.is_accessible
        else Button("accessible", _("Mark as accessible")),
    )


def _state_and_badge(table: TableView, match: MatchView | None, used: TableInUse | None) -> tuple[Word, str]:
    """Return the word for a table's state, and the class of its badge."""
    if match:
        return MATCH_STATES[match.state], labels.BADGES[match.state]
    if used:
        return _("In use"), "badge-warn"
    return (_("Free"), "badge-ready") if table.is_open else (_("Closed"), "")


def match_line(tournament: Tournament, match: MatchView) -> SafeString:
    """Return HTML: the name of a match as a link, and its sides."""
    return format_html(
        '<a class="strong nowrap" href="{}" id="line-{}">{}</a> – {}',
        reverse("match", args=[tournament.slug, match.code]),
        match.code,
        match_name(match),
        format_html_join(" · ", "{}", ((_side_html(side),) for side in match.sides)),
    )


def _side_html(side: SideView) -> SafeString:
    """Return the side's names as HTML; of an open side where its player comes from, or “empty seat”."""
    if side.entry_code:
        return people(side.names)
    return format_html('<span class="muted">{}</span>', side.feed or _("empty seat"))
