"""A refusal in the reader's language."""

from core.errors import Forbidden, Refused, Stale, TooMany, Violation
from core.messages import too_many
from rulesets.messages import NOBODY, Names
from tournaments import messages


def text_for_refusal(
    refusal: Violation | Refused | Forbidden | Stale | TooMany, names: Names = NOBODY
) -> str:
    """The sentence that says what is wrong; `names` of the sides that a violation is about."""
    if isinstance(refusal, Violation):
        return messages.text_for_violation(refusal, names)
    if isinstance(refusal, Refused):
        return " ".join(messages.text_for_violation(violation) for violation in refusal.violations)
    if isinstance(refusal, TooMany):
        return too_many(refusal)
    return messages.text_for_code(refusal.code, refusal.facts if isinstance(refusal, Stale) else {})
