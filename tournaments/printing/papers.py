"""The papers other than match sheets and bulletins, with the tournament states that offer them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import partial

from django.template.defaultfilters import floatformat
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from matches.models import EntryState
from rulesets.kernel.sheet import EndedBy
from rulesets.names import count_name, ending_name
from rulesets.registry import game_of, kind_under, takes_pineapples
from tournaments.entries.check_in_list import sort_by_name
from tournaments.entries.selectors import EntryView, entry_views
from tournaments.export import Cell, season_table, standings_table, venue_time
from tournaments.fees.payments import fee_rows
from tournaments.match_views.match import MatchView, SideView
from tournaments.match_views.selectors import (
    RoundSize,
    RoundView,
    bracket,
    bracket_sizes,
    round_name,
    second_chance,
    second_chance_sizes,
    second_chance_winner,
)
from tournaments.models import State, Tournament
from tournaments.printing.files import Printed
from tournaments.printing.values import (
    BracketPoster,
    Diploma,
    Diplomas,
    Flyer,
    LabelSheets,
    PaperColumn,
    PaperTable,
    PersonLabel,
    PosterLine,
    PosterMatch,
    SheetSlip,
    SlipSeat,
)
from tournaments.rules_of import rules_of
from tournaments.share.match_words import name_of_round, open_matches, open_rounds, seated_names, where_played
from tournaments.share.news import invitation_lines
from tournaments.standings.selectors import standings_of

Address = Callable[[MatchView], str]


def slips_of(tournament: Tournament, address: Address) -> tuple[SheetSlip, ...]:
    """Return sheets for ready, called and playing matches, round by round, by table; () without any.

    Matches without seats have none. `address` returns the address of a match, or "".
    """
    blank = blank_slip(tournament)
    return tuple(
        _fill_slip(blank, match, name_of_round(tournament, one.number), address(match))
        for one in open_rounds(tournament)
        for match in open_matches(one)
        if match.seats
    )


def _fill_slip(blank: SheetSlip, match: MatchView, round_name: str, address: str) -> SheetSlip:
    """Return the blank sheet with table, round, names and address of a match."""
    return replace(
        blank,
        place=where_played(match),
        round=f"{_('Second chance') if match.second_chance else round_name} · {match.round}.{match.number}",
        seats=tuple(SlipSeat(line.text, line.suit) for line in seated_names(match)),
        address=address,
    )


def blank_slip(tournament: Tournament) -> SheetSlip:
    """Return a sheet without table and names, with a seat for each person at the largest table."""
    rules = rules_of(tournament)
    kind = kind_under(rules)
    counts = (capfirst(count_name(count.key)) for count in kind.fields)
    return SheetSlip(
        title=tournament.title,
        place=_("Table"),
        round="",
        seats=tuple(SlipSeat() for _seat in range(tournament.table_high * kind.team_size)),
        columns=(*counts, _("Left as number")),
        endings=tuple(capfirst(ending_name(ending, rules.game)) for ending in _endings(tournament)),
        lines=(_("Winner"), _("Ended at"), _("Signatures"), _("Judge")),
    )


def _endings(tournament: Tournament) -> Iterator[EndedBy]:
    """Yield the ways in which a game can end; by time only with a time limit."""
    for ending in game_of(tournament.game).sheet_terms.endings:
        if ending is not EndedBy.TIME or tournament.time_limit is not None:
            yield ending


def name_labels(tournament: Tournament) -> LabelSheets:
    """Return a label for each person of a live entry, A–Z, with the club and the entry's number."""
    labels = (
        PersonLabel(name, " · ".join(part for part in (entry.club, f"{_('No.')} {entry.number}") if part))
        for entry in sort_by_name(entry_views(tournament))
        for name in entry.names
    )
    return LabelSheets(tournament.title, tuple(labels))


def diplomas(tournament: Tournament) -> Diplomas:
    """Return a diploma for each person in the first three places, and for who won the second chance.

    Places that may still change have none.
    """
    words = {1: _("1st place"), 2: _("2nd place"), 3: _("3rd place")}
    day = venue_time(tournament, tournament.starts_at or tournament.finished_at)
    facts = " · ".join(part for part in (tournament.venue, date_format(day) if day else "") if part)
    signatures = (_("Organization"), _("Judge"))
    placed = (row for row in standings_of(tournament) if row.place in words and not row.open)
    earned = [(name, words[row.place]) for row in placed for name in row.names]
    holder = second_chance_winner(tournament)
    earned += [(name, _("Winner of the second chance")) for name in (holder.names if holder else ())]
    pages = (
        Diploma(_("Diploma"), name, place, tournament.title, facts, signatures) for name, place in earned
    )
    return Diplomas(tuple(pages))


def flyer(tournament: Tournament, *, is_a3: bool = False) -> Flyer:
    """Return the flyer with date and place, but without the number of free places, because it hangs for days.

    Its `address` is empty; the caller adds it.
    """
    facts = tuple(invitation_lines(tournament))
    return Flyer(tournament.title, _("Come and play"), facts, _("Enter here"), is_a3=is_a3)


def check_in_list(tournament: Tournament) -> PaperTable:
    """Return the live entries, A–Z, each with a box that is ticked if they are checked in.

    There is one for the fee and one for pineapples too, if the tournament asks for them; the latter is ticked
    if all people of the entry brought one.
    """
    entries, asked = sort_by_name(entry_views(tournament)), tuple(_asked_at_door(tournament))
    has_clubs = any(entry.club for entry in entries)
    clubs = (PaperColumn(_("Club or city")),) if has_clubs else ()
    columns = (PaperColumn("", is_box=True), PaperColumn(_("Name"), wide=True), *clubs)
    boxes = tuple(PaperColumn(label, is_box=True) for label, _is_ticked in asked)
    columns = (*columns, *boxes, PaperColumn(_("No."), is_right=True))
    ticks = [is_ticked for _poster_label, is_ticked in asked]
    rows = tuple(_check_in_row(entry, ticks, has_clubs=has_clubs) for entry in entries)
    return PaperTable(tournament.title, _("Check-in list"), columns, rows)


def _asked_at_door(tournament: Tournament) -> Iterator[tuple[str, Callable[[EntryView], bool]]]:
    """Yield the label of each thing that staff ask at the door, and whether an entry's answer is yes."""
    if tournament.entry_fee:
        paid = {row.entry.code for row in fee_rows(tournament) if row.is_paid}
        yield pgettext("fee", "Paid"), lambda entry: entry.code in paid
    if takes_pineapples(tournament.game, tournament.variants):
        yield _("Brought a pineapple"), lambda entry: all(person.pineapple for person in entry.people)


def standings_list(tournament: Tournament) -> PaperTable:
    """Return the classification, final or so far, with reasons; without the points column if all are None."""
    found = standings_table(tournament)
    has_points = any(row[2] is not None for row in found.rows)
    labels = [label for number, label in enumerate(found.headings) if number != 2 or has_points]
    shown = (row if has_points else (*row[:2], *row[3:]) for row in found.rows)
    rows = tuple(tuple(map(_cell_text, row)) for row in shown)
    is_final = tournament.state == State.FINISHED
    heading = _("Final standings") if is_final else _("Standings so far")
    return PaperTable(tournament.title, heading, _columns(labels), rows)


def season_list(tournament: Tournament) -> PaperTable:
    """Return the ranking of the tournament's game and year, without the points at each event."""
    found = season_table(tournament.game, tournament.year)
    labels = found.headings[:4]
    rows = tuple(tuple(map(_cell_text, row[:4])) for row in found.rows)
    return PaperTable(tournament.title, found.title, _columns(labels), rows)


def _check_in_row(
    entry: EntryView, ticks: Sequence[Callable[[EntryView], bool]], *, has_clubs: bool
) -> tuple[str, ...]:
    """Return the row of an entry: box of the check-in, names, club if `has_clubs`, other boxes, number."""
    is_here = entry.state == EntryState.CHECKED_IN
    clubs = (entry.club,) if has_clubs else ()
    boxes = ("X" if is_ticked(entry) else "" for is_ticked in ticks)
    return ("X" if is_here else "", " & ".join(entry.names), *clubs, *boxes, str(entry.number))


def _columns(labels: list[str] | tuple[str, ...]) -> tuple[PaperColumn, ...]:
    """Return the columns: texts for name and reason, right-aligned figures for the rest."""
    texts = {_("Name"), _("Why this place")}
    return tuple(PaperColumn(label, wide=label in texts, is_right=label not in texts) for label in labels)


def _cell_text(cell: Cell) -> str:
    """Return the text of a cell; "" for None."""
    if cell is None:
        return ""
    return floatformat(cell, -2) if isinstance(cell, Decimal) else str(cell)


def bracket_poster(tournament: Tournament, *, is_a3: bool = False) -> BracketPoster:
    """Return every match of the bracket, not of a stage before it, with the second chance `beside` it.

    An unknown entry has a line to write on.
    """
    sizes = second_chance_sizes(tournament)
    beside = None
    if sizes:
        beside = _build_poster(tournament, _("Second chance"), sizes, second_chance(tournament))
    poster = _build_poster(tournament, _("Bracket"), bracket_sizes(tournament), bracket(tournament))
    return replace(poster, is_a3=is_a3, beside=replace(beside, is_a3=is_a3) if beside else None)


def _build_poster(
    tournament: Tournament, heading: str, sizes: Sequence[RoundSize], rounds: Sequence[RoundView]
) -> BracketPoster:
    """Return a poster of these rounds on A4."""
    names = tuple(round_name(one, sizes) for one in sizes)
    matches = (_poster_match(match, at) for at, one in enumerate(rounds) for match in one.matches)
    sheet = "%(sheet)s"
    onto = _("continues on sheet %(sheet)s") % {"sheet": sheet}
    return BracketPoster(tournament.title, heading, names, tuple(matches), onto)


def _poster_match(match: MatchView, at: int) -> PosterMatch:
    """Return the match for the poster; its round is `at`, from 0."""
    lines = tuple(_poster_line(side) for side in match.sides)
    return PosterMatch(match.code, _poster_label(match), at, lines, match.next_code or "")


def _poster_label(match: MatchView) -> str:
    """Return the words above a match of the poster: `2.1` (round, number), and bye or table if there is one.

    Above the match for third place they say only that it is that.
    """
    if match.third_place:
        return _("Match for third place")
    label = f"{match.round}.{match.number}"
    if match.is_bye:
        return f"{label} · {_('bye')}"
    return f"{label} · {_('Table %(label)s') % {'label': match.table_label}}" if match.table_label else label


def _poster_line(side: SideView) -> PosterLine:
    """Return a side for the poster: names, an empty seat, or a line to write on."""
    names = " & ".join(side.names)
    if names and side.is_winner:
        return PosterLine(names, is_strong=True)
    if names or side.empty:
        return PosterLine(names or _("empty seat"))
    return PosterLine("", side.feed or "")


PREPARING, FINISHED = frozenset({"preparing"}), frozenset({"finished"})
BEFORE_PLAY = frozenset({"preparing", "drawn"})
ONCE_DRAWN = frozenset({"drawn", "running", "finished"})
PLAYING = ONCE_DRAWN - FINISHED
UNTIL_DRAW, UNTIL_PLAY = gettext_lazy("until the draw"), gettext_lazy("until play begins")
AFTER_DRAW, AT_THE_END = (
    gettext_lazy("once the tables are drawn"),
    gettext_lazy("once the tournament is finished"),
)
NOT_CANCELLED = gettext_lazy("unless the tournament is cancelled")


@dataclass(frozen=True, slots=True)
class PrintedPaper:
    """One paper. `key` is part of its address; `when` says in words in which states it is offered.

    `of_bracket`: it is not there while a stage has no bracket after it.
    """

    key: str
    label: Promise
    when: Promise
    make: Callable[[Tournament], Printed]
    states: frozenset[str]
    ranked_only: bool = False
    of_bracket: bool = False

    def is_offered(self, tournament: Tournament) -> bool:
        """Return whether the tournament's state, stages and ranking allow this paper now."""
        if self.of_bracket and tournament.stages and not bracket_sizes(tournament):
            return False
        return tournament.state in self.states and (tournament.ranked or not self.ranked_only)


PAPERS = (
    PrintedPaper("cartaz", gettext_lazy("Entry flyer"), UNTIL_DRAW, flyer, PREPARING),
    PrintedPaper(
        "cartaz-a3", gettext_lazy("Entry flyer, A3"), UNTIL_DRAW, partial(flyer, is_a3=True), PREPARING
    ),
    PrintedPaper("lista-de-check-in", gettext_lazy("Check-in list"), UNTIL_PLAY, check_in_list, BEFORE_PLAY),
    PrintedPaper(
        "etiquetas",
        gettext_lazy("Name labels, 63.5 × 38.1 mm"),
        NOT_CANCELLED,
        name_labels,
        BEFORE_PLAY | ONCE_DRAWN,
    ),
    PrintedPaper(
        "chave", gettext_lazy("Bracket poster"), AFTER_DRAW, bracket_poster, ONCE_DRAWN, of_bracket=True
    ),
    PrintedPaper(
        "chave-a3",
        gettext_lazy("Bracket poster, A3"),
        AFTER_DRAW,
        partial(bracket_poster, is_a3=True),
        ONCE_DRAWN,
        of_bracket=True,
    ),
    PrintedPaper("classificacao", gettext_lazy("Standings"), AFTER_DRAW, standings_list, ONCE_DRAWN),
    PrintedPaper("diplomas", gettext_lazy("Diplomas for the first three"), AT_THE_END, diplomas, FINISHED),
    PrintedPaper(
        "temporada-completa",
        gettext_lazy("Whole season"),
        gettext_lazy("for a ranked tournament"),
        season_list,
        BEFORE_PLAY | ONCE_DRAWN,
        ranked_only=True,
    ),
)
