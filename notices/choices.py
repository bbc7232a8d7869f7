"""What a person chooses: kinds of notices by each channel, and the devices that get push messages."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from accounts.models import User
from notices.kinds import NoticeKind
from notices.models import NoticeChoices, PushDevice
from notices.push import is_browser_key, is_endpoint

MAX_DEVICES = 10


def choices_of(user: User) -> NoticeChoices:
    """Return the account's choices; unsaved and empty if it never chose."""
    return NoticeChoices.objects.filter(user=user).first() or NoticeChoices(user=user)


def choose(user: User, *, mail: Collection[str], push: Collection[str], language: str) -> None:
    """Save the kinds that the account wants by each channel; notices come in this language from now on."""
    known = {"mail": _known(mail), "push": _known(push), "language": language}
    NoticeChoices.objects.update_or_create(user=user, defaults=known)


def _known(kinds: Collection[str]) -> list[str]:
    return [kind for kind in NoticeKind.values if kind in kinds]


def add_device(
    user: User, *, endpoint: str, key: str, secret: str, name: str, language: str, now: datetime
) -> bool:
    """Send push messages to this browser too; return whether the values are those of a browser.

    A browser belongs to one account, the last one that turned notices on. The first device chooses all kinds.
    """
    if not is_endpoint(endpoint) or not is_browser_key(key, secret):
        return False
    with transaction.atomic():
        keys = {"key": key, "secret": secret, "epoch": user.epoch}
        facts = {"user": user, **keys, "name": name, "added_at": now}
        PushDevice.objects.update_or_create(endpoint=endpoint, defaults=facts)
        PushDevice.objects.filter(user=user).exclude(epoch=user.epoch).delete()
        oldest = PushDevice.objects.filter(user=user).order_by("-added_at", "-pk")[MAX_DEVICES:]
        PushDevice.objects.filter(pk__in=[one.pk for one in oldest]).delete()
        choices = choices_of(user)
        if not choices.push:
            choose(user, mail=choices.mail, push=NoticeKind.values, language=language)
    return True


def devices_of(user: User) -> list[PushDevice]:
    """Return the devices that get this account's notices, first added first."""
    return list(PushDevice.objects.filter(user=user, epoch=user.epoch))


def remove_device(user: User, code: str) -> bool:
    """Send nothing more to this device; return whether the account had it."""
    return bool(PushDevice.objects.filter(user=user, code=code).delete()[0])
