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


def save_choices(user: User, *, mail: Collection[str], push: Collection[str], language: str) -> None:
    """Store the kinds that the account wants by each channel, and the language of its notices.

    Unknown kinds are left out.
    """
    known = {"mail": _known_kinds(mail), "push": _known_kinds(push), "language": language}
    NoticeChoices.objects.update_or_create(user=user, defaults=known)


def _known_kinds(kinds: Collection[str]) -> list[str]:
    """Return those of these kinds that exist, in the order of `NoticeKind`."""
    return [kind for kind in NoticeKind.values if kind in kinds]


def add_device(
    user: User, *, endpoint: str, key: str, secret: str, name: str, language: str, now: datetime
) -> bool:
    """Store this browser as a device of the account; return False if its values are not those of a browser.

    A browser belongs to one account, the last one that turned notices on. Above `MAX_DEVICES` the oldest is
    deleted. If the account wants no kind by push yet, store that it wants all.
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
            save_choices(user, mail=choices.mail, push=NoticeKind.values, language=language)
    return True


def devices_of(user: User) -> list[PushDevice]:
    """Return the devices that get this account's notices, first added first; none of an earlier password."""
    return list(PushDevice.objects.filter(user=user, epoch=user.epoch))


def remove_device(user: User, code: str) -> bool:
    """Delete the account's device of this code; return whether there was one."""
    return bool(PushDevice.objects.filter(user=user, code=code).delete()[0])
