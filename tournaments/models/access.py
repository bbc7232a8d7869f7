"""Links and short codes by which people come in: as a helper, or to enter."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import pgettext_lazy

from accounts.models import Persona
from tournaments.models.tournament import Tournament


class LinkRole(models.TextChoices):
    """What a link gives: a role of the staff, or the way to one's own entry."""

    COORDINATOR = "coordinator"
    JUDGE = "judge"
    ENTRY = "entry"


class AccessLink(models.Model):
    """A link with a code of six characters, which follow from `seed` and the key of this site.

    `digest`, of the code, finds it; the code is stored nowhere. `uses`: how many people may take the role,
    `used`: how many did. An entry link has neither an end nor a number of uses: it works while entries are
    open.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="access_links")
    role = models.CharField(max_length=12, choices=LinkRole)
    seed = models.CharField(max_length=32)
    digest = models.CharField(max_length=64, unique=True)
    by = models.ForeignKey(Persona, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True)
    uses = models.PositiveSmallIntegerField(null=True)
    used = models.PositiveSmallIntegerField(default=0)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament"],
                condition=Q(role="entry", revoked_at__isnull=True),
                name="one_entry_link_stands",
            ),
            models.CheckConstraint(
                condition=Q(role="entry", uses__isnull=True, expires_at__isnull=True, used=0)
                | Q(role__in=["coordinator", "judge"], uses__gte=1, expires_at__isnull=False),
                name="staff_links_are_limited",
            ),
            models.CheckConstraint(
                condition=Q(uses__isnull=True) | Q(used__lte=F("uses")), name="link_not_used_too_often"
            ),
        ]
        verbose_name = pgettext_lazy("model", "access link")
        verbose_name_plural = pgettext_lazy("model", "access links")

    def __str__(self) -> str:
        return f"{self.role} link {self.pk} of {self.tournament_id}"
