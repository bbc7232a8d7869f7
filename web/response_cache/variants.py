"""Which requests get a shared response, and the parameters that distinguish the variants of a page."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from django.conf import settings
from django.core.cache import caches
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, QueryDict
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.safestring import SafeString, mark_safe

from core.http.language import language_of
from core.jobs.heartbeats import is_delayed
from core.versions import RecordVersion, Version
from tournaments.match_views.versioned_cache import VersionedCache
from web.http.requests import wants_fragment

NUMBER, ROUND, ENTRY = (
    re.compile(r"\d{1,5}"),
    re.compile(r"\d{1,2}|texto|repescagem"),
    re.compile(r"e[a-z0-9]{1,11}"),
)
STAGE_ROUND = re.compile(r"\d|ordem")
STATE = re.compile(r"[a-z]{1,10}")
LANGUAGE = re.compile("|".join(re.escape(code) for code, _ in settings.LANGUAGES))
PUBLIC: Mapping[str, Mapping[str, re.Pattern[str]]] = {
    "tournament": {},
    "bracket": {"fase": ROUND, "pagina": NUMBER, "inscricao": ENTRY, "desde": ROUND},
    "rounds": {"rodada": STAGE_ROUND, "pagina": NUMBER},
    "standing": {"pagina": NUMBER},
    "hall": {"pagina": NUMBER, "tema": STATE},
    "entries": {"page": NUMBER},
    "regulation": {},
    "match": {"estado": STATE},
    "home": {"pagina": NUMBER},
    "season": {"pagina": NUMBER},
    "tournament_calendar": {},
    "table_calendar": {},
    "tournament_feed": {"lingua": LANGUAGE},
    "embed_bracket": {"lingua": LANGUAGE},
    "embed_standing": {"lingua": LANGUAGE},
    "embed_season": {"lingua": LANGUAGE},
    "sitemap": {},
}
"""Public pages by URL name, with the parameters that change them; others are ignored."""
POLLED = frozenset({"tournament", "bracket", "rounds", "standing", "hall", "match"})
STAFF_POLLED = frozenset({"now"})
"""Pages for staff only: the middleware answers their polls without news, which reveal nothing."""
SEARCHES = re.compile(r"(?:^|&)(?:q|busca|nome)=[^&]")
"""Searches are rate-limited for each reader, so they are never cached."""
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
NAMED |= {"embed_season": ("GAME", 2999), "sitemap": ()}
OF_SEASONS = frozenset({"season", "embed_season"})
"""Pages about a season, which change with the finished ranked tournaments alone."""
PERSONAL_COOKIES = frozenset({settings.SESSION_COOKIE_NAME, "messages"})
"""Cookies of readers who are signed in or have a message waiting."""


@dataclass(frozen=True, slots=True)
class PageKey:
    """A public page, and whether htmx requests its polled fragment.

    `slug` is the tournament's, "" for pages about all of them; `of` is the rest of the address.
    """

    name: str
    slug: str
    of: str
    is_fragment: bool


@dataclass(frozen=True, slots=True)
class PageVariant:
    """One representation of a page: its language, the parameters that change it, and the notice of delays.

    `query` has only parameters that change the page, in a fixed order.
    """

    page: PageKey
    query: str
    language: str
    is_delayed: bool


def page_of(request: HttpRequest) -> PageKey | None:
    """Return the public page, or the polled one of the staff, at the request's address; else None.

    None also for searches, and for all methods but GET.
    """
    query = request.META.get("QUERY_STRING", "")
    if request.method != "GET" or NUL in query or SEARCHES.search(query):
        return None
    name, slug, of = _page_at(request.path_info)
    is_fragment = name in POLLED | STAFF_POLLED and wants_fragment(request)
    return PageKey(name, slug, of, is_fragment) if name in PUBLIC or is_fragment else None


def variant_of(page: PageKey, request: HttpRequest) -> PageVariant:
    """Return the variant of the page that the request asks for."""
    query = _canonical_query(request.GET, PUBLIC[page.name])
    return PageVariant(page, query, language_of(request), not page.is_fragment and is_scheduling_delayed())


def version_seen(request: HttpRequest) -> Version | None:
    """Return the version that a poll says it has (`seq`, or `If-None-Match`); None if it says none."""
    polled = SEQ.search(request.META.get("QUERY_STRING", ""))
    told = polled[1] if polled else request.META.get("HTTP_IF_NONE_MATCH", "").strip('W/"').partition("-")[0]
    return Version.read(told)


def is_personalized(request: HttpRequest) -> bool:
    """Return whether the response may be for this reader alone, so that no cached one fits.

    True also for a host that Django's own middleware has to refuse, and for HTTP if the site requires HTTPS.
    """
    return not PERSONAL_COOKIES.isdisjoint(request.COOKIES) or not _is_allowed(request)


def anonymized(request: HttpRequest, variant: PageVariant) -> HttpRequest:
    """Replace the request's query by the variant's and remove its `Accept-Encoding`; return the same request.

    So the response fits all readers of the variant. The request is changed, not copied.
    """
    request.META["QUERY_STRING"] = variant.query
    request.META.pop("HTTP_ACCEPT_ENCODING", None)
    request.GET = QueryDict(variant.query)
    return request


@lru_cache(maxsize=2048)
def _page_at(path: str) -> tuple[str, str, str]:
    """Return the page's URL name, its tournament's slug and the rest of the address; "" for each without."""
    for name, address in _addresses():
        if found := address.fullmatch(path):
            said = found.groupdict()
            return name, said.get("slug", ""), said.get("of", "")
    return "", "", ""


@cache
def _addresses() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return the name of each public page with the pattern of its path."""
    names = PUBLIC.keys() | STAFF_POLLED
    return tuple((name, _address_pattern(reverse(name, args=NAMED.get(name, ("SLUG",))))) for name in names)


def _address_pattern(address: str) -> re.Pattern[str]:
    """Return a pattern of the address in which each placeholder of `PARTS` fits any slug, code or number."""
    form = re.escape(address)
    for part, pattern in PARTS.items():
        form = form.replace(part, pattern)
    return re.compile(form)


def _is_allowed(request: HttpRequest) -> bool:
    """Return whether the host is allowed, and the scheme https if the site requires it."""
    try:
        request.get_host()
    except DisallowedHost:
        return False
    return request.is_secure() or not settings.SECURE_SSL_REDIRECT


def _canonical_query(given: QueryDict, known: Mapping[str, re.Pattern[str]]) -> str:
    """Return the known query arguments in a fixed order; drop all others, and those of a wrong form."""
    kept = {name: str(given.get(name, "")) for name in known}
    return urlencode({name: value for name, value in kept.items() if known[name].fullmatch(value)})


CACHED_PARTS = 32  # of a tenth of a megabyte or two each
_parts = VersionedCache(CACHED_PARTS)


def shared_part(request: HttpRequest, record: RecordVersion, render: Callable[[], str]) -> SafeString:
    """Return a part of the page, cached for this version; `render` must not depend on the reader.

    Nothing is cached outside a read snapshot, for a record that is not public, or if `page_of` is None.
    """
    page = page_of(request)
    if page is None or not record.is_public:
        return mark_safe(render())  # noqa: S308 - a rendered template
    variant = variant_of(replace(page, is_fragment=True), request)
    return _parts.get(record, (variant,), lambda: mark_safe(render()))  # noqa: S308 - as above


DELAY_KEY = "scheduling-is-delayed"


def is_scheduling_delayed() -> bool:
    """Return whether scheduling is delayed, which pages then say; read at most once in `DELAY_SECONDS`."""
    found = caches["local"].get_or_set(DELAY_KEY, lambda: is_delayed(timezone.now()), settings.DELAY_SECONDS)
    return bool(found)
