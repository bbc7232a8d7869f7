"""What tests of ready pages share."""

import gzip

from django.test import Client
from django.urls import reverse

from tournaments.models import Tournament

HTMX = {"HX-Request": "true"}
LANGUAGES = ("pt-br", "en")


def address(tournament: Tournament, name: str) -> str:
    """Where the page is."""
    return reverse(name, args=[tournament.slug])


def read(client: Client, url: str, **headers: str) -> str:
    """A page as its reader sees it, unpacked."""
    answer = client.get(url, headers={"accept-encoding": "gzip", **headers})
    assert answer.status_code == 200, url
    body = answer.content
    return (gzip.decompress(body) if answer.get("Content-Encoding") == "gzip" else body).decode()
