"""Titles without case and accents, beside the titles. The column is empty at first."""

from django.db import migrations

from core.db.folded import FoldedField
from core.db.folded_schema import kept_true, left_alone
from core.db.migrating import RunBriefly


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0016_door_code")]

    operations = [
        migrations.AddField(model_name="tournament", name="folded", field=FoldedField()),
        RunBriefly(kept_true("tournaments_tournament", of="title"), left_alone("tournaments_tournament")),
    ]
