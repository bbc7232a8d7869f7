"""Commitments, the draws made from them, and the stages before the bracket."""

from django.db import models
from django.db.models import Q
from django.utils.translation import pgettext_lazy

from tournaments.models.tournament import Tournament


def _derived(*, isnull: bool) -> Q:
    """Return the condition that all columns of a derived seed are null, or all are set."""
    columns = ("algorithm", "commitment", "word", "derived_seed")
    return Q(**{f"{column}__isnull": isnull for column in columns})


class Commitment(models.Model):
    """The commitment to the secret of a later draw, by its hash in the record; the latest one counts.

    No person may see `secret` before its draw; it is None if the record was imported with the hash only.
    `seq` is the number of the commitment's line.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="commitments")
    sha256 = models.CharField(max_length=64)
    secret = models.CharField(max_length=64, null=True)  # noqa: DJ001  null is unknown, "" is not
    at = models.DateTimeField()
    seq = models.IntegerField()

    class Meta:
        ordering = ["-seq"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "seq"], name="commitment_once_a_line"),
        ]
        verbose_name = pgettext_lazy("model", "commitment to a draw")
        verbose_name_plural = pgettext_lazy("model", "commitments to draws")

    def __str__(self) -> str:
        return f"commitment at {self.seq}"


class Draw(models.Model):
    """A published draw: everything needed to repeat it.

    A withdrawn one stays in the table. Either `algorithm`, `commitment`, `word` and `derived_seed` give its
    origin, or all four are null and `seed` is a number: typed by hand, or generated for a record of the first
    format. `passed_over`: codes of entries that had a bye or short table earlier in the season, a list for
    each tournament, latest first; null if there are none or they do not count. `first_round`: the first round
    that it seats. `stage`: the number of the stage of which it is one round; None for the bracket. `order`:
    the codes of the entries, strongest first.
    """

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="draws")
    stage = models.PositiveSmallIntegerField(null=True, blank=True)
    first_round = models.PositiveSmallIntegerField(default=1, db_default=1)
    method = models.CharField(max_length=10)
    seed = models.BigIntegerField(null=True, blank=True)
    algorithm = models.CharField(max_length=30, null=True)  # noqa: DJ001  null is unknown, "" is not
    commitment = models.OneToOneField(Commitment, models.PROTECT, null=True, related_name="draw")
    word = models.CharField(max_length=60, null=True)  # noqa: DJ001  null is unknown, "" is not
    derived_seed = models.CharField(max_length=64, null=True)  # noqa: DJ001  null is unknown, "" is not
    shape = models.JSONField()
    shape_is_default = models.BooleanField()
    order = models.JSONField()
    passed_over = models.JSONField(null=True)
    published_at = models.DateTimeField()
    seq = models.IntegerField()
    withdrawn = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "first_round"],
                condition=Q(withdrawn=False),
                name="one_standing_draw_a_round",
            ),
            models.CheckConstraint(
                condition=_derived(isnull=True) | _derived(isnull=False) & Q(seed__isnull=True),
                name="draw_seed_derived_or_not",
            ),
        ]
        verbose_name = pgettext_lazy("model", "draw")
        verbose_name_plural = pgettext_lazy("model", "draws")

    def __str__(self) -> str:
        return f"draw at {self.seq}"

    @property
    def seed_told(self) -> int | str | None:
        """Return the seed as the record has it: hexadecimal text if derived, else the number."""
        return self.seed if self.derived_seed is None else self.derived_seed

    @property
    def secret(self) -> str | None:
        """Return the committed secret, which the draw's line reveals.

        None without a commitment, or if an import lacks it.
        """
        return self.commitment.secret if self.commitment else None

    @property
    def is_typed(self) -> bool:
        """Return whether the seed was typed by hand; False in the first format, where that is unknown."""
        return self.algorithm is None and self.tournament.promises_draws


class Stage(models.Model):
    """A stage whose first round is drawn; its plan is in `Tournament.stages`, at index `number` - 1.

    `groups`: the codes of the entries of each group, as they were dealt; None for a kind without groups.
    `advanced`: codes of the entries that go on, best first; None while the stage is open, as `closed_at`.
    """

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="begun_stages")
    number = models.PositiveSmallIntegerField()
    groups = models.JSONField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    advanced = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="stage_once"),
            models.CheckConstraint(
                condition=Q(closed_at__isnull=True, advanced__isnull=True)
                | Q(closed_at__isnull=False, advanced__isnull=False),
                name="closed_stage_has_result",
            ),
        ]
        verbose_name = pgettext_lazy("model", "stage")
        verbose_name_plural = pgettext_lazy("model", "stages")

    def __str__(self) -> str:
        return f"stage {self.number} of {self.tournament_id}"
