"""What tests read in pages."""

import re
from html.parser import HTMLParser
from typing import Any

from django.test import Client
from django.urls import reverse

from tests.cast import browser
from tests.web.cached import read
from tournaments.models import Tournament


class Tags(HTMLParser):
    """The contents of a page's `meta` tags, by property or name."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: dict[str, str] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a `meta` tag says."""
        said = dict(attrs)
        if tag == "meta":
            self.found[str(said.get("property") or said.get("name"))] = said.get("content") or ""


def text(response: Any) -> str:
    """The page as a browser takes it: a run of blanks is one."""
    return re.sub(r"\s+", " ", response.content.decode())


def tags(tournament: Tournament, name: str = "tournament", client: Client | None = None) -> dict[str, str]:
    """What a page of the tournament says of itself."""
    return Tags(read(client or browser(), reverse(name, args=[tournament.slug]))).found
