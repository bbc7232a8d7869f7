"""Why a ranked tournament ended without points for the season: fewer than eight people played."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0007_breaks_and_opening")]

    operations = [
        migrations.AddField(
            "tournament",
            "without_points",
            models.CharField(blank=True, default="", max_length=24),
            preserve_default=False,
        ),
        migrations.AddConstraint(
            "tournament",
            models.CheckConstraint(
                condition=Q(without_points="")
                | Q(
                    without_points="fewer_than_8_played",
                    ranked=True,
                    state="finished",
                    record_format__gte=2,
                ),
                name="without_points_once_finished",
            ),
        ),
    ]
