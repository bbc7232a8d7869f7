"""Staff, rule texts, confirmations of the regulation, and rulings of the day."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Persona
from matches.models import Match
from tournaments.models.tournament import Tournament


class Role(models.TextChoices):
    """A person's role in one tournament, highest first."""

    ORGANIZER = "organizer"
    COORDINATOR = "coordinator"
    JUDGE = "judge"


class Staff(models.Model):
    """A role of a person in a tournament; one person may have several."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="staff")
    persona = models.ForeignKey(Persona, models.PROTECT, related_name="staff_roles")
    role = models.CharField(max_length=12, choices=Role)

    class Meta:
        verbose_name = _("staff member")
        verbose_name_plural = _("staff")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "persona", "role"], name="staff_role_once"),
            models.CheckConstraint(
                condition=Q(role__in=["organizer", "coordinator", "judge"]), name="role_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.role} {self.persona}"


class RuleTexts(models.Model):
    """The rule texts of an edition that a tournament was pinned to, by path; one row an edition."""

    edition = models.CharField(max_length=60)
    sha256 = models.CharField(max_length=64, unique=True)
    texts = models.JSONField()

    class Meta:
        verbose_name = pgettext_lazy("model", "rule texts of an edition")
        verbose_name_plural = pgettext_lazy("model", "rule texts of editions")

    def __str__(self) -> str:
        return self.edition


class Confirmation(models.Model):
    """A coordinator's confirmation of the regulation; the latest one counts.

    `version` is the hash of the terms (`tournaments.regulation.selectors`), the edition that of the rule
    texts. `special_rules` are the confirmed ones; null if they are not stored.
    """

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="confirmations")
    version = models.CharField(max_length=64)
    special_rules = models.TextField(null=True)  # noqa: DJ001 - "" says that there were none
    edition = models.CharField(max_length=60)
    edition_hash = models.CharField(max_length=64)
    at = models.DateTimeField()
    by = models.ForeignKey(Persona, models.PROTECT, related_name="+")
    seq = models.IntegerField()

    class Meta:
        ordering = ["-seq"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "seq"], name="confirmation_once_a_line"),
        ]
        verbose_name = pgettext_lazy("model", "confirmation of the regulation")
        verbose_name_plural = pgettext_lazy("model", "confirmations of the regulation")

    def __str__(self) -> str:
        return f"regulation {self.version[:12]} at {self.seq}"


class Ruling(models.Model):
    """A ruling of the coordinator during the day, for all tables or about one match.

    The record has its `code`; the words are in the file of names, and empty if an import lacks them.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rulings")
    match = models.ForeignKey(Match, models.SET_NULL, null=True, blank=True, related_name="rulings")
    code = models.CharField(max_length=64)
    words = models.TextField(blank=True)
    at = models.DateTimeField()
    seq = models.IntegerField()

    class Meta:
        ordering = ["-seq"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "code"], name="ruling_code_once"),
            models.UniqueConstraint(fields=["tournament", "seq"], name="ruling_once_a_line"),
        ]
        verbose_name = pgettext_lazy("model", "ruling")
        verbose_name_plural = pgettext_lazy("model", "rulings")

    def __str__(self) -> str:
        return f"ruling {self.code} at {self.seq}"
