"""The picture of a tournament: a logo, a poster, a photo of the place."""

from django.db import models
from django.utils.translation import pgettext_lazy

from tournaments.models.tournament import Tournament


class EventPicture(models.Model):
    """An organizer's picture, re-encoded:

    `shown` on pages (WebP), `shared` with links (JPEG). `digest` is of the bytes in `shown` and part of their
    address; `width` and `height` are theirs, in pixels.
    """

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="picture")
    shown = models.BinaryField()
    shared = models.BinaryField()
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    digest = models.CharField(max_length=20)

    class Meta:
        verbose_name = pgettext_lazy("model", "picture of a tournament")
        verbose_name_plural = pgettext_lazy("model", "pictures of tournaments")

    def __str__(self) -> str:
        return f"picture of {self.tournament_id}"
