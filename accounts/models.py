"""People: accounts, players (with or without an account), clubs, credentials, and codes in records."""

from collections.abc import Iterator
from typing import Any, ClassVar

from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.db.models.functions import Upper
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from knox.models import AbstractAuthToken

from accounts.homoglyphs import look_of
from accounts.names import page_of
from core.db.folded import FoldedField, FoldedModel
from core.http.callers import note
from core.models import Ledger
from core.record.codes import new_code


def new_player_code() -> str:
    """Return a new public id of a player."""
    return new_code("p")


def new_token_code() -> str:
    """Return a new public id of an API key, which is not the key itself."""
    return new_code("k")


def new_passkey_code() -> str:
    """Return a new id of a passkey for addresses and logs, which is not its WebAuthn id."""
    return new_code("y")


def new_challenge_code() -> str:
    """Return a new id of a challenge, which the session stores."""
    return new_code("c")


def new_sign_in_code() -> str:
    """Return a new public id of a session, which is not its key."""
    return new_code("s")


class AccountManager(UserManager["User"]):
    """Finds accounts by user name in any case, since phones begin words with a capital."""

    def get_by_natural_key(self, username: str | None) -> "User":
        """Return the account of that name, in any case."""
        return self.get(username__iexact=username)


class User(FoldedModel, AbstractUser):
    """An account that signs in. Its rights depend on the tournament.

    Each credential, a session or an API key, belongs to one `epoch` of the account and ends with it. `save`
    begins a new epoch with every new password, in the same statement; a better hash of the same password does
    not (ADR 0021).

    `look` is the visual form of the user name. `own_look` is the same, unique, for accounts created since
    looks are compared (ADR 0017); older accounts may look alike.
    """

    look = FoldedField(of="username", by=look_of)
    own_look = models.TextField(null=True, editable=False)  # noqa: DJ001 - null: others may have it
    epoch = models.CharField(max_length=12, blank=True, default="", db_default="", editable=False)
    player: "Player"
    objects: ClassVar[AccountManager] = AccountManager()

    class Meta(AbstractUser.Meta):
        constraints = (
            models.UniqueConstraint(Upper("username"), name="username_in_any_case"),
            models.UniqueConstraint(
                fields=["own_look"], condition=models.Q(own_look__isnull=False), name="username_own_look"
            ),
        )
        indexes = (
            models.Index(fields=["look"], name="user_by_look"),
            models.Index(fields=["id"], condition=models.Q(look=None), name="user_without_look"),
        )

    def save(self, **options: Any) -> None:
        """Save the account; with a new password, begin a new epoch."""
        fields = options.get("update_fields")
        if self.pk and (fields is None or "password" in fields):
            before, self.epoch = self.epoch, self._epoch_of_password()
            options |= {} if fields is None else {"update_fields": {*fields, "epoch"}}
            if self.epoch != before:
                note("password_changed", who=self.username)
        if self.own_look and self.own_look != look_of(self.username):
            self.own_look = None
        super().save(**options)

    def begin_epoch(self) -> None:
        """End every session and every API key of the account; the password stays."""
        self.epoch = new_code("e")
        self.save(update_fields=["epoch"])
        note("access_ended", who=self.username)

    def check_password(self, raw_password: str | None) -> bool:
        """Return whether the password is right; rehash it if a better hasher is preferred."""

        def rehash(raw: str | None) -> None:
            checked, self.password = self.password, make_password(raw)
            User.objects.filter(pk=self.pk, password=checked).update(password=self.password)

        return check_password(raw_password, self.password, rehash)

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        """Yield the hashes that are also valid: sessions from before epochs last
        until the first epoch ends.
        """
        yield from super().get_session_auth_fallback_hash()
        if not self.epoch:
            yield super()._get_session_auth_hash()  # type: ignore[misc]  # the stubs do not know it

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        return salted_hmac("accounts.User.epoch", self.epoch, secret=secret, algorithm="sha256").hexdigest()

    def _epoch_of_password(self) -> str:
        """Return the stored epoch, or a new one if the stored password differs."""
        stored = User.objects.filter(pk=self.pk, password=self.password).values_list("epoch", flat=True)
        return next(iter(stored), new_code("e"))


class Scope(models.TextChoices):
    """What an API key may do of its account's rights; narrow scopes first (`api/scopes.py`)."""

    READ = "read", _("Read only")
    JUDGE = "judge", _("Judge")
    ORGANIZE = "organize", _("Everything")


class ApiToken(AbstractAuthToken):
    """An API key, with which a program acts as an account; only its hash is stored.

    It stops working at its `expiry`, and with the account's epoch.
    """

    code = models.CharField(max_length=12, unique=True, default=new_token_code)
    name = models.CharField(max_length=60, blank=True)
    scope = models.CharField(max_length=8, choices=Scope.choices)
    epoch = models.CharField(max_length=12, blank=True)
    last_used = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("API key")
        verbose_name_plural = _("API keys")

    def __str__(self) -> str:
        return f"{self.code} of {self.user}"


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
    device. `public_key` is no secret. `sign_count` counts its uses, if the device counts them.
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


class SignIn(models.Model):
    """A session of an account as its owner sees it: device, address, time.

    `device` is derived from the user agent, `address` is the network address.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="sign_ins")
    code = models.CharField(max_length=12, unique=True, default=new_sign_in_code)
    session_key = models.CharField(max_length=40, unique=True)
    epoch = models.CharField(max_length=12, blank=True)
    device = models.CharField(max_length=60, blank=True)
    address = models.CharField(max_length=60, blank=True)
    at = models.DateTimeField()

    class Meta:
        verbose_name = pgettext_lazy("model", "session")
        verbose_name_plural = pgettext_lazy("model", "sessions")

    def __str__(self) -> str:
        return f"{self.code} of {self.user}"


class CalendarFeed(models.TextChoices):
    """The kind of a secret calendar: a player's matches, or a staff member's tournaments."""

    PLAYER = "player", _("My matches")
    JUDGE = "judge", _("Tournaments I help with")


class CalendarAddress(models.Model):
    """A secret address at which calendar programs read a person's day; only the hash of its token is stored.

    It signs no one in, so a new password does not end it: another address does (ADR 0043).
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="calendars")
    kind = models.CharField(max_length=6, choices=CalendarFeed.choices)
    digest = models.CharField(max_length=128, unique=True)
    made_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "kind"], name="calendar_once_a_kind"),
            models.CheckConstraint(
                condition=models.Q(kind__in=["player", "judge"]), name="calendar_kind_known"
            ),
        ]
        verbose_name = pgettext_lazy("model", "calendar address")
        verbose_name_plural = pgettext_lazy("model", "calendar addresses")

    def __str__(self) -> str:
        return f"{self.kind} calendar of {self.user}"


class Club(models.Model):
    """A club or a city; the coordinator may keep its members apart in round 1."""

    name = models.CharField(max_length=80, unique=True)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")

    def __str__(self) -> str:
        return self.name


class Player(FoldedModel):
    """A person who plays or helps, with an account or entered by an organizer."""

    code = models.CharField(max_length=12, unique=True, default=new_player_code)
    name = models.CharField(max_length=80)
    folded = FoldedField(of="name")
    user = models.OneToOneField(User, models.SET_NULL, null=True, blank=True, related_name="player")
    club = models.ForeignKey(Club, models.SET_NULL, null=True, blank=True, related_name="players")
    added_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    has_page = models.BooleanField(_("Has a public page"), default=True, db_default=True)
    awaits_season = models.BooleanField(
        _("Gets a public page with the first season result"), default=False, db_default=False
    )
    lists_events = models.BooleanField(
        _("Lists the tournaments they organize"), default=False, db_default=False
    )
    is_minor = models.BooleanField(
        _("Is a minor: shown by first name and initial"), default=False, db_default=False
    )
    is_narrowed = False  # whether they act by an API key that is narrower than a judge's rights (`Scope`)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = [models.CheckConstraint(condition=~models.Q(name=""), name="player_has_a_name")]
        indexes = [
            models.Index(fields=["name", "id", "folded", "has_page"], name="player_pages_by_name"),
            models.Index(fields=["id"], condition=models.Q(folded=None), name="player_not_folded"),
            models.Index(fields=["folded"], name="player_by_folded_name"),
        ]

    def __str__(self) -> str:
        return self.name

    @classmethod
    def without_account(cls, name: str, **facts: Any) -> "Player":
        """Return a new, unsaved person without an account: no public page before a season result (F131)."""
        return cls(name=name, has_page=False, awaits_season=True, **facts)

    @property
    def page(self) -> str:
        """Return the code of the player's public page; empty if there is none."""
        return page_of(self.code, self.name, self.has_page)


class Persona(models.Model):
    """A player's code in one record, which contains no names."""

    ledger = models.ForeignKey(Ledger, models.PROTECT, related_name="personas")
    player = models.ForeignKey(Player, models.PROTECT, related_name="personas")
    code = models.CharField(max_length=12)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["ledger", "player"], name="persona_once_a_player"),
            models.UniqueConstraint(fields=["ledger", "code"], name="persona_code_once"),
        ]
        verbose_name = pgettext_lazy("model", "code in a record")
        verbose_name_plural = pgettext_lazy("model", "codes in records")

    def __str__(self) -> str:
        return f"{self.code}: {self.player}"
