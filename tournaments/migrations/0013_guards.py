"""The database guards the record and what is over by itself. What is there already is looked at before."""

from django.apps.registry import Apps
from django.core.management.base import CommandError
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from core.db.guards import add, breaches, drop
from tournaments.guards import GUARDS

WRONG = (
    "The database holds rows that contradict each other, which this version does not allow any more. Nothing "
    "was changed: the version before goes on with them. Mend them, or ask for help, then run this again:"
)


def begin(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Make all guards; `CommandError` that says which rows they would refuse."""
    found = breaches(schema_editor.connection, GUARDS)
    if found:
        raise CommandError("\n".join([WRONG, *(f"- {breach}" for breach in found)]))
    add(schema_editor, GUARDS)


def end(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Take them away."""
    for guard in GUARDS:
        drop(schema_editor, guard.name, guard.table)


class Migration(migrations.Migration):
    dependencies = [
        ("core", "0003_unrecorded_changes"),
        ("accounts", "0006_player_pages"),
        ("matches", "0013_sittings"),
        ("tournaments", "0012_confirmed_special_rules"),
    ]

    operations = [migrations.RunPython(begin, end)]
