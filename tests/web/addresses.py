"""Every address that Django's resolver knows outside of the API, and what a caller is answered there."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from accounts.models import Player
from tests import cast
from tests.api.test_access import Place
from tests.route_values import ROUTE_VALUES

INVENTED = "fortaleza"  # a type that no one has unless a test invents it
CODED = {"partidas": "match", "papel": "match", "inscricoes": "entry"}
FORMS: Mapping[str, Mapping[str, str]] = {
    "tables": {"count": "3"}, "match_help": {"whom": "judge"}, "match_free_seats": {"side": "1"},
    "kingdoms": {"do": "undo"}, "entry_decks": {"text": "2 Muralha"},
}  # fmt: skip
"""What is sent where a form is read before it is asked whose the act is."""
UNTOLD = ("core_attempt", "django_session")
"""Where attempts are counted, and who is signed in: that is written for anybody."""
WRITES = ("INSERT", "UPDATE", "DELETE")


class Address(NamedTuple):
    """An address with the name under which it is reversed, or its own where it has none."""

    name: str
    path: str
    pattern: URLPattern


class Told(NamedTuple):
    """What somebody was answered, and whether anything was written."""

    status: int
    where: str
    body: bytes
    wrote: tuple[str, ...] = ()


def _all(patterns: Iterable[Any], before: str = "", space: str = "") -> Iterator[Address]:
    for pattern in patterns:
        path = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            inside = f"{space}{pattern.namespace}:" if pattern.namespace else space
            yield from _all(pattern.url_patterns, path, inside)
        else:
            yield Address(f"{space}{pattern.name}" if pattern.name else path, path, pattern)


ALL = [address for address in _all(get_resolver().url_patterns) if not address.path.startswith("api/")]
OF_ADMINISTRATION = [address for address in ALL if address.path.startswith("admin/")]
PAGES = [address for address in ALL if address not in OF_ADMINISTRATION]


def url_of(address: Address, place: Place | None = None) -> str:
    """Where that is, of things that are there; of the administration filled in by hand."""
    own = {"slug": place.tournament.slug, "code": code_of(address, place)} if place else {}
    known = {**ROUTE_VALUES, "key": INVENTED, **own}
    if address.path.startswith("admin/"):
        return _filled(address, known)
    gaps = address.pattern.pattern.converters
    return reverse(address.name, kwargs={name: known[name] for name in gaps})


def _filled(address: Address, known: Mapping[str, object]) -> str:
    """By hand: half of these have no name."""
    url = address.path.replace("(?P<url>.*)$", "x").partition("^(?P<app_label>")
    path = f"{url[0]}accounts/" if url[1] else url[0]
    for name in address.pattern.pattern.converters:
        path = path.replace(f"<path:{name}>", str(known[name])).replace(f"<{name}>", str(known[name]))
    return f"/{path}"


def code_of(address: Address, place: Place) -> str:
    """Of the match, the entry or the player that the address is about."""
    field = next((CODED[part] for part in address.path.split("/") if part in CODED), "")
    return str(getattr(place, field)) if field else cast.caio().code


class Caller:
    """A browser of somebody, asked so often that it must not keep what it is told."""

    def __init__(self, who: Player | None) -> None:
        self.client = cast.browser(who)
        self.jar = {name: morsel.value for name, morsel in self.client.cookies.items()}

    def get(self, url: str) -> Told:
        """Open it."""
        return self._told(lambda client: client.get(url))

    def post(self, url: str, form: Mapping[str, str]) -> Told:
        """Send a form there."""
        return self._told(lambda client: client.post(url, dict(form)))

    def _told(self, ask: Callable[[Client], Any]) -> Told:
        """The answer, of which nothing stays."""
        wrote = list[str]()
        self.client.cookies.clear()
        self.client.cookies.load(self.jar)
        with transaction.atomic():
            with _noting(wrote):
                answer = ask(self.client)
            transaction.set_rollback(True)
        body = b"" if answer.streaming else answer.content
        return Told(answer.status_code, answer.headers.get("Location", ""), body, tuple(wrote))


def _noting(wrote: list[str]) -> AbstractContextManager[None]:
    """While every row that is written is noted, but for what is written for anybody and what is undone."""
    points: dict[str, int] = {}

    def note(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith("SAVEPOINT "):
            points[sql.rsplit(maxsplit=1)[-1]] = len(wrote)
        elif sql.startswith("ROLLBACK TO "):
            del wrote[points[sql.rsplit(maxsplit=1)[-1]] :]
        elif sql.startswith(WRITES) and not any(table in sql for table in UNTOLD):
            wrote.append(sql)
        return execute(sql, params, many, context)

    return connection.execute_wrapper(note)


def form_for(address: Address, place: Place) -> Mapping[str, str]:
    """A form of this page, sent by somebody who saw the newest."""
    return {
        "seen": str(place.tournament.ledger.head_seq),
        "person": place.seated,
        **FORMS.get(address.name, {}),
    }
