"""What became of one attempt to send a notice."""

import enum
from dataclasses import dataclass


class SendOutcome(enum.Enum):
    """`DELAYED` is only for what was certainly not taken; it is tried again."""

    SENT = enum.auto()
    DELAYED = enum.auto()
    REFUSED = enum.auto()


@dataclass(frozen=True, slots=True)
class SendResult:
    """`error` is a code of `messages.py`. `is_unreachable`: others to this server would wait in vain too."""

    outcome: SendOutcome
    error: str = ""
    is_unreachable: bool = False


SENT = SendResult(SendOutcome.SENT)
