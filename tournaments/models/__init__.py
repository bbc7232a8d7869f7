"""A tournament, its staff, its draw, and the places it ends with."""

from tournaments.models.access import AccessLink, LinkRole
from tournaments.models.draw import Commitment, Draw, Stage
from tournaments.models.fee import FeeMark
from tournaments.models.judging import JudgeConflict, JudgeShift
from tournaments.models.outcome import Correction, Placing, Remedy
from tournaments.models.penalty import Penalty
from tournaments.models.staff import Confirmation, Role, RuleTexts, Ruling, Staff
from tournaments.models.tournament import OVER, Break, EventPicture, ListColumns, State, Tournament
from tournaments.models.webhook import DeliveryState, WebhookDelivery, WebhookEndpoint, site_seed

__all__ = [
    "OVER",
    "AccessLink",
    "Break",
    "Commitment",
    "Confirmation",
    "Correction",
    "DeliveryState",
    "Draw",
    "EventPicture",
    "FeeMark",
    "JudgeConflict",
    "JudgeShift",
    "LinkRole",
    "ListColumns",
    "Penalty",
    "Placing",
    "Remedy",
    "Role",
    "RuleTexts",
    "Ruling",
    "Staff",
    "Stage",
    "State",
    "Tournament",
    "WebhookDelivery",
    "WebhookEndpoint",
    "site_seed",
]
