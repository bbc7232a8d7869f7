"""Who was passed over for byes and short tables; null in all draws that are there."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0024_judge_shifts")]

    operations = [migrations.AddField("draw", "passed_over", models.JSONField(null=True))]
