from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0002_match_starter")]

    operations = [
        migrations.AddField(
            model_name="match",
            name="stage",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
    ]
