"""What Vaza says of itself."""

from rulesets.kernel.words import TIMED_TIE, CountWords, PluralMessage, Words
from rulesets.kernel.words import mark_message as _

WORDS = Words(
    note=_("thirteen tricks, and who takes the last one has the honours"),
    kind_notes={"rodada": _("two to four, each for themselves; most counted tricks after the thirteenth")},
    counted=_("Tricks of this round"),
    counts={
        "tricks": CountWords(_("tricks"), "Vaza: tricks taken, 0 to 13; null if uncounted.", 5),
        "trumps": CountWords(
            _("tricks by trump"), "Vaza: tricks taken by a trump, 0 to 13; null if uncounted.", 2
        ),
        "honours": CountWords(
            _("honours"), "Vaza: 1 for who took the last trick, 0 for all others; null if uncounted.", 1
        ),
    },
    score=PluralMessage("%(score)s counted trick", "%(score)s counted tricks"),
    variant_notes={"sem-trunfo": _("Sem Trunfo: no trick is taken by a trump.")},
    win=_("thirteen tricks played"),
    won=_("{winner} wins: the best hand of thirteen tricks."),
    won_on_time=_("{winner} wins on time: {first} × {second} counted tricks."),
    tie_breaks={"trumps": _("{winner} wins on time: as many counted tricks, with more trumps.")},
    time_over=_("Time is over: the trick on the table is finished, then tricks are counted."),
    options={"vaza_timed_tie": _("equally many counted tricks when time is over")},
    choices={"vaza_timed_tie": TIMED_TIE},
    sentences={
        "trumps_beyond_tricks": PluralMessage(
            "%(trumps)d trick by trump, yet only %(tricks)d taken.",
            "%(trumps)d tricks by trump, yet only %(tricks)d taken.",
            "trumps",
        ),
        "trumps_in_sem_trunfo": _("In Sem Trunfo no trick is taken by a trump."),
        "tricks_not_thirteen": _("A round has %(due)d tricks; the sheet tells of %(tricks)d."),
        "honours_twice": _("Only one player took the last trick; here: side %(sides)s."),
        "nobody_left_to_beat": _("Side %(side)d was alone: the round had ended with the last departure."),
    },
    named={
        "honours_twice": _("Only one player took the last trick; here: %(sides)s."),
        "nobody_left_to_beat": _("%(side)s played alone: the round had ended with the last departure."),
    },
)
