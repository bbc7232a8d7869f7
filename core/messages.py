"""Sentences for refusals of `core`, in the reader's language."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.errors import TooMany
from core.http.rate_limit import HOUR, MINUTE, Per


def limit_sentence(refusal: TooMany) -> str:
    """Return the sentence for a reached limit: whose attempts were too many, and when to try again."""
    when = {"wait": duration_text(refusal.seconds)}
    if refusal.per == Per.SITE:
        return _("Too many people are doing this right now. Please try again in %(wait)s.") % when
    if refusal.per == Per.ADDRESS:
        return _("This was done too often from your network. Please try again in %(wait)s.") % when
    return _("This was done too often with this account. Please try again in %(wait)s.") % when


def duration_text(seconds: int) -> str:
    """Return a duration in minutes, or in hours above two, rounded up, in the reader's language."""
    if seconds > 2 * HOUR:
        hours = -(-seconds // HOUR)
        return ngettext("%(n)s hour", "%(n)s hours", hours) % {"n": hours}
    minutes = -(-seconds // MINUTE)
    return ngettext("%(n)s minute", "%(n)s minutes", minutes) % {"n": minutes}
