"""People are found by their whole folded name; the index is built while others write."""

from django.db import migrations, models

from core.db.migrating import AddIndexConcurrently


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("accounts", "0014_passkeys")]

    operations = [
        AddIndexConcurrently("player", models.Index(fields=["folded"], name="player_by_folded_name")),
    ]
