"""A refusal in the reader's language."""

from core.errors import Forbidden, Refused, Stale, Violation
from tournaments import messages


def sentence(refusal: Violation | Refused | Forbidden | Stale) -> str:
    """The sentence that says what is wrong."""
    if isinstance(refusal, Violation):
        return messages.sentence(refusal)
    if isinstance(refusal, Refused):
        return " ".join(messages.sentence(violation) for violation in refusal.violations)
    return messages.told(refusal.code, refusal.facts if isinstance(refusal, Stale) else {})
