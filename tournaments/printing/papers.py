"""The papers other than match sheets and bulletins, with the tournament states that offer them."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament
from tournaments.printing.bracket_poster import bracket_poster
from tournaments.printing.files import Printed
from tournaments.printing.handouts import diplomas, flyer, name_labels
from tournaments.printing.tables import check_in_list, season_list, standings_list

PREPARING, FINISHED = frozenset({"preparing"}), frozenset({"finished"})
BEFORE_PLAY = frozenset({"preparing", "drawn"})
ONCE_DRAWN = frozenset({"drawn", "running", "finished"})
PLAYING = ONCE_DRAWN - FINISHED
UNTIL_DRAW, UNTIL_PLAY = _("until the draw"), _("until play begins")
AFTER_DRAW, AT_THE_END = _("once the bracket is drawn"), _("once the tournament is finished")
NOT_CANCELLED = _("unless the tournament is cancelled")


@dataclass(frozen=True, slots=True)
class PrintedPaper:
    """One paper. `key` is part of its address; `when` says in words in which states it is offered."""

    key: str
    label: Promise
    when: Promise
    make: Callable[[Tournament], Printed]
    states: frozenset[str]
    ranked_only: bool = False

    def is_there(self, tournament: Tournament) -> bool:
        """Return whether the tournament offers it now."""
        return tournament.state in self.states and (tournament.ranked or not self.ranked_only)


PAPERS = (
    PrintedPaper("cartaz", _("Entry flyer"), UNTIL_DRAW, flyer, PREPARING),
    PrintedPaper("cartaz-a3", _("Entry flyer, A3"), UNTIL_DRAW, partial(flyer, is_a3=True), PREPARING),
    PrintedPaper("lista-de-check-in", _("Check-in list"), UNTIL_PLAY, check_in_list, BEFORE_PLAY),
    PrintedPaper(
        "etiquetas", _("Name labels, 63.5 × 38.1 mm"), NOT_CANCELLED, name_labels, BEFORE_PLAY | ONCE_DRAWN
    ),
    PrintedPaper("chave", _("Bracket poster"), AFTER_DRAW, bracket_poster, ONCE_DRAWN),
    PrintedPaper(
        "chave-a3", _("Bracket poster, A3"), AFTER_DRAW, partial(bracket_poster, is_a3=True), ONCE_DRAWN
    ),
    PrintedPaper("classificacao", _("Standings"), AFTER_DRAW, standings_list, ONCE_DRAWN),
    PrintedPaper("diplomas", _("Diplomas for the first three"), AT_THE_END, diplomas, FINISHED),
    PrintedPaper(
        "temporada-completa",
        _("Whole season"),
        _("for a ranked tournament"),
        season_list,
        BEFORE_PLAY | ONCE_DRAWN,
        ranked_only=True,
    ),
)
