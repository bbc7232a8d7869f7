"""Words for states and roles, the same on every page, and the sentence of a refusal.

The words of the rules are in `rulesets.names`.
"""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from core.errors import Forbidden, Refused, Stale, TooMany, Violation
from core.messages import limit_sentence
from rulesets.messages import NO_NAMES, Names
from tournaments import messages

Labels = dict[str, Promise]

TOURNAMENT_STATES: Final[Labels] = {
    "preparing": _("In preparation"),
    "drawn": _("Drawn"),
    "running": _("Running"),
    "finished": _("Finished"),
    "cancelled": _("Cancelled"),
}
ROLES: Final[Labels] = {
    "organizer": _("organizer"),
    "coordinator": _("coordinator"),
    "judge": _("judge"),
}
BADGES: Final[dict[str, str]] = {
    "preparing": "badge-wait",
    "drawn": "badge-ready",
    "running": "badge-live",
    "finished": "badge-done",
    "cancelled": "badge-warn",
    "waiting": "badge-wait",
    "ready": "badge-ready",
    "called": "badge-warn",
    "playing": "badge-live",
    "ended": "badge-done",
    "entered": "badge-wait",
    "checked_in": "badge-ready",
    "withdrawn": "",
    "disqualified": "badge-warn",
}

MONTHS: Final = (
    gettext_noop("January"), gettext_noop("February"), gettext_noop("March"), gettext_noop("April"),
    gettext_noop("May"), gettext_noop("June"), gettext_noop("July"), gettext_noop("August"),
    gettext_noop("September"), gettext_noop("October"), gettext_noop("November"), gettext_noop("December"),
)  # fmt: skip
"""The months in dates: Django's own Portuguese ones begin with a capital, so our catalog has them."""


def text_for_refusal(
    refusal: Violation | Refused | Forbidden | Stale | TooMany, names: Names = NO_NAMES
) -> str:
    """Return a refusal in words, in the active language; several violations in one text.

    `names` replace the numbers of sides in the text of a `Violation`.
    """
    if isinstance(refusal, Violation):
        return messages.text_for_violation(refusal, names)
    if isinstance(refusal, Refused):
        return " ".join(messages.text_for_violation(violation) for violation in refusal.violations)
    if isinstance(refusal, TooMany):
        return limit_sentence(refusal)
    return messages.text_for_code(refusal.code, refusal.facts if isinstance(refusal, Stale) else {})
