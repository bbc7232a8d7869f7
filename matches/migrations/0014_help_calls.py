"""Tables that ask for a judge or for the coordinator."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import F, Q


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_squashed_0004_usernames_in_any_case"),
        ("matches", "0013_sittings"),
    ]

    operations = [
        migrations.CreateModel(
            name="HelpCall",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("code", models.CharField(max_length=12, unique=True)),
                (
                    "whom",
                    models.CharField(
                        choices=[("judge", "Judge"), ("coordinator", "Coordinator")], max_length=11
                    ),
                ),
                ("at", models.DateTimeField()),
                ("taken_at", models.DateTimeField(blank=True, null=True)),
                ("done_at", models.DateTimeField(blank=True, null=True)),
                (
                    "match",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="help_calls",
                        to="matches.match",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="help_calls",
                        to="matches.physicaltable",
                    ),
                ),
                (
                    "taken_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.persona",
                    ),
                ),
            ],
            options={
                "ordering": ["at", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=Q(done_at__isnull=True),
                        fields=("table", "whom"),
                        name="one_open_help_call_a_table",
                    ),
                    models.CheckConstraint(
                        condition=Q(whom__in=["judge", "coordinator"]), name="help_whom_known"
                    ),
                    models.CheckConstraint(
                        condition=Q(taken_at__isnull=True, taken_by__isnull=True)
                        | Q(taken_at__isnull=False, taken_by__isnull=False),
                        name="help_taken_by_somebody",
                    ),
                    models.CheckConstraint(
                        condition=Q(done_at__isnull=True) | Q(done_at__gte=F("at")), name="help_done_later"
                    ),
                ],
            },
        ),
    ]
