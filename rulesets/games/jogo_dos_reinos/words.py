"""What Jogo dos Reinos says of itself, in English: the catalogs have the Portuguese."""

from collections.abc import Mapping

from rulesets.kernel.words import TIMED_TIE, CountWords, Message, PluralMessage, Words
from rulesets.kernel.words import mark_message as _

_SENTENCES: Mapping[str, Message] = {
    "holder_not_seated": _("Side %(side)d cannot be held by side %(holder)d, which is not at this table."),
    "holder_is_itself": _("Side %(side)d cannot be its own vassal."),
    "holder_is_vassal": _(
        "Side %(side)d cannot be held by side %(holder)d, which is a vassal itself: "
        "with a suzerain all its vassals go to the winner."
    ),
    "holder_left": _(
        "Side %(side)d cannot be held by side %(holder)d, which left (%(out)s): its vassals are free again."
    ),
    "left_and_held": _("A player who left is no longer a vassal (%(out)s)."),
    "kingdom_fell_before_start": _("No kingdom falls in a match that has not started."),
    "fall_order_missing": _("A vassal has fallen. In which order did the last falls come: 1, 2, 3 …?"),
    "fall_of_free_kingdom": _("A free kingdom has no order of falling, even if it fell once and revolted."),
    "fell_at_once": _("Only one kingdom falls in a battle, but sides %(sides)s share the order %(order)d."),
    "no_hand_in_game": _("In this game there is no hand of cards to redraw."),
    "kingdoms_out_of_range": _(
        "A game has %(low)d to %(high)d kingdoms, each with its own number, not %(kingdoms)d."
    ),
    "difficulty_unknown": _("There is no difficulty “%(difficulty)s”."),
    "kingdoms_game_over": _("The game is over: kingdom %(kingdom)d holds all the others."),
    "battle_under_way": _("The battle of kingdom %(attacker)d against kingdom %(defender)d must end first."),
    "kingdom_unknown": _("There is no kingdom %(kingdom)d in this game."),
    "kingdom_left": _("Kingdom %(kingdom)d has left the game (%(out)s)."),
    "attack_on_itself": _("A kingdom cannot attack itself."),
    "attack_on_vassal": _(
        "Kingdom %(kingdom)d is a vassal of kingdom %(holder)d. Attack its suzerain instead."
    ),
    "third_pass": PluralMessage(
        "Kingdom %(kingdom)d has passed %(most)d turn in a row and must attack now.",
        "Kingdom %(kingdom)d has passed %(most)d turns in a row and must attack now.",
        "most",
    ),
    "nothing_to_decide": _("Kingdom %(kingdom)d has no revolt to decide on now."),
    "nothing_to_pick": _("Kingdom %(kingdom)d has no cards to pick now."),
    "suzerain_picks_last": _("The vassals pick first; still to pick: %(sides)s."),
    "pick_count_wrong": PluralMessage(
        "Kingdom %(kingdom)d picks %(due)d card, one for each of its armies, not %(picked)d.",
        "Kingdom %(kingdom)d picks %(due)d cards, one for each of its armies, not %(picked)d.",
        "due",
    ),
    "pick_card_unknown": _("There is no card %(card)d; cards 1 to %(cards)d lie on the table."),
    "pick_card_taken": _("Card %(card)d is already turned up, or named twice."),
    "nothing_to_undo": _("There is nothing to take back, or it is not the latest act."),
    "transcript_unreadable": _("This is not the file of a kingdoms game (%(format)s)."),
    "event_unreadable": _("This cannot be done in this game."),
}
_NAMED: Mapping[str, Message] = {
    "holder_not_seated": _("The kingdom of %(side)s cannot be held by one that is not at this table."),
    "holder_is_itself": _("The kingdom of %(side)s cannot be its own vassal."),
    "holder_is_vassal": _(
        "The kingdom of %(side)s cannot be held by that of %(holder)s, which is a vassal itself: "
        "with a suzerain all its vassals go to the winner."
    ),
    "holder_left": _(
        "The kingdom of %(side)s cannot be held by that of %(holder)s, which left (%(out)s): "
        "its vassals are free again."
    ),
    "fell_at_once": _("Only one kingdom falls in a battle, but these share the order %(order)d: %(sides)s."),
}

_COUNTS = {
    "holder": CountWords(
        _("suzerain"),
        "Jogo dos Reinos: the side of the suzerain, 0 for a free kingdom; null if not noted.",
    ),
    "fall": CountWords(
        _("order of the last fall"),
        "Jogo dos Reinos: which fall it was, from 1, 0 for a free kingdom; null if not noted.",
    ),
}

WORDS = Words(
    note=_("kingdoms, vassals and revolts"),
    kind_notes={"reinos": _("four to eight kingdoms, until one holds all others")},
    counted=_("Who holds whom"),
    counts=_COUNTS,
    score=PluralMessage("%(score)s vassal", "%(score)s vassals"),
    win=_("one kingdom holds all others"),
    won=_("{winner} wins and holds all the other kingdoms."),
    won_on_time=_("{winner} wins on time: {first} × {second} vassals."),
    time_over=_("Time is over: the cycle in progress is finished, then the vassals are counted."),
    options={
        "kingdom_difficulty": _("difficulty"),
        "kingdom_timed_tie": _("equal numbers of vassals when time is over"),
    },
    choices={
        "kingdom_difficulty": {
            "easy": _("easy (PBF 10)"),
            "medium": _("medium (PBF 20)"),
            "hard": _("hard (PBF 30)"),
            "brutal": _("brutal (PBF 50)"),
        },
        "kingdom_timed_tie": TIMED_TIE,
    },
    sentences=_SENTENCES,
    named=_NAMED,
)
