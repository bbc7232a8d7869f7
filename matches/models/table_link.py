"""The card on a physical table: a link without an account, and the phones that it let in."""

from django.db import models
from django.db.models import F, Q

from matches.models.entry import Entry
from matches.models.match import Match, PhysicalTable, Side


class TableLink(models.Model):
    """A link printed as a QR code. One stands for each table; a revoked one never comes back.

    Only its public code is stored. What makes it a key is a signature that the server computes
    (`matches.card_tokens`), so that a copy of the database opens no table.
    """

    table = models.ForeignKey(PhysicalTable, models.CASCADE, related_name="links")
    code = models.CharField(max_length=12, unique=True)
    issued_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(revoked_at__isnull=True), name="one_standing_link_a_table"
            ),
            models.CheckConstraint(condition=Q(expires_at__gt=F("issued_at")), name="link_expires_later"),
        ]

    def __str__(self) -> str:
        return f"link of table {self.table_id}"


class Claim(models.Model):
    """A phone at the table that says "I sit here": it speaks for this side of this match.

    It holds as long as its link does and the same entry sits there. A phone has one side of a match, and a
    side one phone, so that a claim on another's seat is noticed.
    """

    link = models.ForeignKey(TableLink, models.CASCADE, related_name="claims")
    phone = models.CharField(max_length=64)
    match = models.ForeignKey(Match, models.CASCADE, related_name="claims")
    side = models.OneToOneField(Side, models.CASCADE, related_name="claim")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "phone"], name="one_side_a_phone"),
            models.CheckConstraint(condition=~Q(phone=""), name="claim_has_a_phone"),
        ]

    def __str__(self) -> str:
        return f"claim of side {self.side_id}"
