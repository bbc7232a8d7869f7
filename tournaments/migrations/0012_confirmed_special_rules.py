"""The special rules that a regulation was confirmed with: its version can be made again from them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0011_other_endings")]

    operations = [
        migrations.AddField("confirmation", "special_rules", models.TextField(null=True)),
    ]
