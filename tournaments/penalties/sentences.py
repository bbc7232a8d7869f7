"""Messages about penalties."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PENALTY_SENTENCES: Mapping[str, str | Promise] = {
    "not_entered_here": _("This person is not entered here and never was."),
    "penalty_unknown": _("There is no such penalty here."),
}
