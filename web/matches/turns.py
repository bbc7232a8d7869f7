"""Who began a game, and whose turns are still to come when its time is over (4.7.1)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.errors import Violation
from matches.models import MatchState
from rulesets.kernel.turns import StarterCut
from rulesets.registry import game_of
from tournaments.match_views.match import MatchView, SeatView
from tournaments.models import Tournament
from tournaments.play.starter import cycle_of


@dataclass(frozen=True, slots=True)
class LastTurn:
    """A turn of the last cycle, with the players whose turns follow it."""

    seat: SeatView
    later: tuple[str, ...]


def starter_seats(tournament: Tournament, view: MatchView) -> tuple[SeatView, ...]:
    """Return the seats of which one began; empty if that decides nothing in this match."""
    taken = tuple(seat for seat in view.seats if seat.persona_code)
    if view.state != MatchState.PLAYING or view.time_due_at is None or not taken:
        return ()
    numbers = [seat.number for seat in taken]
    return taken if cycle_of(tournament, numbers, numbers[0]) else ()


def last_cycle(tournament: Tournament, view: MatchView) -> tuple[LastTurn, ...]:
    """Return the turns of the cycle in progress, in order; empty before time is called or without a known
    starter.
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


def cuts_from(seats: Sequence[str], cards: Sequence[str]) -> tuple[StarterCut, ...]:
    """Return the cuts of a form: rows of a seat and its card, without empty cards.

    A repeated seat cuts again.
    """
    rounds: list[dict[int, str]] = []
    for seat, card in zip(seats, cards, strict=False):
        if not card or not seat.isdecimal():
            continue
        number = int(seat)
        place = sum(number in cut for cut in rounds)
        if place == len(rounds):
            rounds.append({})
        rounds[place][number] = card
    return tuple(StarterCut(tuple(cut), tuple(cut.values())) for cut in rounds)


def tie_context(cuts: Sequence[StarterCut], violations: Sequence[Violation]) -> Mapping[str, object]:
    """Return the cuts so far and the seats that have to cut again, if a refusal says that some are tied."""
    tied = [found for found in violations if found.code == "starter_tied"]
    if not tied:
        return {}
    rows = [tuple(zip(cut.seats, cut.cards, strict=True)) for cut in cuts]
    return {"starter_cuts": rows, "tied": tied[0].facts["seats"]}
