"""The picture of a tournament, as pages show it and as it is sent."""

from typing import NamedTuple

from tournaments.models import EventPicture, Tournament


class PictureFacts(NamedTuple):
    """What a page says of a picture: what stands in its address, and its size in pixels."""

    digest: str
    width: int
    height: int


def picture_of(tournament: Tournament) -> PictureFacts | None:
    """The tournament's picture without its bytes, where it has one."""
    found = (
        EventPicture.objects.filter(tournament=tournament).values_list("digest", "width", "height").first()
    )
    return PictureFacts(*found) if found else None


def bytes_of(tournament: Tournament, digest: str, *, shared: bool) -> bytes | None:
    """The bytes of its picture, where it still is the one of this digest."""
    named = EventPicture.objects.filter(tournament=tournament, digest=digest)
    found = named.values_list("shared" if shared else "shown", flat=True).first()
    return None if found is None else bytes(found)
