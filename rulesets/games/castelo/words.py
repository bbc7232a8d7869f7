"""What Castelo says of itself, in English: the catalogs have the Portuguese."""

from collections.abc import Mapping

from rulesets.kernel.words import TIMED_TIE, CountWords, Message, PluralMessage, Words
from rulesets.kernel.words import mark_message as _

_SENTENCES: Mapping[str, Message] = {
    "redraw_not_noted": _("An opening hand without a producer is simply drawn again; nothing is noted."),
    "falling_order_missing": _("A castle at 0 has fallen. In which order did the castles fall: 1, 2, 3 …?"),
    "falling_order_out_of_place": _("A player who left in another way has no order of falling: %(out)s."),
    "fell_while_standing": PluralMessage(
        "With %(castle)d castle point the castle stands, so it has no order of falling.",
        "With %(castle)d castle points the castle stands, so it has no order of falling.",
        "castle",
    ),
    "fell_before_start": _("No castle falls in a match that has not started."),
    "start_below_original": _(
        "Less than the rulebook’s %(original)d (%(code)s) makes matches short; the rulebook advises "
        "against it."
    ),
    "start_above_longer": _(
        "Even the rulebook’s longer game has %(longer)d (%(code)s); with %(value)d, plan for long matches."
    ),
    "deck_size_wrong": PluralMessage(
        "The deck has %(size)d card; it needs exactly %(due)d.",
        "The deck has %(size)d cards; it needs exactly %(due)d.",
        "size",
    ),
    "too_many_copies": _("“%(card)s”: %(copies)d copies; at most %(most)d of a card are allowed."),
    "very_rare_copies": _("“%(card)s” is very rare: %(copies)d copies, but only %(most)d is allowed."),
    "no_producers": _("No card is marked as a producer. Are the marks missing? %(advised)d are recommended."),
    "few_producers": PluralMessage(
        "Only %(producers)d producer; the rulebook recommends %(advised)d, a quarter of the deck.",
        "Only %(producers)d producers; the rulebook recommends %(advised)d, a quarter of the deck.",
        "producers",
    ),
}

_COUNTS = {
    "castle": CountWords(
        _("castle points"),
        "Castelo: castle points, 0 to 999, 0 if it fell; null if uncounted.",
        12,
    ),
    "wall": CountWords(_("wall points"), "Castelo: wall points, 0 to 999; null if uncounted.", 3),
    "fell": CountWords(
        _("order of falling"),
        "Castelo: the order of falling, from 1, 0 if it stands; null if uncounted.",
    ),
}
_DECK = """\
Produtores:
15 Mina de ouro

Tropas:
3 Arqueiro
1 Dragão [muito rara]"""

WORDS = Words(
    note=_("castles and walls"),
    kind_notes={
        "duelo": _("one against one; the last castle standing wins"),
        "duplas": _("pairs, each member with a castle; both enemy castles must fall"),
        "duplas-cooperativo": _("pairs that may share resources and defenders"),
        "imortal": _("three to eight, everyone for themselves"),
    },
    pairs=_("In Duplas an entry is a pair, and two pairs sit at a table."),
    counted=_("Castles and walls"),
    counts=_COUNTS,
    score=PluralMessage("%(score)s castle point", "%(score)s castle points"),
    win=_("last castle standing"),
    won=_("{winner} wins: the last castle standing."),
    won_on_time=_("{winner} wins on time: {first} × {second} castle points."),
    tie_breaks={"wall": _("{winner} wins on time: equal castle points, with more wall points.")},
    time_over=_("Time is over: the cycle in progress is finished, then castles and walls are counted."),
    options={
        "castle_start": _("castle points at the start"),
        "wall_start": _("wall points at the start"),
        "castle_timed_tie": _("sides tied when time is over"),
        "castle_deck_check": _("a checked deck is required at check-in"),
    },
    choices={"castle_timed_tie": TIMED_TIE},
    deck_example=_DECK,
    deck_help=_(
        "Mark producers and very rare cards: in brackets after the name, or under a heading that "
        "ends with a colon."
    ),
    sentences=_SENTENCES,
)
