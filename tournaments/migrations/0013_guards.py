"""Guards were created here. `0032_fewer_guards` creates those of today."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("core", "0003_unrecorded_changes"),
        ("accounts", "0006_player_pages"),
        ("matches", "0013_sittings"),
        ("tournaments", "0012_confirmed_special_rules"),
    ]

    operations = []
