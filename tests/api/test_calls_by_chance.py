"""Calls made from docs/openapi.yaml alone, by everybody: sensible ones, and such as nobody could mean.

Whatever it is, it is answered as described, and never with a fault of ours. This is a slice of the
endorsement's (`tools/endorsement/fuzz/`) within one process: what each call does is undone.
"""

from collections import Counter
from collections.abc import Mapping

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.models import Player
from tests import cast
from tests.acts import assert_sound
from tests.api.programs import Program, program
from tests.api.wires import Answer, InProcess
from tests.cast import ana, bruno, caio, duda
from tests.services.test_decks import DUE, HERMETICA
from tests.services.test_kingdoms_companion import begun
from tools.endorsement.description import description
from tools.endorsement.fuzz.calls import Fuzz
from tools.endorsement.fuzz.known import Known, exchange_tokens, read_codes
from tools.endorsement.fuzz.section import ENDS_KEYS, MORE_OF, make_sender, send_all
from tools.endorsement.play.client import Answer as Told
from tournaments.models import Tournament
from tournaments.tables.cards import issue_links

pytestmark = [pytest.mark.django_db, pytest.mark.F98]
CALLS = 300


def undone(method: str, path: str, content: bytes | None, headers: Mapping[str, str]) -> Told:
    """The answer of a call of which nothing stays."""
    with transaction.atomic():
        answer = InProcess().send(method, path, content, headers)
        transaction.set_rollback(True)
    return Told(answer.status, answer.body, answer.text.encode(), dict(answer.headers))


def there(tournament: Tournament) -> Known:
    """Its codes, as Ana is told them."""
    boss, phone = Program(InProcess(), cast.key(ana())), Program(InProcess())
    found = read_codes(lambda path: body(boss.get(path)), tournament.slug, ["ana", "bruno", "caio", "duda"])
    return {
        **found,
        "pass": exchange_tokens(lambda token: body(phone.post("table/", {"token": token})), found["token"]),
    }


def body(answer: Answer) -> object:
    """What is told, or None."""
    return answer.body if answer.status < 300 else None


def stages() -> dict[str, Tournament]:
    """A tournament at each stage."""
    full = cast.entered(6, capacity=6)
    program(bruno()).post(f"tournaments/{full.slug}/waiting/", {"names": ["Eva"]})
    on = cast.running(8, name="Corre", table_high=2, house_rules={"player_reports": True})
    issue_links(on, by=ana(), now=timezone.now())
    return {
        "private": cast.created(name="Segredo"), "full": full, "on": on, "kingdoms": begun()[0],
        "decks": cast.entered(4, name="Baralho", **HERMETICA, house_rules=DUE),
        "finished": cast.finished(4, name="Passado"),
    }  # fmt: skip


def token(who: Player | None) -> str | None:
    """Their key."""
    return cast.key(who) if who else None


@pytest.mark.parametrize("first", range(0, 2 * CALLS, CALLS))
def test_whatever_is_asked_is_answered_as_described(first: int) -> None:
    found = stages()
    callers = {"organizer": ana(), "judge": bruno(), "player": caio(), "stranger": duda(), "nobody": None}
    senders = {name: make_sender(undone, token(who)) for name, who in callers.items()}
    places, who = [there(one) for one in found.values()], [*callers, *MORE_OF]
    fuzz = Fuzz(description(), places, who, 20261125, ENDS_KEYS)
    statuses: Counter[int] = Counter()
    assert send_all(fuzz.calls(first, CALLS), senders, statuses) == []
    assert {200, 400, 401, 403, 404, 422} <= set(statuses)
    assert_sound(cast.fresh(found["on"]))
