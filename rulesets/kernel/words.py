"""What a game says of itself: its words, as English messages that the catalogs translate.

The rules know no Django, so nothing is translated here; `rulesets.translation` does that for a reader.
`tools/scripts/catalog.py` finds a message by its call: `_("…")` (`mark_message`, imported under that name),
`PluralMessage("…", "…")`, `ContextMessage("where", "…")`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulesets.kernel.house_rules import Value


def mark_message(message: str) -> str:
    """Return the message as it is: a call by the name `_` marks it for the catalogs."""
    return message


_ = mark_message


@dataclass(frozen=True, slots=True)
class PluralMessage:
    """A message for one and one for many; `by` is the fact that counts, if a sentence has facts."""

    one: str
    many: str
    by: str = ""


@dataclass(frozen=True, slots=True)
class ContextMessage:
    """A message that alone could mean something else; `where` is the context for translators."""

    where: str
    text: str


Message = str | PluralMessage | ContextMessage

_PAIRS = _("In types for pairs an entry is a pair.")
_COUNTED = _("What the sheet counts")
_WON = _("{winner} wins: the win condition is met.")
_WON_ON_TIME = _("{winner} wins on time: score {first} × {second}.")
_TIME_OVER = _("Time is over: the cycle in progress is finished, then the sheet’s numbers decide.")


@dataclass(frozen=True, slots=True)
class CountWords:
    """A number on a sheet: its `name` for readers; its `meaning` (in English) and an example for the API."""

    name: Message
    meaning: str
    example: int = 0


@dataclass(frozen=True, slots=True)
class DrawnPicture:
    """Positions of cards drawn for the guide: `rows` from the front, the state of each position by its key.

    `exposed`: the positions that can be attacked.
    """

    caption: Message
    rows: tuple[tuple[str, ...], ...]
    states: Mapping[str, str]
    exposed: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """Everything that pages say of one game alone; what a game leaves out has a plain word for all.

    `note`: the game in a few words. By the key of a type, `kind_notes`: how one wins it, `kind_suits`: the
    suit that adorns it. `pairs`: that an entry is one, if a game has types of pairs. `chapters`: keys of
    the guide's own chapters between overview and types, with their Portuguese addresses; `pictures` of them.
    Of a sheet, `counted`: the heading over its numbers, `counts` by their keys (one meaning in the whole
    house, as the API has them side by side), `names` of other numbers, `score`: the table score,
    `marks` and `symbols` of seats, `spots`: states of a position, `variant_notes`: what a variant changes
    when the table is counted.
    Of an ending, `win`: the name of its condition if there is only one, `won`: why a player won by it,
    `won_on_time`, `tie_breaks`: the same for equal scores, by the count that decided, in order,
    `time_over`: what happens once time is called; `{winner}`, `{first}`, `{second}` are filled in.
    Of house rules, `options` by code and `choices` by code and value. Of decks, `deck_example` (as it is
    typed) and `deck_help`. `sentences` of the codes that only this game raises; `named` says those that
    speak of sides with names (`rulesets.sentences_named`).
    """

    note: Message = ""
    kind_notes: Mapping[str, Message] = field(default_factory=dict)
    kind_suits: Mapping[str, str] = field(default_factory=dict)
    pairs: Message = _PAIRS
    chapters: Mapping[str, str] = field(default_factory=dict)
    pictures: Mapping[str, tuple[DrawnPicture, ...]] = field(default_factory=dict)
    counted: Message = _COUNTED
    counts: Mapping[str, CountWords] = field(default_factory=dict)
    names: Mapping[str, Message] = field(default_factory=dict)
    score: PluralMessage = PluralMessage("score %(score)s", "score %(score)s")
    marks: Mapping[str, Message] = field(default_factory=dict)
    symbols: Mapping[str, str] = field(default_factory=dict)
    spots: Mapping[str, Message] = field(default_factory=dict)
    variant_notes: Mapping[str, Message] = field(default_factory=dict)
    win: Message = ""
    won: Message = _WON
    won_on_time: Message = _WON_ON_TIME
    tie_breaks: Mapping[str, Message] = field(default_factory=dict)
    time_over: Message = _TIME_OVER
    options: Mapping[str, Message] = field(default_factory=dict)
    choices: Mapping[str, Mapping[Value, Message]] = field(default_factory=dict)
    deck_example: str = ""
    deck_help: Message = ""
    sentences: Mapping[str, Message] = field(default_factory=dict)
    named: Mapping[str, Message] = field(default_factory=dict)


TIMED_TIE: Mapping[Value, Message] = {
    "replay": _("a draw: the match is played again"),
    "ruling": _("the coordinator rules"),
}
"""The choices of a house rule about equal sides when time is over."""
