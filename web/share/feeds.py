"""Feeds of news in the Atom format (RFC 4287), by Django's generator.

Addresses are whole if the site knows its own, else relative to the feed. Ids are permanent, so that a
reader's program recognizes news that it already has.
"""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import sha256
from uuid import NAMESPACE_URL, uuid5

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.urls import URLPattern, path, reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import format_html_join
from django.utils.http import parse_etags
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from core.errors import Forbidden
from core.http.origin import site_origin
from core.http.rate_limit import Purpose
from tournaments import finding
from tournaments.models import Tournament
from tournaments.share.feed import FeedItem, club_news, is_open_to_sites, tournament_news
from web.http.limiting import limited
from web.pages import in_snapshot

LANGUAGE = "lingua"
EMPTY_SINCE = datetime(1970, 1, 1, tzinfo=UTC)
"""The date of a feed without news."""
NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 cannot contain."""


class NewsFeed(Atom1Feed):
    """An Atom feed whose date is that of its latest entry: equal news give equal bytes."""

    def latest_post_date(self) -> datetime:
        """Return the time of the latest entry, never that of the request."""
        return max((item["updateddate"] for item in self.items), default=EMPTY_SINCE)


@require_safe
@in_snapshot
def tournament_feed(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the news of a public tournament; the response cache stores it like its page."""
    tournament = tournament_open_to_sites(slug)
    with override(feed_language(request)):
        title = tournament.title
        page = reverse("tournament", args=[slug])
        body = feed_of(title, page, request.path, tournament_id(tournament), tournament_news(tournament))
    return HttpResponse(body, content_type=Atom1Feed.content_type)


@require_safe
@vary_on_headers("Accept-Language")
@limited(Purpose.COSTLY)
@in_snapshot
def club_feed(request: HttpRequest, number: int) -> HttpResponse:
    """Return the news of a club's tournaments; 304 if the reader has them, 429 beyond the limit."""
    with override(feed_language(request)):
        found = club_news(number)
        page = reverse("club", args=[number])
        body = feed_of(found.name, page, request.path, f"chama:club:{number}:{found.name}", found.items)
    return _feed_response(request, body)


def tournament_open_to_sites(slug: str) -> Tournament:
    """Return the tournament for feeds and embedded pages, which have no signed-in user.

    Raises `Forbidden` `not_found` if it is unknown, not public or simulated.
    """
    tournament = finding.tournament_by_slug(slug)
    if not is_open_to_sites(tournament):
        raise Forbidden("not_found")
    return tournament


def feed_language(request: HttpRequest) -> str:
    """Return the language that the address names, else the reader's."""
    asked = request.GET.get(LANGUAGE, "")
    return asked if asked in dict(settings.LANGUAGES) else get_language() or settings.LANGUAGE_CODE


def feed_of(title: str, page: str, address: str, name: str, items: Sequence[FeedItem]) -> bytes:
    """Return the feed as XML in the present language.

    `page` is the path that it tells about, `address` its own, `name` the permanent name behind its id.
    """
    origin, language = str(site_origin()), get_language() or settings.LANGUAGE_CODE
    feed = NewsFeed(
        title=strip_non_xml(title), link=f"{origin}{page}", description="", language=language,
        author_name=settings.SITE_OPERATOR or strip_non_xml(title),
        feed_url=f"{origin}{address}?{LANGUAGE}={language}", feed_guid=_urn(name), subtitle=_("News"),
    )  # fmt: skip
    for item in items:
        feed.add_item(
            title=strip_non_xml(item.heading),
            link=f"{origin}{reverse(item.page, args=[item.tournament.slug])}",
            description=strip_non_xml(format_html_join("", "<p>{}</p>", ((line,) for line in item.lines))),
            unique_id=_urn(f"{tournament_id(item.tournament)}:{item.key}"),
            pubdate=item.at,
            updateddate=item.at,
        )
    return str(feed.writeString("utf-8")).encode()


def tournament_id(tournament: Tournament) -> str:
    """Return a permanent name of the tournament, the same at every address of the site."""
    return f"chama:{tournament.created_at.isoformat()}:{tournament.slug}"


def strip_non_xml(text: str) -> str:
    """Return the text without characters that XML cannot contain."""
    return NOT_IN_XML.sub("", text)


def _urn(name: str) -> str:
    """Return a UUID as a URN, the same for the same name."""
    return f"urn:uuid:{uuid5(NAMESPACE_URL, name)}"


def _feed_response(request: HttpRequest, body: bytes) -> HttpResponse:
    """Return the feed, or 304 if the reader has these bytes."""
    tag = f'"{sha256(body).hexdigest()[:32]}"'
    headers = {"ETag": tag, "Cache-Control": "public, max-age=0, s-maxage=2"}
    if tag in parse_etags(request.META.get("HTTP_IF_NONE_MATCH", "")):
        return HttpResponseNotModified(headers=headers)
    return HttpResponse(body, content_type=Atom1Feed.content_type, headers=headers)


urlpatterns: list[URLPattern] = [
    path("torneios/<slug:slug>/novidades.xml", tournament_feed, name="tournament_feed"),
    path("clubes/<int:number>/novidades.xml", club_feed, name="club_feed"),
]
