"""The channels of this site, by its settings."""

from django.conf import settings

from notices.kinds import NoticeChannel


def open_channels() -> frozenset[NoticeChannel]:
    """Return the channels that this site's settings open; empty without mail server and push key."""
    found = {NoticeChannel.MAIL: settings.HAS_MAIL, NoticeChannel.PUSH: settings.HAS_PUSH}
    return frozenset(channel for channel, is_open in found.items() if is_open)
