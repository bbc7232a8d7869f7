"""The keys that stood in the database as they are, one an account, end here; so does all that was about them."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.recorder import MigrationRecorder

OLD = "authtoken"


def forget_old_app(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Its rights in the administration, and that its migrations had run."""
    apps.get_model("contenttypes", "ContentType").objects.filter(app_label=OLD).delete()
    MigrationRecorder(editor.connection).migration_qs.filter(app=OLD).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0002_tokens"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        migrations.RunSQL("DROP TABLE IF EXISTS authtoken_token", migrations.RunSQL.noop),
        migrations.RunPython(forget_old_app, migrations.RunPython.noop),
    ]
