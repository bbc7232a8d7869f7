"""What a person wants to hear, their devices, and each notice on its way."""

from django.db import models
from django.db.models import Q
from django.utils.translation import pgettext_lazy

from accounts.models import User
from core.record.codes import new_code
from notices.kinds import NoticeChannel
from tournaments.models import Tournament


def new_device_code() -> str:
    """Return a new id of a device for pages, which is not its address."""
    return new_code("d")


class NoticeChoices(models.Model):
    """The kinds that an account wants by each channel, and the language; without a row it wants none."""

    user = models.OneToOneField(User, models.CASCADE, related_name="notice_choices")
    mail = models.JSONField(default=list)
    push = models.JSONField(default=list)
    language = models.CharField(max_length=10)

    class Meta:
        verbose_name = pgettext_lazy("model", "choice of notices")
        verbose_name_plural = pgettext_lazy("model", "choices of notices")

    def __str__(self) -> str:
        return f"notices of {self.user}"


class PushDevice(models.Model):
    """A browser that gets push messages (RFC 8030). `endpoint` is the address at its push service.

    `key` and `secret` encrypt messages for it: its public key and authentication secret in base64url
    (RFC 8291). Like a session it belongs to one `epoch` of the account: a new password ends it.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="push_devices")
    code = models.CharField(max_length=12, unique=True, default=new_device_code)
    endpoint = models.CharField(max_length=1000, unique=True)
    key = models.CharField(max_length=90)
    secret = models.CharField(max_length=30)
    name = models.CharField(max_length=60, blank=True)
    epoch = models.CharField(max_length=12, blank=True, default="", db_default="")
    added_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        verbose_name = pgettext_lazy("model", "device for notices")
        verbose_name_plural = pgettext_lazy("model", "devices for notices")

    def __str__(self) -> str:
        return f"{self.code} of {self.user}"


class NoticeState(models.TextChoices):
    """`sending` is stored before anything is sent, so that a notice is never sent twice.

    `failed` could not be sent; `dropped` was not wanted any more, or no longer so.
    """

    WAITING = "waiting"
    SENDING = "sending"
    SENT = "sent"
    FAILED = "failed"
    DROPPED = "dropped"


class PersonalNotice(models.Model):
    """A notice for one account by one channel, stored before it is sent.

    `device` gets a push message; None for a mail, and if the device is deleted. `about` identifies the cause:
    the number of a line of the record, or a match that begins soon. `until` is the moment after which it is
    not sent. `facts` are the values in its text. `error` is why it failed.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="notices")
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=10)
    about = models.CharField(max_length=24)
    channel = models.CharField(max_length=4, choices=NoticeChannel)
    device = models.ForeignKey(PushDevice, models.SET_NULL, null=True, related_name="notices")
    facts = models.JSONField(default=dict)
    at = models.DateTimeField(db_index=True)
    until = models.DateTimeField()
    state = models.CharField(max_length=8, choices=NoticeState, default=NoticeState.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    error = models.CharField(max_length=24, blank=True, default="")

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["user", "tournament", "kind", "about"],
                condition=Q(channel="mail"),
                name="notice_once_by_mail",
            ),
            models.UniqueConstraint(
                fields=["device", "user", "tournament", "kind", "about"],
                condition=Q(channel="push"),
                name="notice_once_a_device",
            ),
            models.CheckConstraint(
                condition=Q(channel="mail", device=None) | Q(channel="push"), name="notice_channel_known"
            ),
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "sending", "sent", "failed", "dropped"]),
                name="notice_state_known",
            ),
        ]
        indexes = [
            models.Index(fields=["tournament", "-id"], condition=Q(state="failed"), name="notice_failed"),
        ]
        verbose_name = pgettext_lazy("model", "notice to a person")
        verbose_name_plural = pgettext_lazy("model", "notices to people")

    def __str__(self) -> str:
        return f"{self.kind} by {self.channel} to {self.user}"
