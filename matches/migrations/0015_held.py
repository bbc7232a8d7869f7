"""Matches that the dispatcher passes over, since whoever coordinates holds them back."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("matches", "0014_help_calls")]

    operations = [
        migrations.AddField("match", "held", models.BooleanField(db_default=False, default=False)),
        migrations.AddConstraint(
            "match",
            models.CheckConstraint(
                condition=Q(held=False) | Q(state__in=["waiting", "ready"]), name="held_has_no_table"
            ),
        ),
    ]
