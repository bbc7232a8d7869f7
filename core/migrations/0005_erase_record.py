"""Lines of a record that never was public are deleted by a function: the web's role need not be able to."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from core.db.migrating import RunBriefly
from core.record.erasing import make_function


def begin(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Make it."""
    make_function(schema_editor)


class Migration(migrations.Migration):
    dependencies = [("core", "0004_job_trace")]

    operations = [RunBriefly(begin, RunBriefly.noop)]
