"""Two-step verification of an account: app, recovery codes, passkeys, challenges."""

from django.db import models
from django.utils.translation import pgettext_lazy

from accounts.models.account import User
from core.record.codes import new_code


def new_passkey_code() -> str:
    """Return a new id of a passkey for addresses and logs, which is not its WebAuthn id."""
    return new_code("y")


def new_challenge_code() -> str:
    """Return a new id of a challenge, which the session stores."""
    return new_code("c")


class SecondFactor(models.Model):
    """The authenticator app of an account: codes from a shared secret (RFC 6238).

    The app counts from `confirmed_at` on. `last_step` is the half minute of the last accepted code, so that
    none is used twice. Without a secret there is no app: then the row only holds the recovery codes of an
    account with passkeys.
    """

    user = models.OneToOneField(User, models.CASCADE, related_name="second_factor")
    secret = models.CharField(max_length=64, blank=True)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    last_step = models.BigIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(confirmed_at=None) | ~models.Q(secret=""), name="app_has_a_secret"
            )
        ]
        verbose_name = pgettext_lazy("model", "second factor")
        verbose_name_plural = pgettext_lazy("model", "second factors")

    def __str__(self) -> str:
        return f"second factor of {self.user}"


class RecoveryCode(models.Model):
    """A code on paper that replaces the app or a passkey once; only its hash is stored."""

    factor = models.ForeignKey(SecondFactor, models.CASCADE, related_name="recovery_codes")
    digest = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["factor", "digest"], name="recovery_code_once")]
        verbose_name = pgettext_lazy("model", "recovery code")
        verbose_name_plural = pgettext_lazy("model", "recovery codes")

    def __str__(self) -> str:
        return f"recovery code of {self.factor.user}"


class Passkey(models.Model):
    """A passkey in a person's phone, computer or security key (WebAuthn, ADR 0038).

    `host` is its site: browsers offer it only there. `handle` identifies the account, the same on every
    device. `public_key` is no secret. `sign_count` counts its uses; 0 if the device does not count.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="passkeys")
    code = models.CharField(max_length=12, unique=True, default=new_passkey_code)
    name = models.CharField(max_length=60)
    host = models.CharField(max_length=253)
    handle = models.CharField(max_length=86)
    credential_id = models.CharField(max_length=1400, unique=True)
    public_key = models.TextField()
    sign_count = models.BigIntegerField()
    made_at = models.DateTimeField()
    last_used = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~models.Q(name=""), name="passkey_has_a_name"),
            models.CheckConstraint(condition=models.Q(sign_count__gte=0), name="passkey_counts_up"),
        ]
        verbose_name = pgettext_lazy("model", "passkey")
        verbose_name_plural = pgettext_lazy("model", "passkeys")

    def __str__(self) -> str:
        return f"{self.code} of {self.user}"


class ChallengeFor(models.TextChoices):
    """The purpose of a challenge."""

    ADDING = "adding"
    CODE = "code"
    SIGNING_IN = "signing_in"


class Challenge(models.Model):
    """A challenge for a device to sign, for one purpose at one site; answering deletes the row.

    `user` is the account that has to answer; None for a sign-in by passkey alone.
    """

    code = models.CharField(max_length=12, unique=True, default=new_challenge_code)
    challenge = models.CharField(max_length=86)
    purpose = models.CharField(max_length=10, choices=ChallengeFor.choices)
    user = models.ForeignKey(User, models.CASCADE, null=True, related_name="challenges")
    origin = models.CharField(max_length=300)
    handle = models.CharField(max_length=86, blank=True)
    name = models.CharField(max_length=60, blank=True)
    made_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(purpose="signing_in", user=None)
                | models.Q(purpose__in=["adding", "code"], user__isnull=False),
                name="challenge_for_somebody",
            ),
        ]
        verbose_name = pgettext_lazy("model", "challenge")
        verbose_name_plural = pgettext_lazy("model", "challenges")

    def __str__(self) -> str:
        return f"{self.code} for {self.purpose}"
