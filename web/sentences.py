"""A refusal in the reader's language."""

from django.utils.translation import gettext as _

from accounts import messages as of_people
from core.errors import Forbidden, Refused, Stale, Violation
from rulesets import messages as of_rules


def sentence(refusal: Violation | Refused | Forbidden | Stale) -> str:
    """The sentence that says what is wrong."""
    if isinstance(refusal, Refused):
        return " ".join(sentence(violation) for violation in refusal.violations)
    if isinstance(refusal, Forbidden):
        return _("You may not do this here. Ask the organizer of the tournament.")
    if isinstance(refusal, Stale):
        return refusal.code
    if of_people.knows(refusal.code):
        return of_people.sentence(refusal)
    return of_rules.sentence(refusal) if of_rules.knows(refusal.code) else refusal.code
