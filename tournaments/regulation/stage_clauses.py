"""The regulation's sentences about what is played before the bracket, by kind of stage."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from django.utils.translation import gettext, ngettext

from tournaments.models import Tournament
from tournaments.stage_words import stages_in_words
from tournaments.stages.kinds import stage_plan
from tournaments.stages.plan import StagePlan

PAIRS = 2


def has_bracket(tournament: Tournament) -> bool:
    """Return whether a bracket is planned: without a stage, or after one from which entries go on."""
    plan = stage_plan(tournament.stages)
    return plan is None or plan.advance > 0


def stage_sentences(tournament: Tournament, kind: str) -> Iterator[str]:
    """Yield the rules of a stage of this kind; nothing if the tournament has none."""
    plan = stage_plan(tournament.stages)
    if plan is not None and plan.kind == kind:
        yield from SENTENCES[kind](tournament, plan)


def ranked_sentences(tournament: Tournament) -> Iterator[str]:
    """Yield why a ranked tournament with a stage gives points; if a bracket follows, also for which places.

    Nothing without a stage. The caller knows that it is ranked.
    """
    if not tournament.stages:
        return
    stages = stages_in_words(stage["kind"] for stage in tournament.stages)
    yield gettext("The editors of the catalogue accepted this type with %(stages)s.") % {"stages": stages}
    if has_bracket(tournament):
        yield gettext("Points follow the whole classification: first the bracket, then everyone else.")


def _sentences_of_swiss(tournament: Tournament, plan: StagePlan) -> Iterator[str]:
    """Yield the rules of Swiss rounds."""
    yield gettext("The rulebook has no Swiss rounds: these rules are ours.")
    yield ngettext(
        "There is %(n)s Swiss round, in which everyone plays.",
        "There are %(n)s Swiss rounds; everyone plays all of them, win or lose.",
        plan.rounds,
    ) % {"n": plan.rounds}
    yield gettext(
        "Each round is drawn between entries with similar results so far. No two meet twice if it can be "
        "avoided."
    )
    if plan.apart:
        yield gettext("People of one club or city are kept apart where possible.")
    if tournament.table_high == PAIRS:
        yield gettext("If the number is odd, one entry has a bye: the lowest one that had none.")
    yield from _sentences_of_draws(tournament)
    yield from _sentences_of_points(plan)
    yield (
        _sentence_of_order()
        if plan.counts_places
        else gettext(
            "The order is by wins; then by the wins of the opponents met, on average; then by places at the "
            "tables; then by table scores. Those still equal share the place."
        )
    )
    yield from _end_of_swiss(plan)
    yield gettext(
        "An entry that leaves keeps its results and is drawn no more. A late one comes in with the next "
        "round, without points for rounds missed."
    )


def _sentences_of_points(plan: StagePlan) -> Iterator[str]:
    """Yield what a match gives."""
    if not plan.counts_places:
        yield gettext("A win counts 1, everything else 0. A bye or a walkover is a win.")
        return
    yield gettext(
        "Places at a table give points, from 3 for the first to 0 for the last in equal steps: 3, 2, 1 and 0 "
        "at a table of four, 3, 1.5 and 0 at one of three."
    )
    yield gettext(
        "Those who share places at a table share the points of these places equally. Only those present have "
        "a place."
    )
    yield gettext("A bye or a walkover counts 3. A match without a winner gives nothing.")


def _sentence_of_order() -> str:
    return gettext(
        "The order is by points; then by the points of the opponents met, on average; then by places at the "
        "tables, on average; then by table scores. Those still equal share the place."
    )


def _end_of_swiss(plan: StagePlan) -> Iterator[str]:
    """Yield who goes on after Swiss rounds, or that no one does."""
    if not plan.advance:
        yield gettext("No bracket follows: the order after the rounds is final.")
        return
    yield gettext(
        "The best %(n)s go on to the bracket. If equal entries stand on both sides of that border, they cut "
        "cards for the last places."
    ) % {"n": plan.advance}
    yield gettext(
        "In the first round of the bracket, those who met in the last Swiss round are kept apart where "
        "possible."
    )


def _sentences_of_groups(tournament: Tournament, plan: StagePlan) -> Iterator[str]:
    """Yield the rules of groups."""
    yield gettext("The rulebook has no groups: these rules are ours.")
    yield gettext("The draw makes %(groups)s groups whose sizes differ by at most one.") % plan.plain
    if plan.apart:
        yield gettext("People of one club or city come into different groups where possible.")
    yield ngettext(
        "Everyone plays at most %(n)s game, within the group.",
        "Everyone plays at most %(n)s games, all within the group.",
        plan.rounds,
    ) % {"n": plan.rounds}
    yield from _sentences_of_pairs() if tournament.table_high == PAIRS else _sentences_of_larger_tables()
    yield from _sentences_of_draws(tournament)
    yield from _sentences_of_points(plan)
    yield (
        _sentence_of_group_order()
        if plan.counts_places
        else gettext(
            "The order within a group is by wins; then by the wins of the opponents met, on average; then by "
            "places at the tables; then by table scores. Those still equal share the place."
        )
    )
    yield from _end_of_groups(plan)
    yield gettext(
        "An entry that leaves keeps its results and is drawn no more. No one enters once the groups are "
        "drawn."
    )


def _sentence_of_group_order() -> str:
    return gettext(
        "The order within a group is by points; then by the points of the opponents met, on average; then by "
        "places at the tables, on average; then by table scores. Those still equal share the place."
    )


def _sentences_of_pairs() -> Iterator[str]:
    yield gettext("The entries of a group meet each other once, as far as the games go.")
    yield gettext("In a group of an odd number, one entry has a bye in each round.")


def _sentences_of_larger_tables() -> Iterator[str]:
    """Yield how groups are drawn at tables of more than two."""
    yield gettext(
        "Each round is drawn within the group, between entries with similar results so far. No two meet "
        "twice if it can be avoided."
    )
    yield gettext(
        "A group has as few tables as possible in a round, and tables of nearly the same size, also smaller "
        "than usual: five entries at tables of four play as three and two."
    )


def _end_of_groups(plan: StagePlan) -> Iterator[str]:
    """Yield who goes on from the groups, if anyone does, and which places all others have."""
    if plan.advance:
        yield ngettext(
            "The first of each group goes on to the bracket. If equal entries share that place, they cut "
            "cards for it.",
            "The best %(n)s of each group go on to the bracket. If equal entries stand on both sides of that "
            "border, they cut cards for the last places.",
            plan.advance,
        ) % {"n": plan.advance}
        yield gettext(
            "In the first round of the bracket, entries of one group are kept apart where possible."
        )
        yield gettext(
            "All others have the place of their group: the same places of different groups share a place of "
            "the tournament."
        )
    else:
        yield gettext(
            "No bracket follows. The places in the groups are final: the same places of different groups "
            "share a place of the tournament."
        )


def _sentences_of_draws(tournament: Tournament) -> Iterator[str]:
    """Yield how the draws of the rounds come about."""
    if tournament.promises_draws:
        yield gettext(
            "The draw of each round follows from a secret that is promised before any result of the round "
            "before it, from the entries and their results, and from a word called in the hall."
        )


SENTENCES: Mapping[str, Callable[[Tournament, StagePlan], Iterator[str]]] = MappingProxyType(
    {"swiss": _sentences_of_swiss, "groups": _sentences_of_groups}
)
"""The rules of each kind of stage, by the kind's name in settings and records."""
