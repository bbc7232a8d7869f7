"""Who looks after a table of the hall."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_squashed_0004_usernames_in_any_case"),
        ("matches", "0015_held"),
    ]

    operations = [
        migrations.AddField(
            "physicaltable",
            "judge",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="accounts.persona",
            ),
        ),
    ]
