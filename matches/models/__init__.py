"""Entries, matches and sheets."""

from matches.models.deck import DeckList, DeckWaiver
from matches.models.dispute import Dispute, Outcome
from matches.models.entry import Entry, EntryState, Member
from matches.models.match import (
    AT_TABLE,
    Exceptional,
    Match,
    MatchState,
    PhysicalTable,
    Seat,
    Side,
    Take,
)
from matches.models.sheet import Redraw, Sheet, SheetLine
from matches.models.table_tally import TableTally

__all__ = [
    "AT_TABLE",
    "DeckList",
    "DeckWaiver",
    "Dispute",
    "Entry",
    "EntryState",
    "Exceptional",
    "Match",
    "MatchState",
    "Member",
    "Outcome",
    "PhysicalTable",
    "Redraw",
    "Seat",
    "Sheet",
    "SheetLine",
    "Side",
    "TableTally",
    "Take",
]
