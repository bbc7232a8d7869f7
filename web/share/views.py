"""Bulletins for a group chat: texts and pictures, for everyone who may see the tournament."""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.http import require_safe

from accounts.models import Player
from core.http.lan_address import reached_at
from tournaments.entries.check_in_list import own_entry
from tournaments.match_views.versioned_cache import VersionedCache, record_version
from tournaments.models import Tournament
from tournaments.share.bulletin import Bulletin, Topic
from tournaments.share.feed import is_open_to_sites
from tournaments.share.layout import PageLayout, lay_out, unreadable_texts
from tournaments.share.news import bulletin_of, bulletins, own_result
from tournaments.share.picture import draw_page
from tournaments.share.text import message
from web.pages import in_snapshot
from web.share.embed import embed_lines
from web.tournament_request import TournamentRequest, current_player, open_tournament

LANGUAGE, ENTRY = "lingua", "inscricao"
WHATSAPP = "https://wa.me/"
CACHED = 48  # pictures in a process, about 60 kB each
FOR_EVER = "public, max-age=31536000, s-maxage=60, immutable"
"""The address contains the version.

A shared cache revalidates each minute, because a tournament may be taken down.
"""
NOTHING_RUNS = "default-src 'none'; sandbox"
_pictures, _layouts = VersionedCache(CACHED), VersionedCache(CACHED)


@dataclass(frozen=True, slots=True)
class ReadyBulletin:
    """A bulletin with its text, the addresses of its pictures, and the letters that these cannot show.

    `whatsapp` is an address that opens WhatsApp with the text.
    """

    bulletin: Bulletin
    text: str
    pictures: tuple[str, ...]
    whatsapp: str
    unreadable: tuple[str, ...]


@require_safe
@in_snapshot
def share(request: HttpRequest, slug: str) -> HttpResponse:
    """Show every bulletin with its pictures and its text, the most useful one first."""
    req = open_tournament(request, slug)
    language = message_language(request)
    with override(language):
        found = (
            *_own_results(req.tournament, current_player(request)),
            *((one, "") for one in bulletins(req.tournament)),
        )
        ready = [_ready_bulletin(req, bulletin, language, entry) for bulletin, entry in found]
    languages = [(code, name, code == language) for code, name in settings.LANGUAGES]
    context = {**req.context("share"), "bulletins": ready, "message_language": language}
    context["message_languages"] = languages
    context["embed_lines"] = embed_lines(request, req.tournament, language)
    context["feed"] = _feed_link(req, language)
    return render(request, "share/share.html", context)


@require_safe
@in_snapshot
def picture_file(request: HttpRequest, slug: str, subject: str, number: int) -> HttpResponse:
    """Return one picture at the present version; 404 for an unknown number.

    Only an address that names this version may be cached.
    """
    req = open_tournament(request, slug)
    tournament, language = req.tournament, message_language(request)
    with override(language):
        found = bulletin_or_404(tournament, subject, request.GET.get(ENTRY, ""))
        layout = _cached_layout(tournament, found)
        if not 1 <= number <= len(layout.pages):
            raise Http404
        key = (layout.bulletin, number, request.get_host())
        file = _pictures.get(
            record_version(tournament), key, lambda: draw_page(layout, number, footer(req), link_of(req))
        )
    response = HttpResponse(file, content_type="image/png")
    response.headers["Content-Security-Policy"] = NOTHING_RUNS
    response.headers["Content-Disposition"] = f'inline; filename="{slug}-{subject}-{number}.png"'
    if tournament.is_public and request.GET.get("v") == _picture_version(tournament, layout.bulletin):
        response.headers["Cache-Control"] = FOR_EVER
    return response


def message_language(request: HttpRequest) -> str:
    """Return the language of messages: the chosen one, else the site's."""
    asked = request.GET.get(LANGUAGE, "")
    return asked if asked in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def bulletin_or_404(tournament: Tournament, topic: str, entry_code: str = "") -> Bulletin:
    """Return the bulletin on this topic, or an entry's own result; raise `Http404` if there is none."""
    if topic == Topic.OWN_RESULT:
        found = own_result(tournament, entry_code)
    else:
        found = bulletin_of(tournament, Topic(topic)) if topic in set(Topic) else None
    if found is None:
        raise Http404
    return found


def _cached_layout(tournament: Tournament, bulletin: Bulletin) -> PageLayout:
    """Return the bulletin laid out in pages, cached for this version of the record."""
    return _layouts.get(record_version(tournament), (bulletin,), lambda: lay_out(bulletin))


def _own_results(tournament: Tournament, player: Player | None) -> Iterator[tuple[Bulletin, str]]:
    """Yield the bulletin of the reader's own final place with the code of the entry; nothing for others."""
    entry = own_entry(tournament, player) if player else None
    if entry and (found := own_result(tournament, entry.code)):
        yield found, entry.code


def _ready_bulletin(
    req: TournamentRequest, bulletin: Bulletin, language: str, entry_code: str
) -> ReadyBulletin:
    """Return the bulletin with its text and the addresses of its pictures; `entry_code` of an own result."""
    layout = _cached_layout(req.tournament, bulletin)
    text = message(bulletin, link_of(req))
    numbers = range(1, len(layout.pages) + 1)
    return ReadyBulletin(
        bulletin,
        text,
        tuple(_picture_url(req.tournament, bulletin, number, language, entry_code) for number in numbers),
        f"{WHATSAPP}?{urlencode({'text': text})}",
        unreadable_texts(bulletin),
    )


def _picture_url(
    tournament: Tournament, bulletin: Bulletin, number: int, language: str, entry_code: str
) -> str:
    """Return the address of a picture; it changes with what the picture shows."""
    path = reverse("share_picture", args=[tournament.slug, bulletin.topic.value, number])
    query = {"v": _picture_version(tournament, bulletin), LANGUAGE: language}
    return f"{path}?{urlencode(query | ({ENTRY: entry_code} if entry_code else {}))}"


def _picture_version(tournament: Tournament, bulletin: Bulletin) -> str:
    """Return a short hash that changes with the picture; the season is not in this tournament's record."""
    return sha256(f"{tournament.ledger.version} {bulletin}".encode()).hexdigest()[:12]


def _feed_link(req: TournamentRequest, language: str) -> str:
    """Return the address of the feed; "" if the tournament has none."""
    if not is_open_to_sites(req.tournament):
        return ""
    return f"{reverse('tournament_feed', args=[req.tournament.slug])}?{urlencode({LANGUAGE: language})}"


def link_of(req: TournamentRequest) -> str:
    """Return the address of the tournament's page for other devices; "" if none reaches this site."""
    return reached_at(req.http, reverse("tournament", args=[req.tournament.slug]))


def footer(req: TournamentRequest) -> str:
    """Return the last line of a picture or paper: the tournament's address and version."""
    version = _("version %(number)s") % {"number": req.tournament.ledger.version}
    return " · ".join(part for part in (link_of(req).partition("://")[2], version) if part)
