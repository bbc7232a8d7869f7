"""A waiting list beside the record."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0003_end_clear_tokens"),
        ("core", "0003_unrecorded_changes"),
        ("matches", "0010_rewritten_sheets"),
    ]

    operations = [
        migrations.CreateModel(
            name="Waiting",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("code", models.CharField(max_length=12)),
                (
                    "state",
                    models.CharField(
                        choices=[("waiting", "Waiting"), ("entered", "Entered"), ("left", "Left")],
                        default="waiting",
                        max_length=8,
                    ),
                ),
                ("position", models.PositiveIntegerField()),
                ("seed", models.PositiveIntegerField(blank=True, null=True)),
                ("since", models.DateTimeField()),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="accounts.club",
                    ),
                ),
                (
                    "entry",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="waited",
                        to="matches.entry",
                    ),
                ),
                (
                    "ledger",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="waiting", to="core.ledger"
                    ),
                ),
            ],
            options={
                "ordering": ["position"],
            },
        ),
        migrations.CreateModel(
            name="WaitingMember",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.PositiveSmallIntegerField()),
                ("live", models.BooleanField(default=True)),
                (
                    "persona",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="waits",
                        to="accounts.persona",
                    ),
                ),
                (
                    "waiting",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="members",
                        to="matches.waiting",
                    ),
                ),
            ],
            options={
                "ordering": ["waiting", "position"],
            },
        ),
        migrations.AddConstraint(
            model_name="waiting",
            constraint=models.UniqueConstraint(fields=("ledger", "code"), name="waiting_code_once"),
        ),
        migrations.AddConstraint(
            model_name="waiting",
            constraint=models.UniqueConstraint(fields=("ledger", "position"), name="waiting_position_once"),
        ),
        migrations.AddConstraint(
            model_name="waiting",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("ended_at__isnull", True), ("entry__isnull", True), ("state", "waiting")),
                    models.Q(("ended_at__isnull", False), ("entry__isnull", False), ("state", "entered")),
                    models.Q(("ended_at__isnull", False), ("entry__isnull", True), ("state", "left")),
                    _connector="OR",
                ),
                name="waiting_state_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="waitingmember",
            constraint=models.UniqueConstraint(
                fields=("waiting", "position"), name="waiting_member_position_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="waitingmember",
            constraint=models.UniqueConstraint(
                condition=models.Q(("live", True)), fields=("persona",), name="person_waits_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="waitingmember",
            constraint=models.CheckConstraint(
                condition=models.Q(("position__in", [1, 2])), name="waiting_member_one_or_two"
            ),
        ),
    ]
