"""Why a notice was not sent, in the reader's language."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

REASONS: Mapping[str, str | Promise] = {
    "notice_late": _("It could not be sent in time."),
    "notice_unknown": _("The connection broke off: it may have arrived, and is not sent twice."),
    "notice_refused": _("It was refused."),
    "notice_delayed": _("It was put off until it was too late."),
    "notice_unreachable": _("The server could not be reached in time."),
    "notice_no_address": _("The person has no confirmed e-mail address."),
    "notice_gone": _("The device gets no notices any more."),
}
"""By the code of `PersonalNotice.error`."""
