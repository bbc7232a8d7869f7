"""Who began a game, and whose turns are still to come when its time is over (4.7.1)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.errors import Violation
from core.text import number_in
from matches.models import MatchState
from rulesets.kernel.turns import StarterCut
from rulesets.registry import game_of
from tournaments.match_views.match import MatchView, SeatView
from tournaments.models import Tournament
from tournaments.play.starter import cycle_of

MAX_DIGITS = 4  # of a seat


@dataclass(frozen=True, slots=True)
class LastTurn:
    """A turn of the last cycle, with the names of the players whose turns follow it."""

    seat: SeatView
    later: tuple[str, ...]


def starter_seats(tournament: Tournament, view: MatchView) -> tuple[SeatView, ...]:
    """Return the seats of which one began, for a form; empty if it decides nothing in this match.

    It decides who has turns left when time is called.
    """
    taken = tuple(seat for seat in view.seats if seat.persona_code)
    if view.state != MatchState.PLAYING or view.time_due_at is None or not taken:
        return ()
    numbers = [seat.number for seat in taken]
    return taken if cycle_of(tournament, numbers, numbers[0]) else ()


def last_cycle(tournament: Tournament, view: MatchView) -> tuple[LastTurn, ...]:
    """Return the turns of the cycle (a turn of each player) in which time was called, in order.

    Empty before that, and if it is not known who began.
    """
    seats = {seat.number: seat for seat in view.seats if seat.persona_code}
    if view.state != MatchState.PLAYING or view.time_called_at is None or view.starter not in seats:
        return ()
    order = [seats[number] for number in cycle_of(tournament, list(seats), view.starter)]
    return tuple(
        LastTurn(seat, tuple(later.name for later in order[place:])) for place, seat in enumerate(order, 1)
    )


def starter_context(tournament: Tournament, view: MatchView, *, may_judge: bool) -> Mapping[str, object]:
    """Return the context of a match page about the seat that began, with the form for staff."""
    return {
        "last_cycle": last_cycle(tournament, view),
        "starter_seats": starter_seats(tournament, view) if may_judge else (),
        "starter": next((seat for seat in view.seats if seat.number == view.starter), None),
        "cards": game_of(tournament.game).sheet_terms.cards,
    }


def posted_cuts(seats: Sequence[str], cards: Sequence[str]) -> tuple[StarterCut, ...]:
    """Return the cuts of a form, which sends a seat and a card for each cut card; empty ones are left out.

    A seat that comes again belongs to the next cut, of those who were tied.
    """
    rounds: list[dict[int, str]] = []
    for seat, card in zip(seats, cards, strict=False):
        number = number_in(seat, MAX_DIGITS)
        if not card or number is None:
            continue
        place = sum(number in cut for cut in rounds)
        if place == len(rounds):
            rounds.append({})
        rounds[place][number] = card
    return tuple(StarterCut(tuple(cut), tuple(cut.values())) for cut in rounds)


def tie_context(cuts: Sequence[StarterCut], violations: Sequence[Violation]) -> Mapping[str, object]:
    """Return the context of the cuts so far and of the seats that cut again; {} if no violation says so."""
    tied = [found for found in violations if found.code == "starter_tied"]
    if not tied:
        return {}
    rows = [tuple(zip(cut.seats, cut.cards, strict=True)) for cut in cuts]
    return {"starter_cuts": rows, "tied": tied[0].facts["seats"]}
