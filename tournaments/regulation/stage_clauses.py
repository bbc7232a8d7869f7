"""The regulation's sentences about Swiss rounds before the bracket."""

from collections.abc import Iterator

from django.utils.translation import gettext, ngettext

from tournaments.models import Tournament
from tournaments.stages.plan import SwissPlan, swiss_plan

PAIRS = 2


def has_bracket(tournament: Tournament) -> bool:
    """Return whether a bracket is planned."""
    plan = swiss_plan(tournament.stages)
    return plan is None or plan.advance > 0


def swiss_sentences(tournament: Tournament) -> Iterator[str]:
    """Yield the rules of the rounds; nothing for a bracket alone."""
    plan = swiss_plan(tournament.stages)
    if plan is None:
        return
    yield gettext("The rulebook has no Swiss rounds: these rules are ours.")
    yield ngettext(
        "There is %(n)s Swiss round, in which everyone plays.",
        "There are %(n)s Swiss rounds; everyone plays all of them, win or lose.",
        plan.rounds,
    ) % {"n": plan.rounds}
    yield from _pairing(tournament, plan)
    yield gettext("A win counts 1, everything else 0. A bye or a walkover is a win.")
    yield gettext(
        "The order is by wins; then by the wins of the opponents met, on average; then by places at the "
        "tables; then by table scores. Those still equal share the place."
    )
    yield _end(plan)
    yield gettext(
        "An entry that leaves keeps its results and is drawn no more. A late one comes in with the next "
        "round, without wins for rounds missed."
    )


def _pairing(tournament: Tournament, plan: SwissPlan) -> Iterator[str]:
    yield gettext(
        "Each round is drawn between entries with about as many wins. No two meet twice if it can be avoided."
    )
    if plan.apart:
        yield gettext("People of one club or city are kept apart where possible.")
    if tournament.table_high == PAIRS:
        yield gettext("If the number is odd, one entry has a bye: the lowest one that had none.")
    if tournament.promises_draws:
        yield gettext(
            "The draw of each round follows from a secret that is promised before any result of the round "
            "before it, from the entries and their wins, and from a word called in the hall."
        )


def _end(plan: SwissPlan) -> str:
    if not plan.advance:
        return gettext("No bracket follows: the order after the rounds is final.")
    return gettext(
        "The best %(n)s go on to the bracket. If equal entries stand on both sides of that border, they cut "
        "cards for the last places."
    ) % {"n": plan.advance}
