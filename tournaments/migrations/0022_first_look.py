"""Since when a published tournament waits for an administrator; null for all that are there."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0021_penalty_match")]

    operations = [
        migrations.AddField("tournament", "unaccepted_since", models.DateTimeField(blank=True, null=True)),
    ]
