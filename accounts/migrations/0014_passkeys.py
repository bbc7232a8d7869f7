"""Passkeys and what devices are asked to sign: two new tables. Codes on paper may be without an app."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import accounts.models


def _whose(related_name: str, *, null: bool = False) -> models.ForeignKey:
    return models.ForeignKey(
        null=null,
        on_delete=django.db.models.deletion.CASCADE,
        related_name=related_name,
        to=settings.AUTH_USER_MODEL,
    )


def _key() -> models.BigAutoField:
    return models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


class Migration(migrations.Migration):
    dependencies = [("accounts", "0013_find_looks")]

    operations = [
        migrations.CreateModel(
            name="Passkey",
            fields=[
                ("id", _key()),
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
                ("user", _whose("passkeys")),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=~models.Q(name=""), name="passkey_has_a_name"),
                    models.CheckConstraint(condition=models.Q(sign_count__gte=0), name="passkey_counts_up"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Challenge",
            fields=[
                ("id", _key()),
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
                ("user", _whose("challenges", null=True)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(purpose="signing_in", user=None)
                        | models.Q(purpose__in=["adding", "code"], user__isnull=False),
                        name="challenge_for_somebody",
                    )
                ],
            },
        ),
        migrations.AlterField("secondfactor", "secret", models.CharField(blank=True, max_length=64)),
        migrations.AddConstraint(
            "secondfactor",
            models.CheckConstraint(
                condition=models.Q(confirmed_at=None) | ~models.Q(secret=""), name="app_has_a_secret"
            ),
        ),
    ]
