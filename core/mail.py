"""Send one message in plain text by the site's mail server; used by jobs alone, never within a request.

A message that was accepted may be sent once more if its worker dies at that moment. It then has the same
`Message-ID`, by which mail servers and mailboxes recognize it.
"""

import re
import smtplib
from contextlib import closing
from dataclasses import dataclass
from email.utils import parseaddr

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.utils.crypto import salted_hmac

from core.text import tidy_lines, tidy_text

LONGEST_ADDRESS, LONGEST_SUBJECT = 254, 150
_LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_ADDRESS = re.compile(rf"[a-z0-9.!#$%&'*+/=?^_`{{|}}~-]{{1,64}}@(?:{_LABEL}\.)+[a-z][a-z0-9-]*[a-z0-9]")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


class MailError(Exception):
    """A message was not accepted; without any address or text of it."""


class MailRefused(MailError):
    """The mail server refuses this message or its recipient for good."""


class MailDelayed(MailError):
    """The mail server cannot be reached, takes too long, or asks to try again later."""


class MailUnreachable(MailDelayed):
    """No conversation with the mail server began, so others would wait in vain too."""


class MailUncertain(MailDelayed):
    """The conversation broke off: the message may have been accepted."""


@dataclass(frozen=True, slots=True)
class Mail:
    """A message to one person. `key` identifies it: attempts to send the same one have the same key.

    `stop` is an address at which the reader stops such messages, with one tap in the mail program (RFC 8058);
    "" if that is impossible.
    """

    to: str
    subject: str
    body: str
    key: str
    stop: str = ""


def normalized_address(text: str) -> str:
    """Return the mail address in lower case, its host in ASCII; "" if the text is no mail address."""
    local, _at, host = tidy_text(text).lower().rpartition("@")
    found = f"{local}@{_ascii_host(host)}"
    is_dotted = not local.startswith(".") and not local.endswith(".") and ".." not in local
    return found if is_dotted and len(found) <= LONGEST_ADDRESS and _ADDRESS.fullmatch(found) else ""


def _ascii_host(host: str) -> str:
    """Return the host in ASCII (RFC 3490); "" if it has no such form.

    Also "" if the ASCII form would name another host, such as one with ss for ß.

    Some browsers send the ASCII form of what was typed.
    """
    if host.isascii():
        return host
    try:
        found = host.encode("idna")
        return found.decode() if found.decode("idna") == host else ""
    except UnicodeError:
        return ""


def send(mail: Mail) -> None:
    """Send the message. Raise `MailRefused` or a `MailDelayed`; `ValueError` if `to` is not normalized."""
    message, server = _build_message(mail), get_connection(timeout=settings.EMAIL_TIMEOUT)
    try:
        server.open()
    except (smtplib.SMTPException, OSError, SoftTimeLimitExceeded) as error:
        raise MailUnreachable(type(error).__name__) from None
    with closing(server):
        _hand_over(server, message)


def _hand_over(server: BaseEmailBackend, message: EmailMessage) -> None:
    """Send the message over an open connection. Raise `MailRefused`, `MailDelayed` or `MailUncertain`."""
    try:
        server.send_messages([message])
    except smtplib.SMTPRecipientsRefused as error:
        raise _error_for_codes([code for code, _text in error.recipients.values()]) from None
    except (smtplib.SMTPSenderRefused, smtplib.SMTPDataError) as error:
        raise _error_for_codes([error.smtp_code]) from None
    except (smtplib.SMTPException, OSError, SoftTimeLimitExceeded) as error:
        raise MailUncertain(type(error).__name__) from None


def _error_for_codes(codes: list[int]) -> MailError:
    """Return the error for these SMTP codes: `MailRefused` if all are permanent (500 or more)."""
    said = " ".join(map(str, codes))
    return MailRefused(said) if all(code >= 500 for code in codes) else MailDelayed(said)


def _build_message(mail: Mail) -> EmailMessage:
    """Build the message; no part of it can begin another header. Raise `ValueError` for a bad `to`."""
    if not mail.to or mail.to != normalized_address(mail.to):
        raise ValueError("no address to send to")
    headers = {"Message-ID": _message_id(mail.key), "Auto-Submitted": "auto-generated"}
    if mail.stop:
        headers |= {
            "List-Unsubscribe": f"<{_one_line(mail.stop)}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
    return EmailMessage(
        subject=_one_line(mail.subject)[:LONGEST_SUBJECT],
        body=tidy_lines(mail.body) + "\n",
        to=[mail.to],
        headers=headers,
    )


def _one_line(text: str) -> str:
    """Return the text tidied, without control characters, so that it begins no other header."""
    return _CONTROL.sub("", tidy_text(text))


def _message_id(key: str) -> str:
    """Return the `Message-ID`: the same for the same key, which it does not show."""
    host = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]
    return f"<{salted_hmac('core.mail', key, algorithm='sha256').hexdigest()[:32]}@{host}>"
