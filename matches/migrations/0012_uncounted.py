"""Cards that nobody counted: lines without counts, sides without a score."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("matches", "0011_waiting_list")]

    operations = [
        migrations.AlterField("sheetline", "counts", models.JSONField(blank=True, default=dict, null=True)),
        migrations.AlterField("side", "score", models.IntegerField(blank=True, default=0, null=True)),
        migrations.AddConstraint(
            "sheetline",
            models.CheckConstraint(
                condition=~Q(out="absent") | Q(counts__isnull=False), name="absent_is_counted"
            ),
        ),
        migrations.AddConstraint(
            "side",
            models.CheckConstraint(
                condition=Q(score__isnull=False) | Q(place__isnull=False), name="uncounted_side_has_place"
            ),
        ),
    ]
