"""What nobody knows of a penalty is null: an empty reason was told from none by nothing."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def to_null(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Forgotten and imported penalties have neither; a given one always has both."""
    apps.get_model("tournaments", "Penalty").objects.filter(salt="").update(reason=None, salt=None)


def to_empty(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """As it was."""
    apps.get_model("tournaments", "Penalty").objects.filter(salt=None).update(reason="", salt="")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0019_penalties")]

    operations = [
        migrations.AlterField("penalty", "reason", models.TextField(null=True)),
        migrations.AlterField("penalty", "salt", models.CharField(max_length=32, null=True)),
        migrations.RunPython(to_null, to_empty),
    ]
