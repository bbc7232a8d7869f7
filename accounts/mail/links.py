"""Signed links that confirm an address: for one day, once, in a session of the account."""

from datetime import timedelta

from django.core.signing import BadSignature, TimestampSigner
from django.urls import reverse

from accounts.models import MailAddress

DAY = timedelta(days=1)
_signer = TimestampSigner(salt="accounts.mail_address")


def confirmation_path(waiting: MailAddress) -> str:
    """Return the path of a new link, signed with the present time."""
    return reverse("confirm_mail_address", args=[_signer.sign(waiting.code)])


def code_in(token: str) -> str:
    """Return the code of the address that a link names; "" if it is forged or older than a day."""
    try:
        return _signer.unsign(token, max_age=DAY)
    except BadSignature:
        return ""
