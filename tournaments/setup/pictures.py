"""The picture of a tournament, for pages and for its own address."""

from typing import NamedTuple

from tournaments.models import EventPicture, Tournament


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
    """Return the bytes of its picture, or None if it no longer has this digest."""
    named = EventPicture.objects.filter(tournament=tournament, digest=digest)
    found = named.values_list("shared" if shared else "shown", flat=True).first()
    return None if found is None else bytes(found)
