"""One account a user name, in whatever case it is typed. Of several the oldest keeps it, the others get a number."""

from collections.abc import Iterator
from itertools import count

import django.db.models.functions.text
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

import accounts.models


def tell_apart(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Number the later ones of each group; an administrator tells their owners, who keep their passwords."""
    users = apps.get_model("accounts", "User").objects
    named = list(users.order_by("pk").values_list("pk", "username"))
    taken, met = {name.upper() for _, name in named}, set()
    for key, name in named:
        if name.upper() in met:
            free = next(other for other in _numbered(name) if other.upper() not in taken)
            taken.add(free.upper())
            users.filter(pk=key).update(username=free)
        met.add(name.upper())


def _numbered(name: str) -> Iterator[str]:
    return (f"{name[:140]}-{number}" for number in count(2))


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
