"""Tournaments in which people call the tables, and the dispatcher only offers."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0012_confirmed_special_rules")]

    operations = [
        migrations.AddField(
            "tournament", "calls_by_hand", models.BooleanField(db_default=False, default=False)
        ),
    ]
