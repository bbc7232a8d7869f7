"""What people read about the stage before the bracket: for each kind of stage the same sentences.

It touches nothing but the plan of a tournament.
"""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext_lazy

Sentences = Mapping[str, str | Promise]

SWISS: Sentences = {
    "name": _("Swiss rounds"),
    "listed": pgettext_lazy("in a sentence", "Swiss rounds"),
    "round": _("Swiss round %(number)d"),
    "to_page": _("To the Swiss rounds"),
    "planned": ngettext_lazy("%(rounds)s round is planned.", "%(rounds)s rounds are planned.", "rounds"),
    "best_go_on": _("The best %(advance)s go on to the bracket."),
    "in_short": "%(rounds)s",
    "length_label": _("Swiss rounds"),
    "length": "%(rounds)s",
    "going_on": "%(advance)s",
    "apart": _("kept apart where possible"),
    "then_bracket": _("then a bracket of the best %(advance)s"),
    "empty": _("The tables appear here once the first round is drawn."),
    "draw_title": _("Draw of the first Swiss round"),
    "confirm_title": _("Draw the first Swiss round?"),
    "draw_first": _("Draw the first round"),
    "first_drawn": _("The first round is drawn."),
    "withdraw": _(
        "The tables of the first round disappear, and entries and check-in open again. The withdrawn draw "
        "and your reason stay on the record."
    ),
    "draw_next": _("Every match of this round has its sheet. Draw the next Swiss round."),
    "close_next": _("All Swiss rounds are played. Close them, and see who goes on."),
    "close": _("Close the Swiss rounds"),
    "close_and_draw": _("Close the rounds and draw the bracket"),
    "closed": _("The Swiss rounds are closed."),
    "closed_and_drawn": _("The Swiss rounds are closed, and the bracket is drawn."),
    "closing_draws": _(
        "The order of the rounds is fixed, and the bracket is drawn: the best meet as late as possible. It "
        "cannot be withdrawn."
    ),
    "closing_ends": _(
        "The order of the rounds becomes the final order; no bracket follows. Then the tournament can be "
        "finished."
    ),
    "too_few": _("Too few entries are left for a bracket. The order of the rounds becomes the final order."),
    "fewer": _("%(planned)s were planned, but only %(places)s can go on."),
    "bracket_later": _("The bracket is drawn after the Swiss rounds, and appears here."),
    "no_bracket": _("There is no bracket here: the order of the Swiss rounds decides."),
    "wait": _("Wait for Swiss round %(number)s: your table appears here once it is drawn."),
    "last_then_bracket": _(
        "The last Swiss round is played. This page says whether you go on once all tables are done."
    ),
    "last_then_end": _("The last Swiss round is played. Your place is final once all tables are done."),
    "over": _("The Swiss rounds are over. Your place is in the standings."),
    "where_waits": _("Waits for the next Swiss round, or for the end of the rounds."),
    "where_over": _("The Swiss rounds are over; the place is in the standings."),
    "late": _(
        "An entry that comes after the draw joins a table of the Swiss round that has not started, or plays "
        "from the next round on, with no points for rounds missed. It is noted on the public record."
    ),
    "late_closed": _("No Swiss round is to come, so no one else can join."),
    "who_goes_on": _("After the Swiss rounds: who goes on"),
    "ended": _("The Swiss rounds are over"),
    "bracket_origin": _(
        "No one chose this draw: its secret was promised before any result of the last Swiss round was "
        "known, and the bracket and the suits follow from the order of the rounds, the secret, the entries "
        "and the word called in the hall."
    ),
    "announced": ngettext_lazy(
        "%(rounds)s Swiss round for everyone", "%(rounds)s Swiss rounds for everyone", "rounds"
    ),
    "announced_best": _("the best %(advance)s go on to the bracket"),
}
GROUPS: Sentences = {
    "name": _("Groups"),
    "listed": pgettext_lazy("in a sentence", "groups"),
    "round": _("Round %(number)d of the groups"),
    "to_page": _("To the groups"),
    "planned": _("%(groups)s groups are planned."),
    "best_go_on": ngettext_lazy(
        "The first of each group goes on to the bracket.",
        "The best %(advance)s of each group go on to the bracket.",
        "advance",
    ),
    "length_label": _("Games"),
    "length": ngettext_lazy("%(rounds)s for each", "up to %(rounds)s for each", "rounds"),
    "going_on": ngettext_lazy("the first of each group", "the best %(advance)s of each group", "advance"),
    "apart": _("in different groups where possible"),
    "in_short": ngettext_lazy(
        "%(groups)s, with %(rounds)s game for each",
        "%(groups)s, with up to %(rounds)s games for each",
        "rounds",
    ),
    "then_bracket": ngettext_lazy(
        "then a bracket of the first of each group",
        "then a bracket of the best %(advance)s of each group",
        "advance",
    ),
    "empty": _("The groups and their tables appear here once the first round is drawn."),
    "draw_title": _("Draw of the groups and their first round"),
    "confirm_title": _("Draw the groups and their first round?"),
    "draw_first": _("Draw groups and first round"),
    "first_drawn": _("The groups and their first round are drawn."),
    "withdraw": _(
        "The groups and the tables of their first round disappear, and entries and check-in open again. The "
        "withdrawn draw and your reason stay on the record."
    ),
    "draw_next": _("Every match of this round has its sheet. Draw the next round of the groups."),
    "close_next": _("All matches of the groups are played. Close the groups, and see who goes on."),
    "close": _("Close the groups"),
    "close_and_draw": _("Close the groups and draw the bracket"),
    "closed": _("The groups are closed."),
    "closed_and_drawn": _("The groups are closed, and the bracket is drawn."),
    "closing_draws": _(
        "The order of each group is fixed, and the bracket is drawn: the best meet as late as possible, and "
        "members of one group do not meet in its first round if that can be avoided. It cannot be withdrawn."
    ),
    "closing_ends": _(
        "The order of the groups becomes the final order; no bracket follows. Then the tournament can be "
        "finished."
    ),
    "too_few": _("Too few entries are left for a bracket. The order of the groups becomes the final order."),
    "fewer": _(
        "%(planned)s were planned, but only %(places)s can go on: a group has not enough entries left, or "
        "there is no bracket for so many, so that the last places are left off in all groups."
    ),
    "bracket_later": _("The bracket is drawn after the groups, and appears here."),
    "no_bracket": _("There is no bracket here: the order of the groups decides."),
    "wait": _("Wait for round %(number)s of the groups: your table appears here once it is drawn."),
    "last_then_bracket": _(
        "The matches of your group are played. This page says whether you go on once all groups are done."
    ),
    "last_then_end": _("The matches of your group are played. Your place is final once all groups are done."),
    "over": _("The groups are over. Your place is in the standings."),
    "where_waits": _("Waits for the next round of the groups, or for their end."),
    "where_over": _("The groups are over; the place is in the standings."),
    "late": _("The groups are drawn and take no one in: who comes late enters before the draw."),
    "late_closed": _("The groups are drawn and take no one in: who comes late enters before the draw."),
    "who_goes_on": _("After the groups: who goes on"),
    "ended": _("The groups are over"),
    "bracket_origin": _(
        "No one chose this draw: its secret was promised before any result of the last round of the groups "
        "was known, and the bracket and the suits follow from the order of the groups, the secret, the "
        "entries and the word called in the hall."
    ),
    "announced": ngettext_lazy(
        "%(groups)s groups, %(rounds)s game for everyone",
        "%(groups)s groups, up to %(rounds)s games for everyone",
        "rounds",
    ),
    "announced_best": ngettext_lazy(
        "the first of each group goes on to the bracket",
        "the best %(advance)s of each group go on to the bracket",
        "advance",
    ),
}
WORDS: Mapping[str, Sentences] = MappingProxyType({"swiss": SWISS, "groups": GROUPS})
"""The sentences of each kind of stage, by the kind's name in settings and records."""

BY_PLACE = _("by place at the tables: from 3 for the first to 0 for the last")
"""How points are given in a stage of any kind in which not a win alone counts."""


def stages_in_words(kinds: Iterable[str]) -> str:
    """Return kinds of stages as a list within a sentence: `Swiss rounds or groups`; "" for none."""
    return get_text_list([str(WORDS[kind]["listed"]) for kind in kinds])


def stage_sentence(stages: Sequence[Mapping[str, Any]], key: str, **facts: object) -> str:
    """Return a sentence about the stage of a plan, with these facts and those of the plan in it.

    `stages` as `Tournament.stages`; without a stage the words are those of Swiss rounds.
    """
    plan = stages[0] if stages else {"kind": "swiss"}
    return str(WORDS[plan["kind"]][key] % {**plan, **facts})
