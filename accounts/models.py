"""People: accounts, players (with or without an account), clubs, and who is who in one record."""

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

from accounts.looks import look_of
from accounts.names import page_of
from core.db.folded import FoldedField, FoldedModel
from core.http.callers import note
from core.models import Ledger
from core.record.codes import new_code


def new_player_code() -> str:
    """A public id of a player."""
    return new_code("p")


def new_token_code() -> str:
    """What a key is called where it may be seen: not the key itself."""
    return new_code("k")


def new_passkey_code() -> str:
    """What a passkey is called in addresses and logs: not its own id, by which browsers find it."""
    return new_code("y")


def new_challenge_code() -> str:
    """By what a session knows the challenge that it was given."""
    return new_code("c")


def new_sign_in_code() -> str:
    """What a session is called where it may be seen: not its key."""
    return new_code("s")


class AccountManager(UserManager["User"]):
    """Finds accounts by their user name as phones type it, which begin everything with a capital."""

    def get_by_natural_key(self, username: str | None) -> "User":
        """The account of that name in any case."""
        return self.get(username__iexact=username)


class User(FoldedModel, AbstractUser):
    """An account that signs in. What it may do depends on the tournament, not on the account.

    Each credential of this account, a session or a key for the API, was given in one `epoch` of it
    and ends with it. `save` begins another one with every new password, in the same statement; the same
    password under a better hash is no new one (ADR 0021).

    `look` is how the user name looks. `own_look` is the same look, unique, for accounts that were created
    since looks are compared (ADR 0017). Older accounts may look alike.
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
        """Store the account; where the password is not the one that is stored, in a new epoch."""
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
        """End every session and every key of the account; the password stays."""
        self.epoch = new_code("e")
        self.save(update_fields=["epoch"])
        note("access_ended", who=self.username)

    def check_password(self, raw_password: str | None) -> bool:
        """Return whether it is the right one; its hash is replaced if a better hasher is preferred."""

        def rehash(raw: str | None) -> None:
            checked, self.password = self.password, make_password(raw)
            User.objects.filter(pk=self.pk, password=checked).update(password=self.password)

        return check_password(raw_password, self.password, rehash)

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        """What else a session may bear: one from before there were epochs lasts until the first ends."""
        yield from super().get_session_auth_fallback_hash()
        if not self.epoch:
            yield super()._get_session_auth_hash()  # type: ignore[misc]  # the stubs do not know it

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        return salted_hmac("accounts.User.epoch", self.epoch, secret=secret, algorithm="sha256").hexdigest()

    def _epoch_of_password(self) -> str:
        """The epoch that is stored, unless it is stored with another password."""
        stored = User.objects.filter(pk=self.pk, password=self.password).values_list("epoch", flat=True)
        return next(iter(stored), new_code("e"))


class Scope(models.TextChoices):
    """What a key may do of what its account may; the narrow ones first (`api/scopes.py`)."""

    READ = "read", _("Read only")
    JUDGE = "judge", _("Judge")
    ORGANIZE = "organize", _("Everything")


class ApiToken(AbstractAuthToken):
    """A key with which a program acts as an account; of the key itself only the hash is kept.

    It opens nothing any more from its `expiry` on, and in another epoch of the account than its own.
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
    """The second factor of an account: codes of an app that shares this secret (RFC 6238).

    The app counts from `confirmed_at` on. `last_step` is the half minute whose code came last: none comes
    twice. Without a secret there is no app: the row holds the codes on paper of who has passkeys alone.
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
    """Stands once for a code of the app or a passkey, for who lost them; only the code's hash is kept."""

    factor = models.ForeignKey(SecondFactor, models.CASCADE, related_name="recovery_codes")
    digest = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["factor", "digest"], name="recovery_code_once")]
        verbose_name = pgettext_lazy("model", "recovery code")
        verbose_name_plural = pgettext_lazy("model", "recovery codes")

    def __str__(self) -> str:
        return f"recovery code of {self.factor.user}"


class Passkey(models.Model):
    """A key in a person's phone, computer or security key that signs them in here (WebAuthn, ADR 0038).

    `host` is the site that it belongs to: browsers offer it nowhere else. `handle` stands for the account, at
    every device the same. `public_key` is no secret, and `sign_count` counts its uses, where it counts them.
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
    """What the answer to a challenge is for."""

    ADDING = "adding"
    CODE = "code"
    SIGNING_IN = "signing_in"


class Challenge(models.Model):
    """What a device is to sign, for one purpose at one site; who takes it takes the row away.

    `user` is whose answer it has to be: anybody's who signs in by the passkey alone.
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
    """A session of an account, as its owner sees it: which device, from where, since when.

    `device` is what the browser says of itself, `address` the network that it came from.
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


class Diary(models.TextChoices):
    """Which day a secret calendar shows: that of a player, or of a member of the staff."""

    PLAYER = "player", _("My matches")
    JUDGE = "judge", _("Tournaments I help with")


class CalendarAddress(models.Model):
    """A secret address at which calendar programs read a person's day; only the hash of its token is stored.

    It signs no one in, so a new password does not end it: another address does (ADR 0043).
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="calendars")
    kind = models.CharField(max_length=6, choices=Diary.choices)
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
    """A club or a city; club-mates are kept apart in round 1 where the coordinator wishes."""

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
    is_narrowed = False  # whether they act by a narrow key of the API (`Scope`), a judge at most

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
        """Return a new, unsaved person of whom others speak: no public page before a season result (F131)."""
        return cls(name=name, has_page=False, awaits_season=True, **facts)

    @property
    def page(self) -> str:
        """The code of their public page; empty where they have none."""
        return page_of(self.code, self.name, self.has_page)


class Persona(models.Model):
    """A player under the opaque code that stands for them in one record, which bears no names."""

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
