"""What Chama says of itself, in English: the catalogs have the Portuguese."""

from collections.abc import Mapping

from rulesets.games.chama.aid import ROWS
from rulesets.games.chama.formation import POSITIONS, Realm, exposed_positions
from rulesets.kernel.words import ContextMessage, CountWords, DrawnPicture, Message, PluralMessage, Words
from rulesets.kernel.words import mark_message as _


def _formation(caption: Message, razed: str) -> DrawnPicture:
    """Return the picture of a full formation without the razed realms.

    The rules say which realms can be attacked.
    """
    lying = {spot: Realm.RAZED if spot in razed else Realm.INTACT for spot in POSITIONS}
    states = {spot: realm.value for spot, realm in lying.items()}
    return DrawnPicture(caption, ROWS, states, exposed_positions(lying, guerrilha=False, protection="direct"))


PICTURES: Mapping[str, tuple[DrawnPicture, ...]] = {
    "formation": (
        _formation(_("Complete: the tip protects everything behind it, so only A can be attacked."), ""),
        _formation(_("A is razed: B and C can be attacked, and the base is still safe."), "A"),
        _formation(_("B is razed too: D lies open. E does not, as long as C stands."), "AB"),
    )
}


_SENTENCES: Mapping[str, Message] = {
    "nobody_to_ally_with": _(
        "At tables of two no player is outside a battle, so Aliados changes nothing there. Rounds with such "
        "tables: %(rounds)s."
    ),
    "formation_too_large": _(
        "A formation has %(most)d places: %(intact)d intact and %(razed)d razed realms do not fit."
    ),
    "more_armies_than_commanders": _(
        "Each commander holds at most one army: the sheet says %(armies)d armies, %(commanders)d commanders."
    ),
    "absent_with_cards": _("An absent player has no cards on the table."),
    "counted_in_part": _("Count the cards of both members of a pair, or of neither (side %(side)d)."),
    "uncounted_cards_decide": _("If time decides, the cards say who won: count those of side %(side)d."),
    "uncounted_cards_prove": _("The cards of the winner prove the win: count those of side %(side)d."),
    "pool_without_realms": PluralMessage(
        "Without any realm, intact or razed, the pool is discarded, but %(commanders)d commander is counted.",
        "Without any realm, intact or razed, the pool is discarded, but %(commanders)d commanders "
        "are counted.",
        "commanders",
    ),
    "razed_in_battle_not_counted": _("This type does not count realms razed in battle."),
    "razed_exceeds_battles": PluralMessage(
        "%(razed)d razed realm here, yet the others razed only %(by_others)d in battle.",
        "%(razed)d razed realms here, yet the others razed only %(by_others)d in battle.",
        "razed",
    ),
    "razed_total_exceeds_battles": _(
        "All formations together show %(razed)d razed realms, yet only %(razed_in_battle)d were razed "
        "in battle. Count again."
    ),
    "left_together": _(
        "Several players left as number %(order)s, and one of them ran out of cards. Only players "
        "who concede can leave at the same moment: number the others one after another."
    ),
    "pair_ran_out_twice": _(
        "Both members of side %(side)s are marked as out of cards. A pair falls with the first: mark only "
        "that one."
    ),
    "everybody_ran_out": _("Not everyone can have run out of cards: the first to do so ended the game."),
    "ran_out_before_start": _("No player can run out of cards in a match that has not started."),
    "redraw_limit": _("A player may have at most %(most)d redraws in a match."),
    "winner_differs": _("The sheet names side %(declared)d, but the cards make the winner: %(sides)s."),
    "win_without_opponents": _(
        "No other player was left in the game: it had already ended with the last departure."
    ),
    "condition_already_met": _(
        "This win condition ends the match as soon as it is met, and these sides already show it: "
        "%(sides)s. They had won."
    ),
    "others_hold_condition": _(
        "The cards of others meet the condition too (side %(sides)s). Who drew first?"
    ),
    "cut_card_unknown": _("“%(card)s” is not a card: A K Q J 10 9 8 7 6 5 4 3 2."),
    "cut_cards_missing": _("Every side that cuts shows exactly one card."),
    "cut_not_needed": _("The first place was already decided: no card is cut."),
    "cut_wrong_sides": _("Only those tied for first place cut: side %(sides)s."),
    "cut_not_allowed": _("No card is cut if a match ended by “%(ended_by)s”."),
    "cut_not_in_use": _("In this tournament ties are not broken by a cut; the coordinator rules."),
}
_NAMED: Mapping[str, Message] = {
    "counted_in_part": _("Count the cards of both members of a pair, or of neither (%(side)s)."),
    "uncounted_cards_decide": _("If time decides, the cards say who won: count those of %(side)s."),
    "uncounted_cards_prove": _("The cards of the winner prove the win: count those of %(side)s."),
    "pair_ran_out_twice": _(
        "%(side)s are both marked as out of cards. A pair falls with the first: mark only that one."
    ),
    "winner_differs": _("The sheet names %(declared)s, but the cards make the winner: %(sides)s."),
    "condition_already_met": _(
        "This win condition ends the match as soon as it is met, and these already show it: "
        "%(sides)s. The match was won."
    ),
    "others_hold_condition": _("The cards of others meet the condition too (%(sides)s). Who drew first?"),
    "cut_wrong_sides": _("Only those tied for first place cut: %(sides)s."),
}

_COUNTS = {
    "intact": CountWords(_("intact realms"), "Chama: intact realms, 0 to 6; null if uncounted.", 6),
    "razed": CountWords(_("razed realms"), "Chama: razed realms, 0 to 6; null if uncounted."),
    "commanders": CountWords(
        _("commanders"), "Chama: commanders in the pool, 0 to 16; null if uncounted.", 2
    ),
    "armies": CountWords(_("armies"), "Chama: armies at commanders, 0 to 16; null if uncounted.", 1),
    "razed_in_battle": CountWords(
        _("realms razed in battle"),
        "Chama, types that count it: realms of others razed in battle, 0 to 99; null if uncounted.",
        4,
    ),
}
WORDS = Words(
    note=_("realms, commanders and armies of four suits"),
    kind_notes={
        "campeonato": _("six intact realms after one’s own draw"),
        "guerrilha": _("like Campeonato, but every realm can be attacked"),
        "duplas": _("pairs; ten intact realms between the two"),
        "conquistadores": _("four realms razed in battle and three intact"),
    },
    kind_suits={
        "campeonato": "hearts",
        "guerrilha": "spades",
        "duplas": "diamonds",
        "conquistadores": "clubs",
    },
    chapters={
        "components": "componentes",
        "beginning": "comeco",
        "redraws": "ressaque",
        "turn": "turno",
        "formation": "formacao",
        "pool": "poco",
        "battles": "batalha",
        "armistice": "armisticio",
        "winning": "vitoria",
    },
    pictures=PICTURES,
    pairs=_("In Duplas an entry is a pair, and two pairs sit at a table."),
    counted=_("Cards on the table"),
    counts=_COUNTS,
    names={"laid": _("realms laid, intact and razed together")},
    marks={
        "hearts": _("hearts"),
        "diamonds": _("diamonds"),
        "clubs": ContextMessage("suit of a deck", "clubs"),
        "spades": _("spades"),
    },
    symbols={"hearts": "♥", "diamonds": "♦", "clubs": "♣", "spades": "♠"},
    spots={
        "missing": ContextMessage("position of a formation", "empty"),
        "intact": ContextMessage("position of a formation", "intact"),
        "razed": ContextMessage("position of a formation", "razed"),
    },
    variant_notes={
        "aliados": _("Aliados: lent armies are discarded after the battle and not counted."),
        "xisum": _("Xisum: a face-down commander is counted like any other."),
    },
    tie_breaks={
        "intact": _("{winner} wins on time: equal scores, with more intact realms."),
        "commanders": _("{winner} wins on time: equal scores and realms, with more commanders."),
        "armies": _("{winner} wins on time: equal scores, realms and commanders, with more armies."),
    },
    time_over=_(
        "Time is over: the cycle in progress is finished, then the cards on the table are counted "
        "(rule 4.7.1)."
    ),
    options={
        "tie_cut": _("ties for first place are broken by a cut"),
        "realm_protection": _("which realms a realm protects"),
        "next_incursion": _("after a won battle the next incursion goes against"),
    },
    choices={
        "realm_protection": {
            "direct": _("only those directly behind it"),
            "chain": _("all those behind it, to the last row"),
        },
        "next_incursion": {
            "same_realm": _("the same realm only"),
            "any_realm": _("a realm of another opponent too"),
        },
    },
    sentences=_SENTENCES,
    named=_NAMED,
)
