"""Notices by mail."""

from datetime import datetime

from django.utils import translation
from django.utils.translation import gettext as _

from accounts.selectors import confirmed_address
from core.http.origin import site_origin
from core.mail import Mail, MailDelayed, MailRefused, MailUncertain, MailUnreachable
from core.mail import send as send_mail
from notices.models import NoticeChoices, PersonalNotice
from notices.outcome import SENT, SendOutcome, SendResult
from notices.stopping import stop_path
from notices.texts import text_of


def send(notice: PersonalNotice, _now: datetime) -> SendResult:
    """Hand the notice to the mail server, for the account's confirmed address; store nothing.

    Without an address it is refused (`notice_no_address`); also if it may have arrived (`notice_unknown`), so
    that it is not sent twice.
    """
    to = confirmed_address(notice.user_id)
    if to is None:
        return SendResult(SendOutcome.REFUSED, "notice_no_address")
    try:
        send_mail(_message(notice, to.address))
    except MailRefused:
        return SendResult(SendOutcome.REFUSED, "notice_refused")
    except MailUncertain:
        return SendResult(SendOutcome.REFUSED, "notice_unknown")
    except MailUnreachable:
        return SendResult(SendOutcome.DELAYED, "notice_unreachable", is_unreachable=True)
    except MailDelayed:
        return SendResult(SendOutcome.DELAYED, "notice_delayed")
    return SENT


def _message(notice: PersonalNotice, to: str) -> Mail:
    """Return the mail in the language of the account's choices, with the link that stops such mail."""
    language = NoticeChoices.objects.values_list("language", flat=True).get(user=notice.user_id)
    text, stop = text_of(notice, language), site_origin() + stop_path(notice.user_id)
    with translation.override(language):
        last = _("You get this because you chose it on your account page. Stop all such mail: %(link)s")
        body = [text.headline + ".", text.title, site_origin() + text.path, last % {"link": stop}]
    subject = f"{text.headline} · {text.title}"
    return Mail(to, subject, "\n\n".join(body), key=f"notice {notice.pk}", stop=stop)
