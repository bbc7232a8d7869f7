"""A request under a tournament asks once what role its reader has, whatever page it comes to."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import reverse

from accounts.models import Player
from accounts.services import get_or_create_persona
from core.errors import Forbidden
from matches.models import Entry, Match
from tests import cast
from tests.route_values import ROUTE_VALUES
from tournaments import finding, policies
from tournaments.models import Role, Staff, Tournament
from web import urls

pytestmark = pytest.mark.django_db

UNDER = "torneios/<slug:slug>/"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    """Every question for somebody's role so far, by itself or with the tournament."""
    questions: list[tuple[object, ...]] = []
    held, with_role = policies._roles_held, finding.tournament_with_role

    def counting(*who: Any) -> Any:
        questions.append(who)
        return held(*who)

    def counting_both(*who: Any) -> Any:
        questions.append(who)
        return with_role(*who)

    monkeypatch.setattr(policies, "_roles_held", counting)
    monkeypatch.setattr(finding, "tournament_with_role", counting_both)
    return questions


def _addresses(tournament: Tournament) -> Iterator[tuple[str, str]]:
    """Every address under the tournament, for a match and an entry of it."""
    match = Match.objects.filter(ledger=tournament.ledger_id).order_by("pk").first()
    entry = Entry.objects.filter(ledger=tournament.ledger_id).order_by("pk").first()
    for pattern in urls.urlpatterns:
        route = str(pattern.pattern)
        if not route.startswith(UNDER):
            continue
        about: Any = entry if "inscricoes/" in route else match
        given = {**ROUTE_VALUES, "slug": tournament.slug, "code": about.code if about else "x"}
        yield (
            str(pattern.name),
            reverse(
                str(pattern.name), kwargs={name: given[name] for name in pattern.pattern.regex.groupindex}
            ),
        )


def _counts(tournament: Tournament, who: Player, asked: list[Any]) -> dict[str, tuple[int, int]]:
    """The status of each page, and how often the role was asked for it."""
    found, client = {}, cast.browser(who)
    for name, address in _addresses(tournament):
        asked.clear()
        found[name] = (client.get(address).status_code, len(asked))
    return found


@pytest.mark.parametrize("who", [cast.ana, cast.bruno, cast.caio])
@pytest.mark.parametrize("made", [cast.running, cast.created, cast.finished])
def test_the_role_is_asked_at_most_once_a_page(asked: list[Any], who: Any, made: Any) -> None:
    counts = _counts(made(), who(), asked)
    assert {name: count for name, count in counts.items() if count[1] > 1} == {}


@pytest.mark.parametrize("role", [*Role, None])
def test_the_role_that_comes_with_a_tournament_is_the_highest(role: Role | None) -> None:
    tournament, duda = cast.running(), cast.duda()
    lower = [one for one in Role if role and [*Role].index(one) >= [*Role].index(role)]
    for one in reversed(lower):
        persona = get_or_create_persona(tournament.ledger, duda)
        Staff.objects.create(tournament=tournament, persona=persona, role=one)
    assert finding.tournament_with_role(tournament.slug, duda) == (tournament, role)
    duda.is_narrowed = True
    assert finding.tournament_with_role(tournament.slug, duda)[1] == (Role.JUDGE if role else None)
    with pytest.raises(Forbidden):
        finding.tournament_with_role("nowhere", duda)


def test_a_judges_pages_ask_for_it_once(asked: list[Any]) -> None:
    counts = _counts(cast.running(), cast.bruno(), asked)
    assert [counts[name] for name in ("now", "match", "check_in", "paper")] == [(200, 1)] * 4
