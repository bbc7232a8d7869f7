import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0009_site_webhooks")]

    operations = [
        migrations.CreateModel(
            name="Stage",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                ("advanced", models.JSONField(blank=True, null=True)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="begun_stages",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "verbose_name": "stage",
                "verbose_name_plural": "stages",
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="stage_once"),
                    models.CheckConstraint(
                        condition=Q(closed_at__isnull=True, advanced__isnull=True)
                        | Q(closed_at__isnull=False, advanced__isnull=False),
                        name="closed_stage_has_result",
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="draw",
            name="first_round",
            field=models.PositiveSmallIntegerField(db_default=1, default=1),
        ),
        migrations.AddField(
            model_name="draw",
            name="stage",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="tournament",
            name="stages",
            field=models.JSONField(blank=True, db_default=[], default=list),
        ),
    ]
