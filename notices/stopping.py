"""The link in each mail that stops all mail of this kind, without signing in."""

from django.core import signing
from django.urls import reverse

from accounts.models import User
from notices.models import NoticeChoices

SALT = "notices.stop"


def stop_path(user_id: int) -> str:
    """Return the path of the page that stops notices by mail to this account."""
    return reverse("stop_notices", args=[signing.dumps(user_id, salt=SALT)])


def account_of_link(token: str) -> User | None:
    """Return the account that this link belongs to; None for a link that is not ours or an erased account."""
    try:
        return User.objects.filter(pk=signing.loads(token, salt=SALT), is_active=True).first()
    except signing.BadSignature:
        return None


def stop_mail(user: User) -> None:
    """Stop all notices by mail; push messages and the page go on."""
    NoticeChoices.objects.filter(user=user).update(mail=[])
