"""What a kind of stage is, and what is the same for all of them. Pure.

`Tournament.stages` and the record have the plan of a stage as JSON values, for example
`[{"kind": "swiss", "rounds": 3, "advance": 8, "apart": false}]`; an empty list is the bracket alone. The key
`points` stands there only if it is not `win`.
`kinds` lists the kinds.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Final

from core.errors import Violation
from tournaments.bracket.lots import Lots
from tournaments.bracket.shapes import Sizes
from tournaments.stages.advancing import AdvancePreview
from tournaments.stages.points import PLACEMENT, WIN
from tournaments.stages.rounds import DrawnRound, Groups, NextRound
from tournaments.stages.stage_order import StageResults, StageRow

AFTER_STAGE: Final = "stage"
"""The method of the draw of the bracket after a stage."""
MAX_ROUNDS = 9
MAX_ADVANCE = 256
"""How many entries of a stage may go on to the bracket in all."""
MostWithBracket = Callable[[int], int]
"""Returns the largest number of entries, at most as many as given, that has a bracket; 0 if none has."""


@dataclass(frozen=True, slots=True)
class StagePlan(ABC):
    """One stage as the organizer chose it, and everything that the services ask of its kind.

    A kind is a subclass in a folder of its own, with a line in `kinds.KINDS`. It knows no database: entries
    are codes. `rounds`: at most so many are played. `apart`: club-mates are kept apart where possible.
    `advance`: how many go on to the bracket, counted as the kind says; 0 for no bracket. `points`: one of
    `points.POINTS`.
    """

    rounds: int
    advance: int
    apart: bool = False
    kind: str = ""
    points: str = WIN

    algorithm: ClassVar[str]
    """The name in the record of how its rounds are drawn; another result of a draw needs another name."""
    takes_late_entries: ClassVar[bool]
    """Whether entries that come between rounds are drawn from the next round on."""

    @property
    def plain(self) -> dict[str, object]:
        """Return the plan as JSON values; `points` is left out if a win alone counts."""
        values = asdict(self)
        if self.points == WIN:
            values.pop("points")
        return values

    @property
    def counts_places(self) -> bool:
        """Return whether places at the tables give points, not a win alone."""
        return self.points == PLACEMENT

    @property
    @abstractmethod
    def going_on(self) -> int:
        """Return how many entries go on to the bracket in all, if enough are left; 0 for no bracket."""

    @classmethod
    @abstractmethod
    def proposals(cls, entries: int, high: int) -> Iterator["StagePlan"]:
        """Yield plans to propose for so many entries at tables of at most `high`, the best first.

        They may have no tables or no bracket.
        """

    @classmethod
    @abstractmethod
    def check(cls, values: Mapping[str, Any]) -> Iterator[Violation]:
        """Yield what is wrong with the values, which have the right keys and types; fields `rounds` …"""

    @abstractmethod
    def rounds_to_play(self, groups: Groups | None, high: int) -> int:
        """Return how many rounds the stage has; `groups` None before the first one."""

    @abstractmethod
    def next_tables(self, coming: NextRound) -> Sizes:
        """Return the sizes of the tables of a round, byes as tables of one.

        Raises `Refused` if the round cannot be drawn. Only the codes of the entries have to be right.
        """

    @abstractmethod
    def draw_round(self, coming: NextRound, lots: Lots) -> DrawnRound:
        """Return the tables of a round. Raises `Refused` if it cannot be drawn."""

    @abstractmethod
    def order(self, results: StageResults) -> tuple[StageRow, ...]:
        """Return the places of all who were drawn but the disqualified, best first."""

    @abstractmethod
    def order_behind(self, results: StageResults, placed: Collection[str]) -> tuple[StageRow, ...]:
        """Return the places, from 1, of those who have none in the bracket: the end of the classification."""

    def apart_in_bracket(self, results: StageResults) -> Mapping[str, str]:
        """Return a label for each entry: those with the same one are kept apart in round 1 of the bracket.

        They are those who met in the last round, unless the kind says otherwise. Who has none meets anyone.
        """
        last = (game for game in results.games if game.round == results.rounds)
        return {entry: str(game.number) for game in last for entry in game.entries}

    @abstractmethod
    def preview(
        self, rows: Sequence[StageRow], live: Collection[str], most: MostWithBracket
    ) -> AdvancePreview:
        """Return who would go on from this order; only entries in `live` can."""
