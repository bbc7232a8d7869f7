"""News of a tournament and of a club as dated entries, for feeds that other sites read.

They say what the share page says, with the moment of each. Names are those of the public pages. A tournament
that is not public, or simulated, has no news.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.draw.selectors import is_stage_open
from tournaments.entry_names import names_of
from tournaments.lines.draw import DrawPublished
from tournaments.lines.tournament import TournamentChanged
from tournaments.match_views.selectors import RoundView, all_rounds
from tournaments.models import State, Tournament
from tournaments.setup.announcement_text import venue_time
from tournaments.share.bulletin import Bulletin, BulletinSection, Topic
from tournaments.share.changes import corrected_matches, corrected_places, new_date
from tournaments.share.feed_times import Times, line_times, moved_time, result_times, seating_times
from tournaments.share.match_words import (
    is_over,
    join_names,
    name_of_round,
    where_last_played,
    with_second_chance,
)
from tournaments.share.news import cancellation, invitation_lines, players_of, podium, results_of
from tournaments.stage_words import stage_sentence
from tournaments.standings import clubs

MAX_LINES = 24
"""Tables or places in one entry; the rest is counted."""
DATES = 2
"""Sentences of a moved date that name the dates; the place is in the entry of the invitation."""
ROUNDS = "rounds"
"""The URL name of the page of the rounds before a bracket."""
MAX_EVENTS = 20
"""Tournaments in the feed of a club."""


@dataclass(frozen=True, slots=True)
class FeedItem:
    """One piece of news; `key` is unique in its tournament and permanent, `page` the URL name of its page."""

    tournament: Tournament
    key: str
    at: datetime
    heading: str
    lines: tuple[str, ...]
    page: str = "tournament"


@dataclass(frozen=True, slots=True)
class ClubNews:
    """A club's name and its news, latest first."""

    name: str
    items: tuple[FeedItem, ...]


def is_open_to_sites(tournament: Tournament) -> bool:
    """Return whether other sites may read and show it: public and not simulated."""
    return tournament.is_public and not tournament.simulated


def tournament_news(tournament: Tournament) -> tuple[FeedItem, ...]:
    """Return the news of a tournament, which the caller knows to be open to sites, latest first."""
    stage = _stage_items(tournament) if tournament.stages else ()
    return _sort_latest_first([*_tournament_items(tournament), *stage, *_round_items(tournament)])


def club_news(number: int) -> ClubNews:
    """Return the news of the club's latest tournaments.

    People are named as on the club's page: those who show their own page. Raises `Forbidden` `not_found` if
    the club has no public entry.
    """
    club = clubs.find_club(number)
    attended = clubs.attendances(club)
    events = clubs.club_events(attended, clubs.tournaments_of(attended))
    known = [event for event in events if is_open_to_sites(event.tournament)][:MAX_EVENTS]
    return ClubNews(
        club.name, _sort_latest_first([item for event in known for item in _club_event_items(event)])
    )


def _tournament_items(tournament: Tournament) -> Iterator[FeedItem]:
    """Yield the news of the tournament as a whole, from its announcement to podium or cancellation."""
    times = line_times(tournament)
    facts_at = times.get(TournamentChanged.type) or tournament.created_at
    if tournament.announced_at:
        at = max(tournament.announced_at, facts_at)
        yield FeedItem(tournament, "announced", at, _("Come and play"), tuple(invitation_lines(tournament)))
    if moved := new_date(tournament):
        dates = replace(moved, lead=moved.lead[:DATES])
        yield _item_of(tournament, dates, moved_time(tournament) or facts_at)
    drawn_at = times.get(DrawPublished.type)
    if drawn_at and tournament.state != State.PREPARING:
        heading = _("The bracket is drawn") if tournament.stages else _("The draw is published")
        yield FeedItem(tournament, "draw", drawn_at, heading, (), "bracket")
    latest = tournament.corrections.first()
    if latest and (corrected := corrected_places(tournament) if tournament.finished_at else None):
        yield _item_of(tournament, corrected, tournament.finished_at or latest.at, "standing")
    elif latest and (changed := corrected_matches(tournament)):
        yield _item_of(tournament, changed, latest.at, ROUNDS if is_stage_open(tournament) else "bracket")
    if tournament.state == State.FINISHED and tournament.finished_at and (places := podium(tournament)):
        yield _item_of(tournament, places, tournament.finished_at, "standing")
    if tournament.cancelled_at:
        yield _item_of(tournament, cancellation(tournament), tournament.cancelled_at)


def _stage_items(tournament: Tournament) -> Iterator[FeedItem]:
    """Yield an item for each drawn round of a stage before the bracket, and one when the stage is closed."""
    draws = tournament.draws.filter(withdrawn=False, stage__isnull=False).order_by("first_round")
    for number, at in draws.values_list("first_round", "published_at"):
        heading = _("%(round)s is drawn") % {"round": name_of_round(tournament, number)}
        yield FeedItem(tournament, f"drawn-{number}", at, heading, (), ROUNDS)
    for stage in tournament.begun_stages.all():
        if stage.closed_at is None:
            continue
        names, codes = names_of(tournament, stage.advanced), stage.advanced or ()
        heading = stage_sentence(tournament.stages, "who_goes_on" if codes else "ended")
        lines = _shorten([join_names(names[code]) for code in codes])
        yield FeedItem(tournament, "stage", stage.closed_at, heading, lines, "standing")


def _round_items(tournament: Tournament) -> Iterator[FeedItem]:
    """Yield the items of every drawn round, in order."""
    seated, recorded = seating_times(tournament), result_times(tournament)
    for one in all_rounds(tournament):
        yield from _items_of_round(tournament, one, seated, recorded)


def _items_of_round(
    tournament: Tournament, one: RoundView, seated: Times, recorded: Times
) -> Iterator[FeedItem]:
    """Yield an item when the round's first match is called, and one with its results when all have ended.

    `seated` and `recorded` are times by match code.
    """
    real = [match for match in one.matches if not match.is_bye]
    page = ROUNDS if any(match.stage for match in real) else "bracket"
    calls = [at for match in real if (at := match.called_at or match.started_at)]
    if calls:
        heading = _("%(round)s: tables called") % {"round": name_of_round(tournament, one.number)}
        sections = [
            BulletinSection(with_second_chance(match, where_last_played(match)), tuple(players_of(match)))
            for match in real
        ]
        at = max((seated[match.code] for match in real if match.code in seated), default=min(calls))
        lines = _shorten(_section_lines(sections))
        yield FeedItem(tournament, f"called-{one.number}", max(at, min(calls)), heading, lines, page)
    ends = [at for match in real if (at := recorded.get(match.code) or match.ended_at)]
    if ends and is_over(one):
        results = results_of(tournament, [one])
        yield _item_of(tournament, results, max(ends), page, f"ended-{one.number}")


def _club_event_items(event: clubs.ClubEvent) -> Iterator[FeedItem]:
    """Yield the items of one tournament in a club's feed: announced, cancelled, final standings."""
    tournament, title = event.tournament, event.tournament.title
    when = venue_time(tournament)
    if tournament.announced_at:
        facts = tuple(filter(None, (when, tournament.venue)))
        yield FeedItem(tournament, "announced", tournament.announced_at, title, facts)
    if tournament.cancelled_at:
        heading = f"{title}: {_('Cancelled')}"
        reason = (tournament.cancelled_because,)
        yield FeedItem(tournament, Topic.CANCELLED, tournament.cancelled_at, heading, reason)
    if tournament.state == State.FINISHED and tournament.finished_at:
        heading = f"{title}: {_('Final standings')}"
        best = (f"{event.best}. {join_names(one.name for one in event.first)}",) if event.best else ()
        yield FeedItem(tournament, Topic.PODIUM, tournament.finished_at, heading, best, "standing")


def _item_of(
    tournament: Tournament, bulletin: Bulletin, at: datetime, page: str = "tournament", key: str = ""
) -> FeedItem:
    """Return the bulletin as an item of the feed, its sections shortened; `key` is by default its topic."""
    lines = (*bulletin.lead, *_shorten(_section_lines(bulletin.sections)))
    return FeedItem(tournament, key or bulletin.topic, at, bulletin.heading, lines, page)


def _section_lines(sections: Sequence[BulletinSection]) -> list[str]:
    return [_section_words(section) for section in sections]


def _section_words(section: BulletinSection) -> str:
    """Return a section as one line: its label, then its lines with commas."""
    words = ", ".join(line.text for line in section.lines)
    return f"{section.label}: {words}" if section.label else words


def _shorten(lines: Sequence[str]) -> tuple[str, ...]:
    """Return the first lines, and a last one that says how many more there are."""
    rest = len(lines) - MAX_LINES
    if rest <= 0:
        return tuple(lines)
    more = ngettext("… and %(count)d more", "… and %(count)d more", rest) % {"count": rest}
    return (*lines[:MAX_LINES], more)


def _sort_latest_first(items: Sequence[FeedItem]) -> tuple[FeedItem, ...]:
    return tuple(sorted(items, key=lambda item: item.at, reverse=True))
