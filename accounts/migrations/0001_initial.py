import django.contrib.auth.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import accounts.models
import core.db.folded
from core.db.folded_schema import grams_index, kept_true


class Migration(migrations.Migration):
    replaces = [  # of checkouts from before 0.1.0
        ("accounts", "0001_squashed_0004_usernames_in_any_case"),
        ("accounts", "0002_tokens"),
        ("accounts", "0003_end_clear_tokens"),
        ("accounts", "0004_usernames_in_any_case"),
        ("accounts", "0005_second_factor"),
        ("accounts", "0006_player_pages"),
        ("accounts", "0007_minors"),
        ("accounts", "0008_sign_ins"),
        ("accounts", "0009_player_folded"),
        ("accounts", "0010_find_players"),
        ("accounts", "0011_calendar_addresses"),
        ("accounts", "0012_user_look"),
        ("accounts", "0013_find_looks"),
        ("accounts", "0014_passkeys"),
        ("accounts", "0015_player_by_folded_name"),
        ("accounts", "0016_name_keys"),
        ("accounts", "0017_model_names"),
        ("accounts", "0018_awaits_season"),
    ]

    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("core", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Club",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=80, unique=True)),
            ],
            options={
                "verbose_name": "club",
                "verbose_name_plural": "clubs",
            },
        ),
        migrations.CreateModel(
            name="User",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                (
                    "username",
                    models.CharField(
                        error_messages={"unique": "A user with that username already exists."},
                        help_text="Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.",
                        max_length=150,
                        unique=True,
                        validators=[django.contrib.auth.validators.UnicodeUsernameValidator()],
                        verbose_name="username",
                    ),
                ),
                ("first_name", models.CharField(blank=True, max_length=150, verbose_name="first name")),
                ("last_name", models.CharField(blank=True, max_length=150, verbose_name="last name")),
                ("email", models.EmailField(blank=True, max_length=254, verbose_name="email address")),
                (
                    "is_staff",
                    models.BooleanField(
                        default=False,
                        help_text="Designates whether the user can log into this admin site.",
                        verbose_name="staff status",
                    ),
                ),
                (
                    "is_active",
                    models.BooleanField(
                        default=True,
                        help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.",
                        verbose_name="active",
                    ),
                ),
                (
                    "date_joined",
                    models.DateTimeField(default=django.utils.timezone.now, verbose_name="date joined"),
                ),
                (
                    "epoch",
                    models.CharField(blank=True, db_default="", default="", editable=False, max_length=12),
                ),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
                ("look", core.db.folded.FoldedField(editable=False, null=True)),
                ("own_look", models.TextField(editable=False, null=True)),
            ],
            options={
                "verbose_name": "user",
                "verbose_name_plural": "users",
                "abstract": False,
                "constraints": [
                    models.UniqueConstraint(
                        django.db.models.functions.text.Upper("username"), name="username_in_any_case"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("own_look__isnull", False)),
                        fields=("own_look",),
                        name="username_own_look",
                    ),
                ],
                "indexes": [
                    models.Index(condition=models.Q(("look", None)), fields=["id"], name="user_without_look"),
                    models.Index(fields=["look"], name="user_by_look"),
                ],
            },
            managers=[
                ("objects", accounts.models.AccountManager()),
            ],
        ),
        migrations.CreateModel(
            name="ApiToken",
            fields=[
                ("digest", models.CharField(max_length=128, primary_key=True, serialize=False)),
                ("token_key", models.CharField(db_index=True, max_length=25)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("expiry", models.DateTimeField(blank=True, null=True)),
                (
                    "code",
                    models.CharField(default=accounts.models.new_token_code, max_length=12, unique=True),
                ),
                ("name", models.CharField(blank=True, max_length=60)),
                (
                    "scope",
                    models.CharField(
                        choices=[("read", "Read only"), ("judge", "Judge"), ("organize", "Everything")],
                        max_length=8,
                    ),
                ),
                ("epoch", models.CharField(blank=True, max_length=12)),
                ("last_used", models.DateTimeField(blank=True, null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="auth_token_set",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "abstract": False,
                "verbose_name": "API key",
                "verbose_name_plural": "API keys",
            },
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "code",
                    models.CharField(default=accounts.models.new_player_code, max_length=12, unique=True),
                ),
                ("name", models.CharField(max_length=80)),
                (
                    "added_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="players",
                        to="accounts.club",
                    ),
                ),
                (
                    "user",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="player",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "has_page",
                    models.BooleanField(db_default=True, default=True, verbose_name="Has a public page"),
                ),
                (
                    "lists_events",
                    models.BooleanField(
                        db_default=False, default=False, verbose_name="Lists the tournaments they organize"
                    ),
                ),
                (
                    "is_minor",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        verbose_name="Is a minor: shown by first name and initial",
                    ),
                ),
                ("folded", core.db.folded.FoldedField(editable=False, null=True)),
                (
                    "awaits_season",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        verbose_name="Gets a public page with the first season result",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True), name="player_has_a_name"
                    )
                ],
                "indexes": [
                    models.Index(
                        condition=models.Q(("folded", None)), fields=["id"], name="player_not_folded"
                    ),
                    models.Index(fields=["name", "id", "folded", "has_page"], name="player_pages_by_name"),
                    models.Index(fields=["folded"], name="player_by_folded_name"),
                ],
                "verbose_name": "player",
                "verbose_name_plural": "players",
            },
        ),
        migrations.CreateModel(
            name="Persona",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("code", models.CharField(max_length=12)),
                (
                    "ledger",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="personas", to="core.ledger"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="personas",
                        to="accounts.player",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("ledger", "player"), name="persona_once_a_player"),
                    models.UniqueConstraint(fields=("ledger", "code"), name="persona_code_once"),
                ],
                "verbose_name": "code in a record",
                "verbose_name_plural": "codes in records",
            },
        ),
        migrations.CreateModel(
            name="SecondFactor",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("secret", models.CharField(blank=True, max_length=64)),
                ("confirmed_at", models.DateTimeField(blank=True, null=True)),
                ("last_step", models.BigIntegerField(blank=True, null=True)),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="second_factor",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("confirmed_at", None), models.Q(("secret", ""), _negated=True), _connector="OR"
                        ),
                        name="app_has_a_secret",
                    )
                ],
                "verbose_name": "second factor",
                "verbose_name_plural": "second factors",
            },
        ),
        migrations.CreateModel(
            name="RecoveryCode",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(max_length=64)),
                (
                    "factor",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="recovery_codes",
                        to="accounts.secondfactor",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("factor", "digest"), name="recovery_code_once")
                ],
                "verbose_name": "recovery code",
                "verbose_name_plural": "recovery codes",
            },
        ),
        migrations.CreateModel(
            name="SignIn",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "code",
                    models.CharField(default=accounts.models.new_sign_in_code, max_length=12, unique=True),
                ),
                ("session_key", models.CharField(max_length=40, unique=True)),
                ("epoch", models.CharField(blank=True, max_length=12)),
                ("device", models.CharField(blank=True, max_length=60)),
                ("address", models.CharField(blank=True, max_length=60)),
                ("at", models.DateTimeField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sign_ins",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "session",
                "verbose_name_plural": "sessions",
            },
        ),
        migrations.CreateModel(
            name="CalendarAddress",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("player", "My matches"), ("judge", "Tournaments I help with")], max_length=6
                    ),
                ),
                ("digest", models.CharField(max_length=128, unique=True)),
                ("made_at", models.DateTimeField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="calendars",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("user", "kind"), name="calendar_once_a_kind"),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["player", "judge"])), name="calendar_kind_known"
                    ),
                ],
                "verbose_name": "calendar address",
                "verbose_name_plural": "calendar addresses",
            },
        ),
        migrations.CreateModel(
            name="Passkey",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "code",
                    models.CharField(default=accounts.models.new_passkey_code, max_length=12, unique=True),
                ),
                ("name", models.CharField(max_length=60)),
                ("host", models.CharField(max_length=253)),
                ("handle", models.CharField(max_length=86)),
                ("credential_id", models.CharField(max_length=1400, unique=True)),
                ("public_key", models.TextField()),
                ("sign_count", models.BigIntegerField()),
                ("made_at", models.DateTimeField()),
                ("last_used", models.DateTimeField(blank=True, null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="passkeys",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True), name="passkey_has_a_name"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("sign_count__gte", 0)), name="passkey_counts_up"
                    ),
                ],
                "verbose_name": "passkey",
                "verbose_name_plural": "passkeys",
            },
        ),
        migrations.CreateModel(
            name="Challenge",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "code",
                    models.CharField(default=accounts.models.new_challenge_code, max_length=12, unique=True),
                ),
                ("challenge", models.CharField(max_length=86)),
                (
                    "purpose",
                    models.CharField(
                        choices=[("adding", "Adding"), ("code", "Code"), ("signing_in", "Signing In")],
                        max_length=10,
                    ),
                ),
                ("origin", models.CharField(max_length=300)),
                ("handle", models.CharField(blank=True, max_length=86)),
                ("name", models.CharField(blank=True, max_length=60)),
                ("made_at", models.DateTimeField(db_index=True)),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="challenges",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("purpose", "signing_in"), ("user", None)),
                            models.Q(("purpose__in", ["adding", "code"]), ("user__isnull", False)),
                            _connector="OR",
                        ),
                        name="challenge_for_somebody",
                    )
                ],
                "verbose_name": "challenge",
                "verbose_name_plural": "challenges",
            },
        ),
        migrations.RunPython(kept_true("accounts_player", of="name"), migrations.RunPython.noop),
        migrations.RunPython(
            kept_true("accounts_user", of="username", folded="look"), migrations.RunPython.noop
        ),
        migrations.RunPython(grams_index("accounts_player"), migrations.RunPython.noop),
    ]
