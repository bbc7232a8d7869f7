"""Tables that tournaments of one hall share: a row for each that has a match, written by triggers."""

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from core.db.migrating import RunBriefly
from core.db.triggers import create_all, drop_all
from matches.shared_hall_sql import TRIGGERS


def begin(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Make the triggers; no tournament shares a hall yet."""
    create_all(schema_editor, TRIGGERS)


def end(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Take them away."""
    drop_all(schema_editor, [trigger.name for trigger in TRIGGERS])


class Migration(migrations.Migration):
    dependencies = [
        ("core", "0005_erase_record"),
        ("matches", "0016_table_judges"),
    ]

    operations = [
        migrations.CreateModel(
            name="SharedHall",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("since", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="HallShare",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "ledger",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="hall_share",
                        to="core.ledger",
                    ),
                ),
                (
                    "hall",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="shares",
                        to="matches.sharedhall",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="TakenTable",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("label", models.CharField(max_length=20)),
                ("since", models.DateTimeField()),
                (
                    "hall",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="taken",
                        to="matches.sharedhall",
                    ),
                ),
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="taken", to="matches.match"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("hall", "label"), name="one_match_at_a_shared_table")
                ],
            },
        ),
        RunBriefly(begin, end),
    ]
