"""Replace all triggers that refuse by the few of today (ADR 0098)."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from core.db.migrating import RunBriefly
from core.db.triggers import create_all, drop_all, guards_present
from core.record.guards import DIGEST_ON_POSTGRESQL
from tournaments.guards import GUARDS


def replace(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Drop the guards that any earlier version created, then create those of today."""
    drop_all(schema_editor, sorted(guards_present(schema_editor.connection)))
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(DIGEST_ON_POSTGRESQL, params=None)
    create_all(schema_editor, GUARDS)


class Migration(migrations.Migration):
    dependencies = [
        ("core", "0006_model_names"),
        ("matches", "0020_entry_import"),
        ("tournaments", "0031_first_pages"),
    ]

    operations = [RunBriefly(replace, RunBriefly.noop)]
