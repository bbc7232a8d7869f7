from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("core", "0006_model_names"),
    ]

    operations = [
        migrations.AddField(
            model_name="job",
            name="ran_by",
            field=models.CharField(blank=True, db_default="", default="", max_length=10),
        ),
    ]
