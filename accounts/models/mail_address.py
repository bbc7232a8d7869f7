"""The e-mail addresses of an account: the confirmed one, and one that waits for its confirmation."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import pgettext_lazy

from accounts.models.account import User
from core.record.codes import new_code


def new_mail_address_code() -> str:
    """Return a new id of an address for links, which is not the address itself."""
    return new_code("m")


class MailAddress(models.Model):
    """An e-mail address, in lower case; before `confirmed_at` it only gets the link that confirms it.

    A confirmed address belongs to one account. Several accounts may wait for the same one, so that no one
    can occupy a stranger's address. `language` is that of the texts sent to it.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="mail_addresses")
    code = models.CharField(max_length=12, unique=True, default=new_mail_address_code)
    address = models.CharField(max_length=254)
    language = models.CharField(max_length=10)
    added_at = models.DateTimeField()
    confirmed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["address"],
                condition=Q(confirmed_at__isnull=False),
                name="mail_address_confirmed_once",
            ),
            models.UniqueConstraint(
                fields=["user"], condition=Q(confirmed_at__isnull=False), name="mail_address_one_confirmed"
            ),
            models.UniqueConstraint(
                fields=["user"], condition=Q(confirmed_at=None), name="mail_address_one_waits"
            ),
            models.CheckConstraint(
                condition=Q(address=Lower("address")) & ~Q(address=""), name="mail_address_in_lower_case"
            ),
        ]
        verbose_name = pgettext_lazy("model", "e-mail address")
        verbose_name_plural = pgettext_lazy("model", "e-mail addresses")

    def __str__(self) -> str:
        return f"{self.code} of {self.user}"
