"""All names are folded, a thousand at a time, and found by indexes that are built while others write."""

from django.db import migrations, models
from django.db.models import Q

from core.db.folded_schema import fill, grams_index, without_grams
from core.db.migrating import AddIndexConcurrently, RunBriefly
from core.folding import unaccented


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("accounts", "0009_player_folded")]

    operations = [
        AddIndexConcurrently(
            "player", models.Index(fields=["id"], condition=Q(folded=None), name="player_not_folded")
        ),
        RunBriefly(fill("accounts", "player", of="name", by=unaccented), RunBriefly.noop),
        AddIndexConcurrently(
            "player",
            models.Index(fields=["name", "id", "folded", "has_page"], name="player_pages_by_name"),
        ),
        RunBriefly(grams_index("accounts_player"), without_grams("accounts_player")),
    ]
