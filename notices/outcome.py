"""What became of one attempt to send a notice."""

import enum
from dataclasses import dataclass


class SendOutcome(enum.Enum):
    """`SENT`, `REFUSED` for good, or `DELAYED`: certainly not taken, so it is tried again."""

    SENT = enum.auto()
    DELAYED = enum.auto()
    REFUSED = enum.auto()


@dataclass(frozen=True, slots=True)
class SendResult:
    """What became of one attempt; `error` is a code of `messages.py`, "" if sent.

    `is_unreachable`: other notices to this server would wait in vain too.
    """

    outcome: SendOutcome
    error: str = ""
    is_unreachable: bool = False


SENT = SendResult(SendOutcome.SENT)
