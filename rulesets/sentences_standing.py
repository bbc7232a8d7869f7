"""The words of refusals and warnings of games that the last one standing wins, and of their decks."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

_SHEETS: Mapping[str, Promise] = {
    "game_drawn": _("No one won this game (side %(sides)s): record the draw and play the match again."),
    "absent_with_points": _("An absent player has no points."),
    "way_not_in_game": _("In this game no player can leave this way: %(out)s."),
    "ending_not_in_game": _("In this game no match ends this way: %(ended_by)s."),
    "cut_not_in_game": _("In this game no card is cut for a tie."),
    "winner_fell": _("Side %(side)s cannot have won: it was beaten itself."),
    "others_still_stand": _("The last one standing wins; side %(sides)s is still in the game."),
    "nobody_fell_last": _(
        "A win on the board ends with a player beaten, but the last player to leave was not."
    ),
    "last_fell_alone": _("Side %(side)s was the last one left, so it had won before it fell."),
    "winner_contradicts_sheet": _(
        "The sheet names side %(declared)d, but by its numbers side %(sides)s wins."
    ),
}
_DECKS: Mapping[str, Promise] = {
    "deck_empty": _("The list contains no cards."),
    "deck_too_many_lines": _("The list has %(lines)d lines; no deck needs more than %(most)d."),
    "deck_line_too_long": _("Line %(line)d is longer than %(most)d characters."),
    "deck_line_has_invisible": _("Line %(line)d contains invisible characters: %(characters)s."),
    "deck_line_unreadable": _("Line %(line)d is not a card with a number of copies: “3 Name of the card”."),
    "deck_count_not_whole": _(
        "Line %(line)d begins with a sign or a decimal number: copies are whole numbers, “3 Name of the "
        "card”."
    ),
    "deck_mark_unknown": _(
        "Line %(line)d: “%(mark)s” is not a mark; cards are marked as producer or very rare."
    ),
    "card_marked_differently": _(
        "“%(card)s” is marked differently on line %(line)d and line %(first_line)d."
    ),
}

SENTENCES: Mapping[str, Promise] = {**_SHEETS, **_DECKS}
