"""Accounts and what signs in to them: sessions, API keys, secret calendars."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.db.models.functions import Upper
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from knox.models import AbstractAuthToken

from accounts.homoglyphs import look_of
from core.db.folded import FoldedField, FoldedModel
from core.http.callers import note
from core.record.codes import new_code

if TYPE_CHECKING:
    from accounts.models.people import Player


def new_token_code() -> str:
    """Return a new public id of an API key, which is not the key itself."""
    return new_code("k")


def new_sign_in_code() -> str:
    """Return a new public id of a session, which is not its key."""
    return new_code("s")


NewPasswordHandler = Callable[["User"], None]
_new_password_handlers: list[NewPasswordHandler] = []


def after_new_password(handler: NewPasswordHandler) -> NewPasswordHandler:
    """Register, as a decorator, a function that is called after an account got another password."""
    _new_password_handlers.append(handler)
    return handler


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
        """Save the account; with a new password, begin a new epoch and call the registered functions.

        A new user name that looks different clears `own_look`.
        """
        fields, before = options.get("update_fields"), self.epoch
        if self.pk and (fields is None or "password" in fields):
            self.epoch = self._epoch_of_password()
            options |= {} if fields is None else {"update_fields": {*fields, "epoch"}}
        has_new_password = self.epoch != before and (fields is None or "password" in fields)
        if self.own_look and self.own_look != look_of(self.username):
            self.own_look = None
        super().save(**options)
        if has_new_password:
            note("password_changed", who=self.username)
            for handler in _new_password_handlers:
                handler(self)

    def begin_epoch(self) -> None:
        """Store a new epoch, which ends all sessions and API keys of the account; the password stays."""
        self.epoch = new_code("e")
        self.save(update_fields=["epoch"])
        note("access_ended", who=self.username)

    def check_password(self, raw_password: str | None) -> bool:
        """Return whether the password is right; store a better hash in place of an outdated one.

        By `update()`: `save()` would end sessions, as after a new password.
        """

        def rehash(raw: str | None) -> None:
            """Store a new hash of the same password, unless the stored one has changed since."""
            checked, self.password = self.password, make_password(raw)
            User.objects.filter(pk=self.pk, password=checked).update(password=self.password)

        return check_password(raw_password, self.password, rehash)

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        """Yield further valid hashes: sessions from before epochs last until the first epoch ends."""
        yield from super().get_session_auth_fallback_hash()
        if not self.epoch:
            yield super()._get_session_auth_hash()  # type: ignore[misc]  # the stubs do not know it

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """Return the hash that sessions store, of the epoch in place of Django's, of the password."""
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
