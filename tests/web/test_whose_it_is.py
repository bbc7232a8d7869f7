"""Whose an act is comes before what is wrong with its form: strangers hear of their right alone.

Every address × the callers of `tests/web/test_access.py` who may not post there, with forms that nobody could
mean: empty, and with every name that any of our pages has.
"""

import re
from collections.abc import Callable, Iterator, Mapping

import pytest

from matches.models import Entry
from tests import cast
from tests.api.test_access import PLAYER, REACH, Place, before, during, peopled, person
from tests.inventions import accepted, proposed
from tests.servers.process import ROOT
from tests.services.test_decks import HERMETICA
from tests.services.test_kingdoms_companion import begun
from tests.web.addresses import PAGES, Address, Caller, Told, url_of
from tests.web.test_access import (
    BEFORE_THE_DRAW,
    OF_A_SIDE,
    OUTSIDE,
    PLAYING,
    TOURNAMENT,
    Row,
    refused,
)
from web.service_form import ServiceForm

pytestmark = [pytest.mark.django_db, pytest.mark.F66, pytest.mark.F67]

EVERYBODYS = {
    "home": "a tournament or player is looked for",
    "sign_up": "who signs up has no account yet",
    "login": "its form is the password that shows who comes",
    "second_step": "its form is the code that shows who comes",
    "passkey_challenge": "what is signed shows who comes",
    "passkey_sign_in": "its form is the passkey that shows who comes",
    "set_language": "a language is chosen for this browser alone",
    "live": "asks whether the process answers",
    "ready": "asks whether the database answers",
    "metrics": "asked by networks that an operator names, by any method",
    "deck_check": "judges any list for anybody, and stores nothing",
    "type": "the type of the matrix is not there; of one that is, below",
    "access_code": "a code is typed before it is known whose",
    "forgotten_password": "its answer is the same for every address",
    "stop_notices": "the signed link shows whose mail stops",
    "access_link": "a code without an account has one answer, right or wrong",
}
"""Whose form may be wrong before anybody is known."""


def kinds(form: type[ServiceForm]) -> Iterator[type[ServiceForm]]:
    """Every form made of this one."""
    for kind in form.__subclasses__():
        yield kind
        yield from kinds(kind)


def names() -> set[str]:
    """Whatever a field of ours is called."""
    pages = (ROOT / "templates").rglob("*.html")
    written = {name for page in pages for name in re.findall(r'\bname="(\w+)"', page.read_text())}
    return written | {name for kind in kinds(ServiceForm) for name in kind.base_fields}


SENT: tuple[Mapping[str, str], ...] = ({}, dict.fromkeys(names(), "-1☃"))
STRANGERS = ("nobody", "signed in", "judge", "coordinator")
"""One of each kind; who organizes elsewhere, or administers the site, is here whoever has an account."""


def leaks(place: Place, rights: Mapping[str, Row], callers: tuple[str, ...] = STRANGERS) -> list[str]:
    """Who hears more of a form than that it is not theirs, or writes something."""
    return [
        f"{name}, {address.name}: {told.status} {told.where} {told.wrote[:1]}"
        for name in callers
        for caller in [Caller(person(name))]
        for address in PAGES
        if address.name in rights and not may(name, rights[address.name])
        for told in sent(caller, place, address)
        if not (refused(name, told) or told.status == 404) or told.wrote
    ]


def may(name: str, row: Row) -> bool:
    """Whether they may post there, or nobody does."""
    return row[1] is None or REACH[name] >= row[1]


def sent(caller: Caller, place: Place, address: Address) -> list[Told]:
    """What each form is answered."""
    return [caller.post(url_of(address, place), form) for form in SENT]


def test_our_pages_have_fields() -> None:
    assert names() > {"seen", "reason", "whom", "username", "capacity"}


def test_nobody_is_told_what_is_wrong_with_what_is_not_theirs() -> None:
    place = during()
    rights = {name: row for name, row in TOURNAMENT.items() if "kingdoms" not in name}
    assert leaks(place, {**rights, **dict.fromkeys(OF_A_SIDE, (0, len(REACH)))}) == []
    players = {
        "tables": TOURNAMENT["tables"],
        "sheet": TOURNAMENT["sheet"],
        "help_answer": TOURNAMENT["help_answer"],
    }
    assert leaks(place, players, ("player",)) == []


def test_nor_before_the_draw() -> None:
    rights = {name: row for name, row in TOURNAMENT.items() if name in ("entries", "waiting_list", "door")}
    assert leaks(before(), {**rights, **PLAYING, **BEFORE_THE_DRAW}) == []


def test_nor_at_a_game_of_kingdoms() -> None:
    tournament, match = begun()
    place = Place(peopled(tournament), match=match.code)
    assert leaks(place, {"kingdoms": TOURNAMENT["kingdoms"]}) == []


def test_only_a_judge_makes_a_sheet_of_a_game_of_kingdoms() -> None:
    tournament, match = begun()
    place = Place(peopled(tournament), match=match.code)
    (page,) = (address for address in PAGES if address.name == "kingdoms")
    player = Caller(person("player"))
    assert player.post(url_of(page, place), {"do": "sheet", "seen": "9"}).status == 403
    assert player.post(url_of(page, place), {"do": "pass", "seen": "9"}).status == 409


def test_nor_of_the_decks_of_others_which_everybody_reads_once_it_is_over() -> None:
    tournament = cast.finished(8, **HERMETICA)
    entry = Entry.objects.get(ledger=tournament.ledger_id, members__persona__player=cast.caio())
    place, (page,) = Place(tournament, entry=entry.code), (one for one in PAGES if one.name == "entry_decks")
    assert leaks(place, {page.name: (PLAYER, PLAYER)}, ("nobody", "signed in")) == []
    assert Caller(cast.bruno()).post(url_of(page, place), {}).status in (409, 422)
    assert Caller(cast.bruno()).post(url_of(page, place), {"waive": "1"}).status == 403


@pytest.mark.parametrize("made", [proposed, accepted])
def test_nor_of_the_types_of_others(made: Callable[[], object]) -> None:
    made()
    (page,) = (address for address in PAGES if address.name == "type")
    for name, status in (("nobody", 302), ("signed in", 403)):
        answers = {told.status for told in sent(Caller(person(name)), Place(cast.created()), page)}
        assert answers == {status if made is accepted else 404}, name


def test_outside_tournaments_who_has_no_account_is_sent_to_sign_in() -> None:
    assert leaks(Place(peopled(cast.created())), OUTSIDE) == []
    assert {name for name, row in OUTSIDE.items() if row[1] == 0} == set(EVERYBODYS)
