from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from core.db.migrating import RunBriefly
from core.db.triggers import create_all, drop_all
from tournaments.guards import GUARDS


def replace_guard(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Replace the guard of sheets: those of byes go with a withdrawn round of a stage."""
    guards = [guard for guard in GUARDS if guard.label == "sheet_stays_put"]
    drop_all(schema_editor, [guard.name for guard in guards])
    create_all(schema_editor, guards)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0012_groups"), ("matches", "0003_stages")]

    operations = [RunBriefly(replace_guard, migrations.RunPython.noop)]
