from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from core.db.migrating import RunBriefly
from core.record.erasing import make_function


def make_again(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Replace the function: a drawn round of a stage is as public as a drawn bracket."""
    make_function(schema_editor)


class Migration(migrations.Migration):
    dependencies = [("core", "0001_initial")]

    operations = [RunBriefly(make_again, migrations.RunPython.noop)]
