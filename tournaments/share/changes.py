"""Bulletins about what is no longer as it was told first: the date, who goes on, final places.

All compare the first public state with the present one. So what was changed and changed back is no news.
"""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from core.models import RecordLine
from matches.models import MatchState, Sheet
from tournaments.entry_names import names_of
from tournaments.lines.tournament import TournamentFinished
from tournaments.match_views.match import MatchView
from tournaments.match_views.selectors import all_rounds
from tournaments.models import Correction, Remedy, Tournament
from tournaments.setup.announcement_text import former_time, venue_time
from tournaments.share.bulletin import Bulletin, BulletinLine, BulletinSection, Topic, list_sections
from tournaments.share.match_words import (
    join_names,
    open_rounds,
    outcome_lines,
    where_played,
    with_second_chance,
)

Names = Mapping[str, tuple[str, ...]]
Places = Mapping[str, int]
"""The place of each entry by its code."""


class SheetResult(NamedTuple):
    """The result of a sheet: the winner's code, and the sides by place, tied ones together."""

    winner: str | None
    placement: Sequence[Sequence[int]]


def new_date(tournament: Tournament) -> Bulletin | None:
    """Return the bulletin of a date that was moved after the tournament was public; None if it was not."""
    former, now = former_time(tournament), venue_time(tournament)
    if not former:
        return None
    when = _("Now: %(when)s") % {"when": now} if now else _("The new date is not known yet.")
    lead = [when, _("Before: %(when)s") % {"when": former}]
    if tournament.venue:
        lead.append(_("Where: %(venue)s") % {"venue": tournament.venue})
    return Bulletin(Topic.NEW_DATE, tournament.title, _("New date"), tuple(lead))


def corrected_matches(tournament: Tournament) -> Bulletin | None:
    """Return the bulletin of corrected matches that have another result now, or are played again.

    Only of the current round, the one before, and later ones; None if there is none.
    """
    changed, again = _changed_results(tournament), _voided_matches(tournament)
    if not changed and not again:
        return None
    recent = _recent_matches(tournament)
    results = _changed_sections(recent, names_of(tournament), changed)
    sections = (*results, *_void_sections(recent, again))
    title = tournament.title
    return Bulletin(Topic.CORRECTION, title, _("Correction"), (), sections) if sections else None


def _recent_matches(tournament: Tournament) -> list[MatchView]:
    """Return the matches of the first open round, the one before, and later ones.

    Without an open match the last round counts as open.
    """
    rounds = all_rounds(tournament)
    current = next(iter(open_rounds(tournament)), rounds[-1])
    return [match for one in rounds if one.number >= current.number - 1 for match in one.matches]


def _changed_sections(
    matches: Sequence[MatchView], names: Names, changed: Mapping[str, SheetResult]
) -> Iterator[BulletinSection]:
    """Yield a section for each of these matches that is in `changed`: match code → first result."""
    for match in matches:
        if match.code in changed:
            place = with_second_chance(match, where_played(match))
            yield BulletinSection(place, _result_lines(match, names, changed[match.code]))


def _void_sections(matches: Sequence[MatchView], again: Collection[str]) -> Iterator[BulletinSection]:
    """Yield a section for each of these matches that is in `again` (codes) and has not ended since."""
    for match in matches:
        if match.code in again and match.state != MatchState.ENDED:
            place = with_second_chance(match, where_played(match))
            yield BulletinSection(place, (BulletinLine(_("is played again")),))


def corrected_places(tournament: Tournament) -> Bulletin | None:
    """Return the bulletin of entries whose final place is another than when the tournament finished first.

    None if it did not finish twice, or every place is the same.
    """
    lines = RecordLine.objects.filter(ledger=tournament.ledger_id, type=TournamentFinished.type)
    finishes = [_places(text) for text in lines.order_by("seq").values_list("text", flat=True)]
    if len(finishes) < 2 or finishes[0] == finishes[-1]:
        return None
    places = tuple(_moved_entries(names_of(tournament), finishes[0], finishes[-1]))
    heading = _("Correction of the final standings")
    return Bulletin(Topic.CORRECTION, tournament.title, heading, (), list_sections(places))


def _changed_results(tournament: Tournament) -> dict[str, SheetResult]:
    """Return the first result of each match that has another now, by the match's code."""
    corrected = Correction.objects.filter(tournament=tournament).order_by("-seq")
    firsts = {match: version - 1 for match, version in corrected.values_list("match_id", "version")}
    if not firsts:
        return {}
    sheets = Sheet.objects.filter(match__in=firsts).order_by("match", "version")
    fields = ("match_id", "version", "is_current", "match__code", "winner__code", "placement")
    before: dict[str, SheetResult] = {}
    now: dict[str, SheetResult] = {}
    for match, version, is_current, code, *result in sheets.values_list(*fields):
        if version == firsts[match]:
            before[code] = SheetResult(*result)
        if is_current:
            now[code] = SheetResult(*result)
    return {code: result for code, result in before.items() if code in now and now[code] != result}


def _voided_matches(tournament: Tournament) -> set[str]:
    """Return the codes of matches that a correction, not undone, has made void."""
    active = Correction.objects.filter(tournament=tournament, undoes=None, undone_by=None)
    effects = active.values_list("effects", flat=True)
    return {one["match"] for every in effects for one in every if one["remedy"] == Remedy.REPLAY}


def _result_lines(match: MatchView, names: Names, first: SheetResult) -> tuple[BulletinLine, ...]:
    """Return who goes on now, and who it was first; all places if it is the same entry."""
    now = next((side.entry_code for side in match.sides if side.is_winner), None)
    if now == first.winner:
        return tuple(outcome_lines(match))
    ends = not match.next_code
    said = _("Wins now: %(names)s") if ends else _("Goes on now: %(names)s")
    before = _("Before: %(names)s") % {"names": _winner_words(names, first.winner)}
    return BulletinLine(said % {"names": _winner_words(names, now)}, is_strong=True), BulletinLine(before)


def _winner_words(names: Names, code: str | None) -> str:
    """Return the names of the entry that goes on, or the words for none."""
    return join_names(names[code]) if code else pgettext("no winner", "no one")


def _places(line: str) -> Places:
    """Return the places that a line of the record gave when the tournament finished."""
    ranks = json.loads(line)["data"]["classification"]
    return {entry: rank["place"] for rank in ranks for entry in rank["entries"]}


def _moved_entries(names: Names, before: Places, now: Places) -> Iterator[BulletinLine]:
    """Yield each entry with another place than before, from the first place on; last those without one."""
    for entry in sorted({*before, *now}, key=lambda code: (now.get(code, len(names) + 1), code)):
        if before.get(entry) != now.get(entry):
            yield BulletinLine(_place_words(join_names(names[entry]), before.get(entry), now.get(entry)))


def _place_words(names: str, before: int | None, now: int | None) -> str:
    """Return the words for a changed place; None for no place then, or now."""
    if now is None:
        return _("%(names)s: no place (was %(before)s.)") % {"names": names, "before": before}
    if before is None:
        return f"{now}. {names}"
    return _("%(now)s. %(names)s (was %(before)s.)") % {"now": now, "names": names, "before": before}
