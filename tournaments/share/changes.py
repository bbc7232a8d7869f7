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
from tournaments.share.match_words import current_round, joined_names, outcome, place_of

Names = Mapping[str, tuple[str, ...]]
Places = Mapping[str, int]
"""The place of each entry by its code."""


class SheetResult(NamedTuple):
    """The result of a sheet: the winner's code, and the sides by place, tied ones together."""

    winner: str | None
    placement: Sequence[Sequence[int]]


def new_date(tournament: Tournament) -> Bulletin | None:
    """Return the old and the new start of a tournament that was moved after it was public."""
    former, now = former_time(tournament), venue_time(tournament)
    if not former:
        return None
    when = _("Now: %(when)s") % {"when": now} if now else _("The new date is not known yet.")
    lead = [when, _("Before: %(when)s") % {"when": former}]
    if tournament.venue:
        lead.append(_("Where: %(venue)s") % {"venue": tournament.venue})
    return Bulletin(Topic.NEW_DATE, tournament.title, _("New date"), tuple(lead))


def corrected_matches(tournament: Tournament) -> Bulletin | None:
    """Return the corrected matches of the last two rounds that have another result now, or are open again."""
    changed, again = _changed_results(tournament), _played_again(tournament)
    if not changed and not again:
        return None
    recent = _recent_matches(tournament)
    results = _changed_sections(recent, names_of(tournament), changed)
    sections = (*results, *_void_sections(recent, again))
    title = tournament.title
    return Bulletin(Topic.CORRECTION, title, _("Correction"), (), sections) if sections else None


def _recent_matches(tournament: Tournament) -> list[MatchView]:
    """Return the matches of the current round, the one before, and later ones.

    Without an open match the last round is the current one.
    """
    rounds = all_rounds(tournament)
    current = current_round(tournament) or rounds[-1]
    return [match for one in rounds if one.number >= current.number - 1 for match in one.matches]


def _changed_sections(
    matches: Sequence[MatchView], names: Names, changed: Mapping[str, SheetResult]
) -> Iterator[BulletinSection]:
    for match in matches:
        if match.code in changed:
            yield BulletinSection(place_of(match), _result_lines(match, names, changed[match.code]))


def _void_sections(matches: Sequence[MatchView], again: Collection[str]) -> Iterator[BulletinSection]:
    for match in matches:
        if match.code in again and match.state != MatchState.ENDED:
            yield BulletinSection(place_of(match), (BulletinLine(_("is played again")),))


def corrected_places(tournament: Tournament) -> Bulletin | None:
    """Return the entries whose final place is another than when the tournament finished first."""
    lines = RecordLine.objects.filter(ledger=tournament.ledger_id, type=TournamentFinished.type)
    finishes = [_places(text) for text in lines.order_by("seq").values_list("text", flat=True)]
    if len(finishes) < 2 or finishes[0] == finishes[-1]:
        return None
    places = tuple(_moved(names_of(tournament), finishes[0], finishes[-1]))
    heading = _("Correction of the final standings")
    return Bulletin(Topic.CORRECTION, tournament.title, heading, (), list_sections(places))


def _changed_results(tournament: Tournament) -> dict[str, SheetResult]:
    """Return the result before the first correction of each match that has another now, by its code."""
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


def _played_again(tournament: Tournament) -> set[str]:
    """Return the codes of matches that a correction has made void."""
    active = Correction.objects.filter(tournament=tournament, undoes=None, undone_by=None)
    effects = active.values_list("effects", flat=True)
    return {one["match"] for every in effects for one in every if one["remedy"] == Remedy.REPLAY}


def _result_lines(match: MatchView, names: Names, first: SheetResult) -> tuple[BulletinLine, ...]:
    """Return who goes on now, and who it was first; the places if it is the same entry."""
    now = next((side.entry_code for side in match.sides if side.is_winner), None)
    if now == first.winner:
        return tuple(outcome(match))
    ends = match.is_final or match.third_place or match.stage is not None
    said = _("Wins now: %(names)s") if ends else _("Goes on now: %(names)s")
    before = _("Before: %(names)s") % {"names": _winner(names, first.winner)}
    return BulletinLine(said % {"names": _winner(names, now)}, is_strong=True), BulletinLine(before)


def _winner(names: Names, code: str | None) -> str:
    return joined_names(names[code]) if code else pgettext("no winner", "no one")


def _places(line: str) -> Places:
    """Return the places that a line of the record gave when the tournament finished."""
    ranks = json.loads(line)["data"]["classification"]
    return {entry: rank["place"] for rank in ranks for entry in rank["entries"]}


def _moved(names: Names, before: Places, now: Places) -> Iterator[BulletinLine]:
    """Yield each entry with another place than before, from the first place on; last those without one."""
    for entry in sorted({*before, *now}, key=lambda code: (now.get(code, len(names) + 1), code)):
        if before.get(entry) != now.get(entry):
            yield BulletinLine(_place_words(joined_names(names[entry]), before.get(entry), now.get(entry)))


def _place_words(names: str, before: int | None, now: int | None) -> str:
    if now is None:
        return _("%(names)s: no place (was %(before)s.)") % {"names": names, "before": before}
    if before is None:
        return f"{now}. {names}"
    return _("%(now)s. %(names)s (was %(before)s.)") % {"now": now, "names": names, "before": before}
