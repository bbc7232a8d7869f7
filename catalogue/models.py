"""Tournament types that people propose: their versions, texts and history."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Player

REVIEW = "catalogue.review_types"


class TypeState(models.TextChoices):
    """The state of a proposal:

    `draft` → `proposed` (→ `changes_asked` → `proposed`) → `accepted` → `superseded`, or an end.
    """

    DRAFT = "draft"
    PROPOSED = "proposed"
    CHANGES_ASKED = "changes_asked"
    ACCEPTED = "accepted"
    SUPERSEDED = "superseded"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"


OPEN = (TypeState.DRAFT, TypeState.PROPOSED, TypeState.CHANGES_ASKED)
PUBLIC = (TypeState.ACCEPTED, TypeState.SUPERSEDED)


class Proposal(models.Model):
    """One version of a type. Its author may change it while it is open; once accepted, it never changes.

    `definition` is what a tournament pins (see `rulesets`). `seq` counts the steps, so that a decision on an
    older state is refused.
    """

    game = models.CharField(max_length=30)
    key = models.SlugField(max_length=40)
    version = models.PositiveSmallIntegerField()
    title_word = models.CharField(max_length=40)
    definition = models.JSONField()
    text_pt = models.TextField()
    text_en = models.TextField(blank=True)
    author = models.ForeignKey(Player, models.PROTECT, related_name="proposed_types")
    state = models.CharField(max_length=14, choices=TypeState, default=TypeState.DRAFT)
    seq = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()

    class Meta:
        verbose_name = _("proposed type")
        verbose_name_plural = _("proposed types")
        ordering = ["game", "key", "version"]
        permissions = [("review_types", "Can review proposed tournament types")]
        constraints = [
            models.UniqueConstraint(fields=["game", "key", "version"], name="type_version_once"),
            models.UniqueConstraint(
                fields=["game", "key"],
                condition=Q(state__in=["draft", "proposed", "changes_asked"]),
                name="type_open_once",
            ),
            models.UniqueConstraint(
                fields=["game", "key"], condition=Q(state="accepted"), name="type_accepted_once"
            ),
            models.CheckConstraint(
                condition=Q(
                    state__in=[
                        "draft", "proposed", "changes_asked", "accepted", "superseded", "refused",
                        "withdrawn",
                    ]
                ),
                name="type_state_known",
            ),
        ]  # fmt: skip

    def __str__(self) -> str:
        return f"{self.title_word} ({self.version})"

    @property
    def is_open(self) -> bool:
        """Return whether its author may still change it: a draft, proposed, or changes asked for."""
        return self.state in OPEN

    @property
    def is_public(self) -> bool:
        """Return whether everyone may read it: accepted, or superseded by a later version."""
        return self.state in PUBLIC


class Revision(models.Model):
    """The content of a proposal (definition and texts) at one time, found by tournaments that pinned it."""

    proposal = models.ForeignKey(Proposal, models.CASCADE, related_name="revisions")
    number = models.PositiveSmallIntegerField()
    definition = models.JSONField()
    sha256 = models.CharField(max_length=64, db_index=True)
    text_pt = models.TextField()
    text_en = models.TextField(blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["proposal", "number"], name="type_revision_once"),
        ]
        verbose_name = pgettext_lazy("model", "revision")
        verbose_name_plural = pgettext_lazy("model", "revisions")

    def __str__(self) -> str:
        return f"{self.proposal} #{self.number}"


class StepKind(models.TextChoices):
    """The kind of a step of a proposal."""

    DRAFTED = "drafted"
    CHANGED = "changed"
    PROPOSED = "proposed"
    CHANGES_ASKED = "changes_asked"
    ACCEPTED = "accepted"
    SUPERSEDED = "superseded"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"


class Step(models.Model):
    """One act on a proposal: who, when and why; `revision` is the proposal's content then."""

    proposal = models.ForeignKey(Proposal, models.CASCADE, related_name="steps")
    number = models.PositiveIntegerField()
    act = models.CharField(max_length=14, choices=StepKind)
    by = models.ForeignKey(Player, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    reason = models.TextField(blank=True)
    revision = models.ForeignKey(Revision, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["proposal", "number"], name="type_step_once"),
            models.CheckConstraint(
                condition=Q(
                    act__in=[
                        "drafted", "changed", "proposed", "changes_asked", "accepted", "superseded",
                        "refused", "withdrawn",
                    ]
                ),
                name="type_act_known",
            ),
            models.CheckConstraint(
                condition=~Q(act__in=["changes_asked", "accepted", "refused"]) | ~Q(reason=""),
                name="type_decision_has_reason",
            ),
        ]  # fmt: skip
        verbose_name = pgettext_lazy("model", "step of a proposal")
        verbose_name_plural = pgettext_lazy("model", "steps of proposals")

    def __str__(self) -> str:
        return f"{self.act} {self.proposal}"
