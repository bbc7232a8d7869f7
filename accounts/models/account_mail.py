"""Mail about an account that waits to be sent."""

from django.db import models
from django.utils.translation import pgettext_lazy

from accounts.models.account import User
from accounts.models.mail_address import MailAddress


class MailKind(models.TextChoices):
    """What a mail about an account says."""

    CONFIRM = "confirm"
    FORGOTTEN = "forgotten"
    PASSWORD = "password"  # noqa: S105 - a kind of mail
    APP_ON = "app_on"
    APP_OFF = "app_off"
    CODES = "codes"
    PASSKEY_ADDED = "passkey_added"
    PASSKEY_REMOVED = "passkey_removed"
    ADDRESS = "address"


class AccountMail(models.Model):
    """A mail that waits until it is sent or `until` is past; then the row is deleted.

    It contains no link and no text: both are made when it is sent. Without `user` nothing is sent: a
    forgotten password was reported for an account that does not exist, which takes the same work.
    `mail_address` is the address to confirm. `address` is where a notice goes, even if the account has
    another address by then.
    """

    user = models.ForeignKey(User, models.CASCADE, null=True, related_name="account_mails")
    mail_address = models.ForeignKey(MailAddress, models.CASCADE, null=True, related_name="+")
    kind = models.CharField(max_length=16, choices=MailKind.choices)
    address = models.CharField(max_length=254, blank=True)
    language = models.CharField(max_length=10, blank=True)
    at = models.DateTimeField()
    until = models.DateTimeField()
    attempts = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = pgettext_lazy("model", "account mail")
        verbose_name_plural = pgettext_lazy("model", "account mails")

    def __str__(self) -> str:
        return f"mail {self.pk}: {self.kind}"
