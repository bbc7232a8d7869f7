"""Tables that everybody can reach, and the entries that are called to one of those only."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0017_shared_halls")]

    operations = [
        migrations.AddField("physicaltable", "accessible_since", models.DateTimeField(blank=True, null=True)),
        migrations.CreateModel(
            name="AccessNeed",
            fields=[
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="access_need",
                        serialize=False,
                        to="matches.entry",
                    ),
                ),
            ],
        ),
    ]
