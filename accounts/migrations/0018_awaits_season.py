"""A person without an account has no public page before the first season result."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0017_model_names")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="awaits_season",
            field=models.BooleanField(
                db_default=False,
                default=False,
                verbose_name="Gets a public page with the first season result",
            ),
        ),
    ]
