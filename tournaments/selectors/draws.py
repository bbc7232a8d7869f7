"""The draw that stands, and those that were taken back."""

from tournaments.models import Draw, Tournament


def standing_draw(tournament: Tournament) -> Draw | None:
    """The published draw, or None."""
    return Draw.objects.filter(tournament=tournament, withdrawn=False).first()


def withdrawn_draws(tournament: Tournament) -> list[Draw]:
    """Draws that were taken back, oldest first."""
    return list(Draw.objects.filter(tournament=tournament, withdrawn=True).order_by("seq"))
