"""Games of kingdoms for properties: people who move by chance, dice of their own seed."""

from random import Random

from hypothesis import strategies as st

from rulesets.games.jogo_dos_reinos.chances import DIFFICULTIES
from rulesets.games.jogo_dos_reinos.engine import Setup, begin, play
from rulesets.games.jogo_dos_reinos.events import Event, Leave, Outcome
from rulesets.games.jogo_dos_reinos.legal import check
from rulesets.games.jogo_dos_reinos.random_tables import random_event
from rulesets.kernel.sheet import Out

MAX_EVENTS = 4000

setups = st.builds(
    Setup,
    kingdoms=st.integers(2, 8).map(lambda number: tuple(range(1, number + 1))),
    difficulty=st.sampled_from(sorted(DIFFICULTIES)),
    seed=st.integers(0, 2**63),
)


class Table:
    """A game under way: people who move by chance, dice of their own seed, and all that happened."""

    def __init__(self, setup: Setup, people: Random) -> None:
        self.setup, self.people, self.dice = setup, people, Random(setup.seed)
        self.state, outcomes = begin(setup.kingdoms, setup.difficulty, self.dice)
        self.states = [self.state]
        self.events: list[Event] = []
        self.outcomes: list[tuple[Outcome, ...]] = [outcomes]

    def move(self) -> None:
        """One event, now and then somebody who leaves."""
        event = random_event(self.state, self.people)
        if self.state.battle is None and self.people.randrange(100) < 4:
            staying = [kingdom.number for kingdom in self.state.kingdoms if kingdom.out is None]
            event = Leave(self.people.choice(staying), self.people.choice([Out.CONCEDED, Out.DISQUALIFIED]))
        assert check(self.state, event) == ()
        self.state, told = play(self.state, event, self.dice)
        self.states.append(self.state)
        self.events.append(event)
        self.outcomes.append(told)

    def play_out(self, most: int = MAX_EVENTS) -> "Table":
        """Until somebody won, or so many events were played."""
        while not self.state.winner and len(self.events) < most:
            self.move()
        return self


@st.composite
def tables(draw: st.DrawFn, most: int = MAX_EVENTS) -> Table:
    """A game played to its end, or for so many events."""
    return Table(draw(setups), draw(st.randoms(use_true_random=False))).play_out(most)
