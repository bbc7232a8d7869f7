from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="match",
            name="starter",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
    ]
