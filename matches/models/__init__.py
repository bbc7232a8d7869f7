"""Entries, matches and sheets, what the sides report, and the links of their tables."""

from matches.models.access_need import AccessNeed
from matches.models.deck import DeckList, DeckWaiver
from matches.models.dispute import Dispute, Outcome
from matches.models.entry import Entry, EntryState, Member
from matches.models.game import DrawnGame, Extension
from matches.models.help_call import HelpCall, Whom
from matches.models.kingdoms import KingdomsAct, KingdomsGame
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
from matches.models.report import Report
from matches.models.shared_hall import HallShare, SharedHall, TakenTable
from matches.models.sheet import Redraw, Sheet, SheetLine
from matches.models.sitting import Sitting
from matches.models.table_link import Claim, TableLink
from matches.models.table_tally import TableTally
from matches.models.waiting import Waiting, WaitingMember, WaitingState

__all__ = [
    "AT_TABLE",
    "AccessNeed",
    "Claim",
    "DeckList",
    "DeckWaiver",
    "Dispute",
    "DrawnGame",
    "Entry",
    "EntryState",
    "Exceptional",
    "Extension",
    "HallShare",
    "HelpCall",
    "KingdomsAct",
    "KingdomsGame",
    "Match",
    "MatchState",
    "Member",
    "Outcome",
    "PhysicalTable",
    "Redraw",
    "Report",
    "Seat",
    "SharedHall",
    "Sheet",
    "SheetLine",
    "Side",
    "Sitting",
    "TableLink",
    "TableTally",
    "Take",
    "TakenTable",
    "Waiting",
    "WaitingMember",
    "WaitingState",
    "Whom",
]
