"""One account a user name, in whatever case it is typed. Of several the oldest keeps it, the others get a number."""

import django.db.models.functions.text
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

import accounts.models


def tell_apart(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Number the later ones of each group; an administrator tells their owners, who keep their passwords."""
    accounts_ = apps.get_model("accounts", "User").objects
    taken = set()
    for user in accounts_.order_by("pk").only("username"):
        name, number = user.username, 2
        while name.upper() in taken:
            name, number = f"{user.username[:140]}-{number}", number + 1
        taken.add(name.upper())
        if name != user.username:
            accounts_.filter(pk=user.pk).update(username=name)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0003_end_clear_tokens"), ("auth", "0012_alter_user_first_name_max_length")]

    operations = [
        migrations.RunPython(tell_apart, migrations.RunPython.noop),
        migrations.AlterModelManagers("user", [("objects", accounts.models.AccountManager())]),
        migrations.AddConstraint(
            "user",
            models.UniqueConstraint(
                django.db.models.functions.text.Upper("username"), name="username_in_any_case"
            ),
        ),
    ]
