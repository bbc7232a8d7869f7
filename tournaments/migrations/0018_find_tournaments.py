"""All titles are folded, and tournaments found and listed by indexes that are built while others write."""

from django.db import migrations, models
from django.db.models import F, Q
from django.db.models.functions import Coalesce

from core.db.folded_schema import fill, grams_index, without_grams
from core.db.migrating import AddIndexConcurrently, RunBriefly
from rulesets.kernel.title_text import searchable

INDEXES = [
    models.Index(
        Coalesce("finished_at", "cancelled_at").desc(), F("id").desc(), name="tournament_over_by_time"
    ),
    models.Index(fields=["-created_at", "-id"], name="tournament_by_creation"),
    models.Index(fields=["state", "starts_at"], name="tournament_by_state"),
]


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("accounts", "0010_find_players"), ("tournaments", "0017_tournament_folded")]

    operations = [
        AddIndexConcurrently(
            "tournament", models.Index(fields=["id"], condition=Q(folded=None), name="tournament_not_folded")
        ),
        RunBriefly(fill("tournaments", "tournament", of="title", by=searchable), RunBriefly.noop),
        *(AddIndexConcurrently("tournament", index) for index in INDEXES),
        RunBriefly(grams_index("tournaments_tournament"), without_grams("tournaments_tournament")),
    ]
