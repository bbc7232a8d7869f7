"""Nobody is at two tables: a row for each person at one, which the database itself writes by triggers."""

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from core.db.triggers import create_all, drop_all
from matches.sitting_sql import KNOWN, TRIGGERS


def begin(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Make the triggers, and note who is at a table already."""
    schema_editor.execute(KNOWN, params=None)
    create_all(schema_editor, TRIGGERS)


def end(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Take them away."""
    drop_all(schema_editor, [trigger.name for trigger in TRIGGERS])


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_squashed_0004_usernames_in_any_case"),
        ("matches", "0012_uncounted"),
    ]

    operations = [
        migrations.CreateModel(
            name="Sitting",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("since", models.DateTimeField()),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sittings",
                        to="matches.match",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sittings",
                        to="accounts.player",
                    ),
                ),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("player",), name="one_table_a_person")]},
        ),
        migrations.RunPython(begin, end),
    ]
