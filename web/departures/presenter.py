"""The effects of each decision about an entry, and the names of free places."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from django.http import QueryDict
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from core.errors import Violation
from matches.models import Entry, Match
from rulesets.kernel.sheet import Cut
from rulesets.messages import Names
from tournaments import finding
from tournaments.departures.disqualify import LostPlaceDecisions
from tournaments.departures.late_places import LatePlace, PlaceKind
from tournaments.departures.preview_decisions import Decision, preview_decisions
from tournaments.match_views.match import MatchView, SideView, match_view
from tournaments.match_views.selectors import views_by_code
from tournaments.models import Tournament
from tournaments.seats.due_seats import earlier_wins
from web.corrections.views import REMEDY
from web.sheets.cuts import MAX_CUTS, CutCard, posted_cards
from web.sheets.pointing import names_by_side
from web.tournament_request import TournamentRequest

RULING = "ruling."
SIDES = ("1", "2", "3", "4")


@dataclass(frozen=True, slots=True)
class DueCutRow:
    """A card that a tied side has to cut: the side, and the input with the card if it was posted."""

    side: SideView
    asked: CutCard


@dataclass(frozen=True, slots=True)
class RulingRow:
    """A tie that no cut decides: the coordinator rules which side is first.

    `sides` are the tied ones; once one was posted (`chosen`), all with an entry but that of this entry.
    """

    match: MatchView
    sides: tuple[SideView, ...]
    chosen: int | None


@dataclass(frozen=True, slots=True)
class DecisionPreview:
    """The possible decisions about an entry (`found`), with what was posted (`deciding`).

    `cuts`: cards for each cut, the last cut may lack some. `is_shown`: the page already showed the earlier
    win that is to be taken away.
    """

    found: tuple[Decision, ...]
    deciding: LostPlaceDecisions
    cuts: tuple[tuple[DueCutRow, ...], ...]
    rulings: tuple[RulingRow, ...]
    is_shown: bool


def preview_for_request(req: TournamentRequest, entry: Entry) -> DecisionPreview:
    """Preview every decision with the posted earlier win, remedies, rulings and cards; store nothing.

    A tie is followed cut after cut until a card is missing.
    """
    posted, tournament = req.http.POST, req.tournament
    cards, by, now = posted_cards(posted), req.actor, timezone.now()
    cuts: list[tuple[DueCutRow, ...]] = []
    deciding = _posted_decisions(posted, tournament)
    found = preview_decisions(tournament, entry, by=by, now=now, deciding=deciding)
    while (tie := _first_violation(found, "open_tie")) is not None and len(cuts) < MAX_CUTS:
        cuts.append(tuple(_cut_rows(tournament, tie, len(cuts), cards)))
        if not all(row.asked.card for row in cuts[-1]):
            break
        deciding = _with_cut(deciding, tie.facts["match"], cuts[-1])
        found = preview_decisions(tournament, entry, by=by, now=now, deciding=deciding)
    named = deciding.match.code if deciding.match else ""
    is_shown = named == posted.get("shown", "")
    return DecisionPreview(
        found, deciding, tuple(cuts), tuple(_ruling_rows(tournament, entry, found, deciding)), is_shown
    )


def removable_wins(tournament: Tournament, entry: Entry, found: DecisionPreview) -> tuple[MatchView, ...]:
    """Return the earlier matches whose wins could be taken away; empty while the entry plays a match."""
    plays = _first_violation(found.found, "leaves_by_sheet")
    codes = [] if plays else [match.code for match in earlier_wins(entry)]
    shown = views_by_code(tournament, set(codes)) if codes else {}
    return tuple(shown[code] for code in codes)


def _posted_decisions(posted: QueryDict, tournament: Tournament) -> LostPlaceDecisions:
    """Return what was posted about the lost place: the earlier win, remedies, rulings; cuts come later.

    Raise `Forbidden` `not_found` for an unknown match.
    """
    code = posted.get("match", "")
    return LostPlaceDecisions(
        match=finding.find_match(tournament, code) if code else None,
        remedies=_values_by_prefix(posted, REMEDY),
        rulings={
            match: int(side) for match, side in _values_by_prefix(posted, RULING).items() if side in SIDES
        },
    )


def _values_by_prefix(posted: QueryDict, prefix: str) -> dict[str, str]:
    """Return the posted values whose names begin with the prefix, by the rest of the name."""
    return {
        name.removeprefix(prefix): str(value) for name, value in posted.items() if name.startswith(prefix)
    }


def _with_cut(deciding: LostPlaceDecisions, match: str, rows: tuple[DueCutRow, ...]) -> LostPlaceDecisions:
    """Return the decisions with one more cut of cards in this match."""
    cut = Cut(tuple(row.asked.side for row in rows), tuple(row.asked.card for row in rows))
    return replace(deciding, cuts={**deciding.cuts, match: (*deciding.cuts.get(match, ()), cut)})


def _cut_rows(
    tournament: Tournament, tie: Violation, number: int, cards: Mapping[tuple[int, int], str]
) -> Iterator[DueCutRow]:
    """Yield the input of each tied side in the cut `number`, from 0, with the card if it was posted."""
    for side in _tied_sides(tournament, tie):
        card = cards.get((number, side.number), "")
        yield DueCutRow(side, CutCard(f"cut.{number}.{side.number}", side.number, card))


def _ruling_rows(
    tournament: Tournament, entry: Entry, found: tuple[Decision, ...], deciding: LostPlaceDecisions
) -> Iterator[RulingRow]:
    """Yield the matches that need a ruling, or just got one."""
    tie = _first_violation(found, "tie_needs_ruling")
    if tie is not None:
        view = match_view(tournament, finding.find_match(tournament, tie.facts["match"]))
        yield RulingRow(view, _tied_sides(tournament, tie), None)
    for code, side in deciding.rulings.items():
        view = match_view(tournament, finding.find_match(tournament, code))
        yield RulingRow(
            view, tuple(one for one in view.sides if one.entry_code not in (None, entry.code)), side
        )


def _tied_sides(tournament: Tournament, tie: Violation) -> tuple[SideView, ...]:
    """Return the tied sides of the match in the violation."""
    view = match_view(tournament, finding.find_match(tournament, tie.facts["match"]))
    return tuple(side for side in view.sides if side.number in tie.facts["sides"])


def missing_card_control(found: DecisionPreview) -> str:
    """Return the name of the input of the first missing card; "" if none is missing."""
    asked = (row.asked for cut in found.cuts[-1:] for row in cut)
    return next((one.name for one in asked if not one.card), "")


def names_at(tournament: Tournament, violation: Violation) -> Names:
    """Return the names by side number for the match in a violation; {} if the violation names no sides."""
    if not {"match", "sides"} <= violation.facts.keys():
        return {}
    return names_by_side(
        match_view(tournament, finding.find_match(tournament, violation.facts["match"])).sides
    )


def _first_violation(found: tuple[Decision, ...], code: str) -> Violation | None:
    """Return the first violation with this code among the refusals of all decisions, or None."""
    refused = (violation for decision in found for violation in decision.refused)
    return next((violation for violation in refused if violation.code == code), None)


NamesByCode = Mapping[str, tuple[str, ...]]
GROUPS: Mapping[PlaceKind, Promise] = {
    PlaceKind.SEAT: gettext_lazy("Empty seats"),
    PlaceKind.CHAIR: gettext_lazy("One extra chair"),
    PlaceKind.ABSENT: gettext_lazy("In the place of an absent player"),
}


def place_name(place: LatePlace, names: NamesByCode) -> str:
    """Return a free place in words: the table with its players, and what taking the place means."""
    table = _table_or_match_name(place.match)
    people = ", ".join(_joined_names(code, names) for code in place.entries)
    if place.kind == PlaceKind.ABSENT:
        absent = _joined_names(place.instead_of, names)
        return _("%(absent)s (%(table)s), who is withdrawn") % {"absent": absent, "table": table}
    if place.kind == PlaceKind.CHAIR:
        said = {"table": table, "people": people, "size": len(place.entries) + 1}
        return _("%(table)s: one extra chair, %(size)s at the table, with %(people)s") % said
    if not people:
        return _("%(table)s: an empty seat, the table is empty") % {"table": table}
    return _("%(table)s: an empty seat, with %(people)s") % {"table": table, "people": people}


def _joined_names(code: str, names: NamesByCode) -> str:
    """Return the names of the entry with this code, joined by an ampersand."""
    return " & ".join(names[code])


def _table_or_match_name(match: Match) -> str:
    """Return the table's label if the match is called, else the match's place in the bracket."""
    if match.table:
        return _("Table %(table)s") % {"table": match.table.label}
    facts = {"round": match.round, "number": match.number}
    if match.stage is not None:
        return pgettext("stage", "Round %(round)s, match %(number)s") % facts
    return _("Round %(round)s, match %(number)s") % facts
