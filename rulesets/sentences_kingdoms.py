"""The words of refusals of Jogo dos Reinos: its sheet, and its companion at the table."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

_SHEETS: Mapping[str, Promise] = {
    "holder_not_seated": _("Side %(side)d cannot be held by side %(holder)d, which is not at this table."),
    "holder_is_itself": _("Side %(side)d cannot be its own vassal."),
    "holder_is_vassal": _(
        "Side %(side)d cannot be held by side %(holder)d, which is a vassal itself: "
        "with a suzerain all its vassals go to the winner."
    ),
    "holder_left": _(
        "Side %(side)d cannot be held by side %(holder)d, which left (%(out)s): its vassals are free again."
    ),
    "left_and_held": _("Who left is nobody's vassal any more (%(out)s)."),
    "kingdom_fell_before_start": _("No kingdom falls in a match that has not started."),
    "fall_order_missing": _("A vassal has fallen. In which order did the last falls come: 1, 2, 3 …?"),
    "fall_of_free_kingdom": _("A free kingdom has no order of falling, even if it fell once and revolted."),
    "fell_at_once": _("A battle fells one kingdom, but side %(sides)s share the order %(order)d."),
    "no_hand_in_game": _("In this game nobody has a hand of cards to draw again."),
}
_COMPANION: Mapping[str, Promise] = {
    "kingdoms_out_of_range": _(
        "A game has %(low)d to %(high)d kingdoms, each with a number of its own; these are %(kingdoms)d."
    ),
    "difficulty_unknown": _("There is no difficulty “%(difficulty)s”."),
    "kingdoms_game_over": _("The game is over: kingdom %(kingdom)d holds all the others."),
    "battle_under_way": _("First the battle of kingdom %(attacker)d against kingdom %(defender)d must end."),
    "kingdom_unknown": _("There is no kingdom %(kingdom)d in this game."),
    "kingdom_left": _("Kingdom %(kingdom)d has left the game (%(out)s)."),
    "attack_on_itself": _("A kingdom does not attack itself."),
    "attack_on_vassal": _(
        "Kingdom %(kingdom)d is a vassal of kingdom %(holder)d. Attack its suzerain instead."
    ),
    "third_pass": ngettext_lazy(
        "Kingdom %(kingdom)d has passed %(most)d turn in a row and must attack now.",
        "Kingdom %(kingdom)d has passed %(most)d turns in a row and must attack now.",
        "most",
    ),
    "nothing_to_decide": _("Kingdom %(kingdom)d has no revolt to decide on now."),
    "nothing_to_pick": _("Kingdom %(kingdom)d has no cards to pick now."),
    "suzerain_picks_last": _("The vassals pick first; still to pick: %(sides)s."),
    "pick_count_wrong": ngettext_lazy(
        "Kingdom %(kingdom)d picks %(due)d card, one for each of its armies, not %(picked)d.",
        "Kingdom %(kingdom)d picks %(due)d cards, one for each of its armies, not %(picked)d.",
        "due",
    ),
    "pick_card_unknown": _("There is no card %(card)d; cards 1 to %(cards)d lie on the table."),
    "pick_card_taken": _("Card %(card)d is turned up already, or named twice."),
    "nothing_to_undo": _("There is nothing to take back, or it is not the latest act."),
    "transcript_unreadable": _("This is no file of a game of kingdoms (%(format)s)."),
    "event_unreadable": _("This is nothing that can be done in this game."),
}

SENTENCES: Mapping[str, Promise] = {**_SHEETS, **_COMPANION}
