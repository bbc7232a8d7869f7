"""The looks of all user names are filled, a thousand at a time, and found by indexes built while others write.

Accounts that are there keep their names, alike or not: none of them gets a look of its own.
"""

from django.db import migrations, models
from django.db.models import Q

from accounts.looks import look_of
from core.db.folded_schema import fill
from core.db.migrating import AddIndexConcurrently, AddUniqueConcurrently, RunBriefly


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("accounts", "0012_user_look")]

    operations = [
        AddIndexConcurrently(
            "user", models.Index(fields=["id"], condition=Q(look=None), name="user_without_look")
        ),
        RunBriefly(fill("accounts", "user", of="username", by=look_of, folded="look"), RunBriefly.noop),
        AddIndexConcurrently("user", models.Index(fields=["look"], name="user_by_look")),
        AddUniqueConcurrently(
            "user",
            models.UniqueConstraint(
                fields=["own_look"], condition=Q(own_look__isnull=False), name="username_own_look"
            ),
        ),
    ]
