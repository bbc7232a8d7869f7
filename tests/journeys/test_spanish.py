"""The day in Spanish on a phone: what visitors, players, judges and organizers open is theirs throughout.

What stands there as the English source or the Portuguese translation has it was forgotten, or kept for
readers of another language; what is in neither catalog but has words of these languages was never marked.
Spanish is longer, so each page has to fit the phone as well.
"""

import re
from collections.abc import Iterator, Sequence

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from django.conf import settings

from matches.models import Match, MatchState
from tests import cast
from tests.journeys.people import TOUCHED, Meet, Person
from tests.journeys.test_looks import at, tabs, who
from tests.servers.site import Site
from tournaments.models import Tournament

TEXTS = """() => {
  const theirs = "bdi, pre, code, script, style, template, [lang]:not(html), #announced";
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = new Set();
  while (walk.nextNode()) {
    const text = walk.currentNode.textContent.trim().replace(/\\s+/g, " ");
    if (/\\p{L}{2}/u.test(text) && !walk.currentNode.parentElement.closest(theirs)) found.add(text);
  }
  for (const one of document.querySelectorAll("[aria-label], [title], [placeholder]"))
    for (const name of ["aria-label", "title", "placeholder"])
      if (one.getAttribute(name) && !one.closest(theirs)) found.add(one.getAttribute(name));
  return [...found];
}"""
OF_OTHERS = re.compile(
    r"\b(the|and|with|not|you|your|is|are|of|não|você|são|com|uma|um|à|às|ção)\b", re.IGNORECASE
)


def catalog(locale: str) -> Catalog:
    path = settings.BASE_DIR / "locale" / locale / "LC_MESSAGES" / "django.po"
    with path.open(encoding="utf-8") as file:
        return read_po(file)


def each(said: str | Sequence[str] | None) -> Sequence[str]:
    return (said,) if isinstance(said, str) else said or ()


def strings(locale: str) -> Iterator[tuple[str, str]]:
    """Each source with its translation; of a plural both."""
    for message in catalog(locale):
        yield from zip(each(message.id), each(message.string), strict=False)


@pytest.fixture(scope="module")
def foreign() -> frozenset[str]:
    """What a page in Spanish never says: the sources, and their Portuguese, but for what reads the same."""
    ours = {told for _source, told in strings("es")}
    sources = {source for source, _told in strings("es")}
    return frozenset((sources | {told for _source, told in strings("pt_BR")}) - ours)


@pytest.fixture
def phone(live_site: Site, meet: Meet) -> Person:
    return meet(live_site, locale="es-AR", **TOUCHED)


def left(phone: Person, foreign: frozenset[str], *paths: str) -> list[str]:
    """What is not in Spanish on these pages, each of which fits the phone."""
    found = []
    for path in paths:
        assert phone.go(path).page.locator("html").get_attribute("lang") == "es"
        shown = phone.page.evaluate(TEXTS)
        found += [f"{path}: {said}" for said in shown if said in foreign or OF_OTHERS.search(said)]
    return found


def playing(tournament: Tournament) -> Match:
    return Match.objects.filter(ledger=tournament.ledger, state=MatchState.PLAYING).order_by("number")[0]


def test_what_is_not_in_spanish_is_found(phone: Person, foreign: frozenset[str]) -> None:
    assert {"Sign in", "Criar conta", "Enter"} <= foreign
    phone.page.set_content('<html lang="es"><main><p>Sign in</p><p>All of the rest</p><p>Entrar</p></main>')
    shown = phone.page.evaluate(TEXTS)
    assert sorted(shown) == ["All of the rest", "Entrar", "Sign in"]
    assert [said for said in shown if said in foreign or OF_OTHERS.search(said)] == [
        "Sign in",
        "All of the rest",
    ]


def test_before_the_day(phone: Person, foreign: frozenset[str]) -> None:
    tournament = cast.checked_in(9, ranked=True, venue="Ingá")
    found = left(phone, foreign, "/", "/conta/entrar/", "/conta/criar/", *at(tournament, "", "inscricoes/"))
    who(phone, cast.duda())
    found += left(phone, foreign, "/", "/conta/", "/torneios/novo/", *at(tournament, "inscrever-se/"))
    who(phone, cast.ana())
    found += left(phone, foreign, *tabs(phone, tournament))
    assert found == [], "\n".join(found)


def test_on_the_day(phone: Person, foreign: frozenset[str]) -> None:
    tournament = cast.running(9, time_limit=40)
    match = playing(tournament)
    public = at(
        tournament, "", "chave/", "classificacao/", "telao/", f"partidas/{match.code}/", "registro/conferir/"
    )
    found = left(phone, foreign, *public)
    for person in (cast.caio(), cast.bruno(), cast.ana()):
        who(phone, person)
        found += left(phone, foreign, *tabs(phone, tournament), *at(tournament, f"partidas/{match.code}/"))
    found += left(phone, foreign, *at(tournament, f"papel/{match.code}/", f"partidas/{match.code}/faltas/"))
    assert found == [], "\n".join(found)


def test_after_the_day(phone: Person, foreign: frozenset[str]) -> None:
    tournament = cast.finished(9, ranked=True)
    found = left(phone, foreign, *tabs(phone, tournament), "/temporadas/chama/2026/")
    who(phone, cast.ana())
    found += left(phone, foreign, *tabs(phone, tournament), *at(tournament, "encerrar/"))
    assert found == [], "\n".join(found)
