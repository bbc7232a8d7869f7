from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0020_entry_import"),
    ]

    operations = [
        migrations.AddField(
            model_name="dispute",
            name="submission_key",
            field=models.CharField(blank=True, max_length=80, null=True),
        ),
    ]
