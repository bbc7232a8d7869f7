"""A tournament of eight from the account to the record, by the client that `make client` generates.

    python docs/examples/day.py https://your.host

Every value has a type: `mypy --strict` checks this program together with the client.
"""

import sys
import time
from collections.abc import Callable
from typing import Any, TypeVar
from uuid import uuid4

from chama_tournaments import AuthenticatedClient, Client
from chama_tournaments.api.accounts import sign_up
from chama_tournaments.api.draw import publish_draw
from chama_tournaments.api.entries import check_in_all, import_entries
from chama_tournaments.api.finish import finish_tournament
from chama_tournaments.api.matches import list_matches, record_sheet, start_match
from chama_tournaments.api.record import record
from chama_tournaments.api.standing import standing
from chama_tournaments.api.token import obtain_token
from chama_tournaments.api.tournaments import create_tournament
from chama_tournaments.models import (
    CheckedIn,
    DrawIn,
    Drawn,
    Import,
    Imported,
    LineIn,
    Match,
    MatchDetail,
    MatchPage,
    Me,
    NewEntry,
    Problem,
    Recorded,
    RecordIn,
    SignUp,
    StandingPlacePage,
    TokenMade,
    TokenWanted,
    TournamentCreation,
    TournamentDetail,
    TournamentShown,
)
from chama_tournaments.models.ended_by_enum import EndedByEnum
from chama_tournaments.models.list_matches_state import ListMatchesState

T = TypeVar("T")
PEOPLE = ["Caio", "Duda", "Eva", "Fabio", "Gil", "Hugo", "Iris", "Lia"]


def expect(answer: object, kind: type[T]) -> T:
    """Return the API's answer if it is of this kind; else exit with the refusal."""
    if isinstance(answer, Problem):
        raise SystemExit(f"{answer.status} {answer.error}: {answer.detail}")
    if not isinstance(answer, kind):
        raise SystemExit(f"no {kind.__name__}: {answer}")
    return answer


def sign_up_client(base: str, **options: Any) -> AuthenticatedClient:
    """Create an account, and return a client that bears its token.

    `base` is the site's address; `options` are those of `httpx`.
    """
    visitor, name = Client(base_url=base, httpx_args=options), f"ana-{uuid4().hex[:8]}"
    password = "seis reinos intactos"  # noqa: S105 - of an account that is made here
    expect(sign_up.sync(client=visitor, body=SignUp(username=name, password=password, name="Ana")), Me)
    wanted = TokenWanted(username=name, password=password)
    made = expect(obtain_token.sync(client=visitor, body=wanted), TokenMade)
    return AuthenticatedClient(base_url=base, token=made.token, prefix="Token", httpx_args=options)


def create_drawn_tournament(ana: AuthenticatedClient) -> str:
    """Create a tournament of eight, check them in, publish its draw, and return its `slug`."""
    facts = TournamentCreation(kind="campeonato", name=f"Exemplo {uuid4().hex[:6]}", year=2026, tables=2)
    slug = expect(
        create_tournament.sync(client=ana, body=facts, idempotency_key="create"), TournamentDetail
    ).slug
    rows = Import(rows=[NewEntry(names=[name]) for name in PEOPLE])
    expect(import_entries.sync(slug, client=ana, body=rows, idempotency_key="entries"), Imported)
    expect(check_in_all.sync(slug, client=ana), CheckedIn)
    expect(
        publish_draw.sync(slug, client=ana, body=DrawIn(shape=[[4, 4], [2]]), idempotency_key="draw"), Drawn
    )
    return slug


def list_called_matches(slug: str, ana: AuthenticatedClient) -> list[Match]:
    """Return the matches that are called to a table now."""
    return expect(list_matches.sync(slug, client=ana, state=ListMatchesState.CALLED), MatchPage).results


def record_first_side_wins(slug: str, match: Match, ana: AuthenticatedClient) -> None:
    """Start the match and record its sheet: the first side wins with six intact realms."""
    begun = expect(start_match.sync(slug, match.code, client=ana), MatchDetail)
    lines = [
        LineIn(player=seat.player, intact=6 if seat.side == 1 else 2) for seat in begun.seats if seat.player
    ]
    sheet = RecordIn(ended_by=EndedByEnum.WIN_CONDITION, winner=1, lines=lines)
    key = f"sheet-{match.code}"
    expect(record_sheet.sync(slug, match.code, client=ana, body=sheet, idempotency_key=key), Recorded)


def play_day(base: str, wait: Callable[[], object], **options: Any) -> tuple[str, str]:
    """Play a whole tournament; return the names of who won, and the record as text.

    `base` is the site's address. Call `wait` while matches are still to be called.
    """
    ana = sign_up_client(base, **options)
    slug, left = create_drawn_tournament(ana), 3
    while left:
        for match in list_called_matches(slug, ana) or []:
            record_first_side_wins(slug, match, ana)
            left -= 1
        wait()
    expect(finish_tournament.sync(slug, client=ana), TournamentShown)
    places = expect(standing.sync(slug, client=ana), StandingPlacePage).results
    return ", ".join(places[0].names), expect(record.sync(slug, client=ana), str)


if __name__ == "__main__":
    winner, lines = play_day(sys.argv[1], lambda: time.sleep(1))
    print(f"{winner} won; the record has {len(lines.splitlines())} lines.")
