"""What tests of cached pages share."""

import gzip

from django.test import Client
from django.urls import reverse

from matches.models import Match
from tournaments.models import Tournament
from web.response_cache.variants import POLLED, PUBLIC

HTMX = {"HX-Request": "true"}
LANGUAGES = ("pt-br", "en")
OF_ALL = frozenset({"home", "season"})
FILES = frozenset({"tournament_calendar", "table_calendar", "tournament_feed", "sitemap"})
"""Of no reader, in no frame: `test_calendars.py` and `test_embed.py` have them."""
EMBEDDED = frozenset({"embed_bracket", "embed_standing", "embed_season"})
"""The same for every reader, signed in or not: `test_embed.py` has them."""
PAGES = sorted(PUBLIC.keys() - OF_ALL - FILES - EMBEDDED)
ALWAYS = sorted(PUBLIC.keys() - OF_ALL - FILES - EMBEDDED - {"match"})  # before a draw too
POLLS = sorted(POLLED)


def address(tournament: Tournament, name: str) -> str:
    """Where the page is; of the matches, that of the first."""
    if name == "season":
        return reverse("season", args=[tournament.game, tournament.year])
    if name == "home":
        return reverse("home")
    if name != "match":
        return reverse(name, args=[tournament.slug])
    first = Match.objects.filter(ledger=tournament.ledger_id).order_by("round", "number")[0]
    return reverse("match", args=[tournament.slug, first.code])


def read(client: Client, url: str, **headers: str) -> str:
    """A page as its reader sees it, unpacked."""
    answer = client.get(url, headers={"accept-encoding": "gzip", **headers})
    assert answer.status_code == 200, url
    body = answer.content
    return (gzip.decompress(body) if answer.get("Content-Encoding") == "gzip" else body).decode()
