"""A start that is a date without a time.

Rows from before keep their time, also those at 00:00: a date without a time was stored like a start at
midnight, and nothing tells the two apart. The form and the list of what is missing ask about 00:00 instead.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0028_model_names")]

    operations = [
        migrations.AddField("tournament", "day_only", models.BooleanField(db_default=False, default=False)),
    ]
