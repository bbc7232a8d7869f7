"""What a request asks for, where everybody would get the same answer."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, QueryDict
from django.urls import reverse
from django.utils.http import urlencode

from core.http.language import language_of
from core.versions import Version
from web.htmx import wants_fragment
from web.ready.delay import delayed_lately

PAGE, ROUND, ENTRY = re.compile(r"\d{1,5}"), re.compile(r"\d{1,2}|texto"), re.compile(r"e[a-z0-9]{1,11}")
STATE = re.compile(r"[a-z]{1,10}")
SHARED: Mapping[str, Mapping[str, re.Pattern[str]]] = {
    "tournament": {},
    "bracket": {"fase": ROUND, "pagina": PAGE, "inscricao": ENTRY, "desde": ROUND},
    "standing": {"pagina": PAGE},
    "hall": {"pagina": PAGE, "tema": STATE},
    "entries": {"page": PAGE},
    "regulation": {},
    "match": {"estado": STATE},
    "home": {"pagina": PAGE},
    "season": {"pagina": PAGE},
    "tournament_calendar": {},
    "table_calendar": {},
}
"""The addresses by name, and which parameters make another page of them; others change nothing."""
PART = ".part"
"""After the name of a page: what everybody shares of it, in pages of whoever is signed in."""
POLLED = frozenset({"tournament", "bracket", "standing", "hall", "match"})
SEARCHES = re.compile(r"(?:^|&)(?:q|busca|nome)=[^&]")
"""What somebody looks for is theirs alone, and counted."""
NUL = "%00"  # in a query: refused elsewhere
SEQ = re.compile(r"(?:^|&)seq=([0-9.]{1,20})(?:&|$)")
PARTS = {
    "SLUG": r"(?P<slug>[-a-zA-Z0-9_]{1,140})",
    "CODE": r"(?P<of>m[a-z0-9]{1,11})",
    "GAME": r"(?P<of>[-a-z]{1,30}",
    "2999": r"\d{4})",
    "777": r"(?P<of>\d{1,5})",
}
NAMED = {"home": (), "match": ("SLUG", "CODE"), "season": ("GAME", 2999), "table_calendar": ("SLUG", 777)}
FOR_ONE = frozenset({settings.SESSION_COOKIE_NAME, "messages"})
"""Cookies of readers who are signed in, or to whom something is to be told."""


@dataclass(frozen=True, slots=True)
class PageKey:
    """Which page of what, and whether htmx polls a part of it.

    `slug` is that of a tournament, "" for what is shown of all of them; `of` is what else the address names.
    """

    name: str
    slug: str
    of: str
    is_part: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """One representation: a page or its polled part, in a language, with the parameters that count.

    A page says besides whether scheduling is delayed.
    """

    place: PageKey
    query: str
    language: str
    is_delayed: bool


def place_of(request: HttpRequest) -> PageKey | None:
    """Where the request goes; None for whatever is not the same for everybody."""
    query = request.META.get("QUERY_STRING", "")
    if request.method != "GET" or NUL in query or SEARCHES.search(query):
        return None
    name, slug, of = _page_at(request.path_info)
    return PageKey(name, slug, of, name in POLLED and wants_fragment(request)) if name else None


def asked_at(place: PageKey, request: HttpRequest) -> Asked:
    """The representation that is asked for there."""
    query = _counting(request.GET, SHARED[place.name.removesuffix(PART)])
    language, is_delayed = language_of(request), not place.is_part and delayed_lately()
    return Asked(place, query, language, is_delayed)


def seen_by(request: HttpRequest) -> Version | None:
    """The version that the reader's page bears, or that their browser has kept."""
    polled = SEQ.search(request.META.get("QUERY_STRING", ""))
    told = polled[1] if polled else request.META.get("HTTP_IF_NONE_MATCH", "").strip('W/"').partition("-")[0]
    return Version.read(told)


def is_somebodys(request: HttpRequest) -> bool:
    """Whether the answer may be for one reader alone, or Django's own middleware would not let them pass."""
    return not FOR_ONE.isdisjoint(request.COOKIES) or not _is_welcome(request)


def as_everybody(request: HttpRequest, asked: Asked) -> HttpRequest:
    """The request with nothing but what counts, so that its answer fits whoever asks for the same."""
    request.META["QUERY_STRING"] = asked.query
    request.META.pop("HTTP_ACCEPT_ENCODING", None)
    request.GET = QueryDict(asked.query)
    return request


@lru_cache(maxsize=2048)
def _page_at(path: str) -> tuple[str, str, str]:
    """The name of the page, its tournament, and what else its address names; empty where there is none."""
    for name, address in _addresses():
        if found := address.fullmatch(path):
            said = found.groupdict()
            return name, said.get("slug", ""), said.get("of", "")
    return "", "", ""


@cache
def _addresses() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The name of each page, and what its address looks like."""
    return tuple((name, _form(reverse(name, args=NAMED.get(name, ("SLUG",))))) for name in SHARED)


def _form(address: str) -> re.Pattern[str]:
    form = re.escape(address)
    for part, pattern in PARTS.items():
        form = form.replace(part, pattern)
    return re.compile(form)


def _is_welcome(request: HttpRequest) -> bool:
    """By its host, and by https where that is due."""
    try:
        request.get_host()
    except DisallowedHost:
        return False
    return request.is_secure() or not settings.SECURE_SSL_REDIRECT


def _counting(given: QueryDict, known: Mapping[str, re.Pattern[str]]) -> str:
    kept = {name: str(given.get(name, "")) for name in known}
    return urlencode({name: value for name, value in kept.items() if known[name].fullmatch(value)})
