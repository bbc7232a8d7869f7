"""Tournaments in which people call the tables, and the dispatcher only offers."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0013_guards")]

    operations = [
        migrations.AddField(
            "tournament", "calls_by_hand", models.BooleanField(db_default=False, default=False)
        ),
    ]
