"""Which papers there are beside match sheets and bulletins, and in which states of a tournament."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament
from tournaments.printing.tables import check_in_list, season_list, standings_list
from tournaments.printing.values import PaperTable

BEFORE_PLAY = frozenset({"preparing", "drawn"})
ONCE_DRAWN = frozenset({"drawn", "running", "finished"})


@dataclass(frozen=True, slots=True)
class PrintedPaper:
    """One paper. `key` is part of its address; `when` says in words in which states it is there."""

    key: str
    label: Promise
    when: Promise
    make: Callable[[Tournament], PaperTable]
    states: frozenset[str]
    ranked_only: bool = False

    def is_there(self, tournament: Tournament) -> bool:
        """Whether the tournament has it now."""
        return tournament.state in self.states and (tournament.ranked or not self.ranked_only)


PAPERS = (
    PrintedPaper("lista-de-check-in", _("Check-in list"), _("until play begins"), check_in_list, BEFORE_PLAY),
    PrintedPaper("classificacao", _("Standings"), _("once the bracket is drawn"), standings_list, ONCE_DRAWN),
    PrintedPaper(
        "temporada-completa", _("Whole season"), _("for a ranked tournament"), season_list,
        BEFORE_PLAY | ONCE_DRAWN, ranked_only=True,
    ),
)  # fmt: skip
