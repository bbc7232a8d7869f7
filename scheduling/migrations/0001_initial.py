import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [  # of checkouts from before 0.1.0
        ("scheduling", "0002_when_changed"),
        ("scheduling", "0003_pinned_matches"),
    ]

    initial = True

    dependencies = [
        ("core", "0001_initial"),
        ("matches", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Timetable",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[("making", "Making"), ("ready", "Ready")], default="making", max_length=6
                    ),
                ),
                ("asked", models.PositiveIntegerField(default=1)),
                ("done", models.PositiveSmallIntegerField(default=0)),
                ("made_at", models.DateTimeField(null=True)),
                ("ends_at", models.DateTimeField(null=True)),
                ("least_at", models.DateTimeField(null=True)),
                (
                    "ledger",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="timetable",
                        to="core.ledger",
                    ),
                ),
                ("pinned_at", models.DateTimeField(null=True)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["making", "ready"])), name="timetable_state_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("state", "making"),
                            models.Q(("ends_at__isnull", False), ("made_at__isnull", False)),
                            _connector="OR",
                        ),
                        name="ready_timetable_was_made",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("done__lte", 100)), name="timetable_done_percent"
                    ),
                ],
                "verbose_name": "timetable",
                "verbose_name_plural": "timetables",
            },
        ),
        migrations.CreateModel(
            name="PlannedMatch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("published_at", models.DateTimeField()),
                ("begins_at", models.DateTimeField()),
                ("ends_at", models.DateTimeField()),
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="planned",
                        to="matches.match",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="matches.physicaltable",
                    ),
                ),
                (
                    "timetable",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="planned",
                        to="scheduling.timetable",
                    ),
                ),
                ("changed_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ["begins_at", "table__position"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("ends_at__gt", models.F("begins_at"))),
                        name="planned_match_ends_later",
                    )
                ],
                "verbose_name": "planned match",
                "verbose_name_plural": "planned matches",
            },
        ),
        migrations.CreateModel(
            name="Forecast",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("low", models.DateTimeField()),
                ("middle", models.DateTimeField()),
                ("high", models.DateTimeField()),
                ("made_at", models.DateTimeField()),
                (
                    "ledger",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="forecast", to="core.ledger"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("low__lte", models.F("middle")), ("middle__lte", models.F("high"))
                        ),
                        name="forecast_in_order",
                    )
                ],
                "verbose_name": "forecast",
                "verbose_name_plural": "forecasts",
            },
        ),
        migrations.CreateModel(
            name="PinnedMatch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("begins_at", models.DateTimeField(null=True)),
                ("set_at", models.DateTimeField()),
                (
                    "dropped",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("table_closed", "Table Closed"),
                            ("passed", "Passed"),
                            ("not_ready", "Not Ready"),
                            ("break", "Break"),
                            ("table_taken", "Table Taken"),
                        ],
                        default="",
                        max_length=12,
                    ),
                ),
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="pinned", to="matches.match"
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="matches.physicaltable",
                    ),
                ),
            ],
            options={
                "ordering": ["match__round", "match__number"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("table__isnull", False), ("begins_at__isnull", False), _connector="OR"
                        ),
                        name="pin_holds_something",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "dropped__in",
                                ["", "table_closed", "passed", "not_ready", "break", "table_taken"],
                            )
                        ),
                        name="pin_lost_known",
                    ),
                ],
                "verbose_name": "pinned match",
                "verbose_name_plural": "pinned matches",
            },
        ),
    ]
