"""Write the names' comparison keys again: apostrophes, hyphens and compatibility forms count no more."""

from django.db import migrations

from core.db.folded_schema import refill
from core.db.migrating import RunBriefly
from core.folding import name_key


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("accounts", "0015_player_by_folded_name")]

    operations = [RunBriefly(refill("accounts", "player", of="name", by=name_key), RunBriefly.noop)]
