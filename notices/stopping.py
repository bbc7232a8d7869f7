"""The link in each mail that stops all mail of this kind, without signing in."""

from django.core import signing
from django.urls import reverse

from accounts.models import User
from notices.models import NoticeChoices

SALT = "notices.stop"


def stop_path(user_id: int) -> str:
    """Return the signed path of the page that stops notices by mail to this account; it never expires."""
    return reverse("stop_notices", args=[signing.dumps(user_id, salt=SALT)])


def account_of_link(token: str) -> User | None:
    """Return the account of a link of `stop_path`; None if it is forged, or the account gone or inactive."""
    try:
        return User.objects.filter(pk=signing.loads(token, salt=SALT), is_active=True).first()
    except signing.BadSignature:
        return None


def stop_mail(user: User) -> None:
    """Store that the account wants no notice by mail; push messages and the page go on."""
    NoticeChoices.objects.filter(user=user).update(mail=[])
