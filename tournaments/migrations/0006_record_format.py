"""Which format a tournament's record is written in: those begun before stay in the first."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0005_rule_texts")]

    operations = [
        migrations.AddField("tournament", "record_format", models.PositiveSmallIntegerField(default=1)),
        migrations.AlterField("tournament", "record_format", models.PositiveSmallIntegerField(default=2)),
        migrations.AddConstraint(
            "tournament",
            models.CheckConstraint(condition=models.Q(record_format__in=(1, 2)), name="record_format_known"),
        ),
    ]
