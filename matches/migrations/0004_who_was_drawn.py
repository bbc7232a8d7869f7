"""Nobody left a drawn seat before this version: who sits in round 1 was drawn there."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F


def remember(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Sides without a source are those of the draw."""
    apps.get_model("matches", "Side").objects.filter(source=None).update(drawn=F("entry"))


class Migration(migrations.Migration):
    dependencies = [("matches", "0003_exceptional_seats")]

    operations = [migrations.RunPython(remember, migrations.RunPython.noop)]
