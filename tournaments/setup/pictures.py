"""The picture of a tournament, for pages and for its own address."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from hashlib import sha256
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from tournaments.act import acting_on, bump_page_version
from tournaments.models import EventPicture, Tournament
from tournaments.policies import require
from tournaments.setup.picture_process import redraw_in_child


class PictureFacts(NamedTuple):
    """A picture's digest (in its address) and its size in pixels."""

    digest: str
    width: int
    height: int


def picture_of(tournament: Tournament) -> PictureFacts | None:
    """Return the facts of the tournament's picture, or None."""
    found = (
        EventPicture.objects.filter(tournament=tournament).values_list("digest", "width", "height").first()
    )
    return PictureFacts(*found) if found else None


def bytes_of(tournament: Tournament, digest: str, *, shared: bool) -> bytes | None:
    """Return the bytes of the picture with this digest, or None if the tournament has another, or none.

    `shared` is the card for messengers (JPEG) in place of the picture on pages (WebP).
    """
    named = EventPicture.objects.filter(tournament=tournament, digest=digest)
    found = named.values_list("shared" if shared else "shown", flat=True).first()
    return None if found is None else bytes(found)


DIGITS = 20


def set_picture(tournament: Tournament, *, data: bytes, by: Player, now: datetime) -> EventPicture:
    """Set the tournament's picture from this file, in place of an earlier one.

    The file is decoded before the lock is taken, because that is slow. Raises `Refused` and `TooMany` as
    `redraw_in_child` does.
    """
    require(tournament, by, "manage")
    drawn = redraw_in_child(data)
    digest = sha256(drawn.shown).hexdigest()[:DIGITS]
    with acting_on(tournament, by=by, need="manage", now=now) as ctx:
        picture, _is_new = EventPicture.objects.update_or_create(
            {**asdict(drawn), "digest": digest}, tournament=ctx.tournament
        )
        bump_page_version(ctx)
        return picture


def remove_picture(tournament: Tournament, *, by: Player, now: datetime) -> None:
    """Delete the picture, in any state of the tournament."""
    with acting_on(tournament, by=by, need="manage", now=now, even_closed=True) as ctx:
        EventPicture.objects.filter(tournament=ctx.tournament).delete()
        bump_page_version(ctx)


PICTURE_SENTENCES: Mapping[str, str | Promise] = {
    "picture_missing": _("Choose a picture first."),
    "picture_too_large": _(
        "The file is larger than %(most)s MB. Save it smaller, for example 1600 pixels wide, and choose it "
        "again."
    ),
    "picture_unreadable": _(
        "This picture cannot be read here. Choose a PNG, JPEG or WebP file; save an SVG, a PDF or a "
        "HEIC photo as one of them first."
    ),
    "picture_too_costly": _(
        "This file takes too long to read. Open the picture, save it again as a normal JPEG or PNG, and "
        "choose that one."
    ),
    "picture_too_many_pixels": _(
        "The picture has more than %(most)s million pixels. Save it smaller, for example 1600 pixels wide, "
        "and choose it again."
    ),
    "picture_too_small": _("The picture is less than %(least)s pixels wide or high. Choose a larger one."),
}
