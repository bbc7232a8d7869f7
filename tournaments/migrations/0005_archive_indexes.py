from django.conf import settings
from django.db import migrations, models

from core.db.migrating import AddIndexConcurrently


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("core", "0001_initial"),
        ("tournaments", "0004_access_links"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="tournament",
            index=models.Index(fields=["-starts_at", "-created_at"], name="tournament_by_start"),
        ),
        AddIndexConcurrently(
            model_name="tournament",
            index=models.Index(
                condition=models.Q(("ranked", True), ("state", "finished")),
                fields=["game", "year", "finished_at", "id"],
                name="tournament_of_season",
            ),
        ),
    ]
