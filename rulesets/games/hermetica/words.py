"""What Hermética says of itself, in English: the catalogs have the Portuguese."""

from collections.abc import Mapping

from rulesets.kernel.words import TIMED_TIE, CountWords, Message, PluralMessage, Words
from rulesets.kernel.words import mark_message as _

_SENTENCES: Mapping[str, Message] = {
    "no_redraw_in_game": _("This game has no redraw: the opening hand is kept."),
    "deck_too_small": PluralMessage(
        "The deck has %(size)d card; it needs at least %(least)d.",
        "The deck has %(size)d cards; it needs at least %(least)d.",
        "size",
    ),
}

_COUNTS = {"potencial": CountWords(_("potencial"), "Hermética: potencial, 0 to 999; null if uncounted.", 7)}
_DECK = """\
4 Ideia fixa
3 Paradoxo
Axioma"""

WORDS = Words(
    note=_("a duel of ideas for potencial"),
    kind_notes={"duelo": _("one against one; a player with no potencial left loses")},
    counted=_("Potencial at the end"),
    counts=_COUNTS,
    score=PluralMessage("%(score)s potencial", "%(score)s potencial"),
    win=_("opponent without potencial"),
    won=_("{winner} wins: the opponent has no potencial left."),
    won_on_time=_("{winner} wins on time: {first} × {second} potencial."),
    time_over=_("Time is over: the cycle in progress is finished, then the potencial is counted."),
    options={
        "potencial_timed_tie": _("equal potencial when time is over"),
        "hermetica_deck_check": _("a checked deck is required at check-in"),
    },
    choices={"potencial_timed_tie": TIMED_TIE},
    deck_example=_DECK,
    sentences=_SENTENCES,
)
