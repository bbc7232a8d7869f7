"""The promised secret of a draw, and what a derived seed comes from; draws made before have none."""

import django.db.models.deletion
from django.db import migrations, models

DERIVED = ("algorithm", "commitment", "word", "derived_seed")


def _all(*, isnull: bool) -> models.Q:
    return models.Q(**{f"{column}__isnull": isnull for column in DERIVED})


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0009_rulings")]

    operations = [
        migrations.CreateModel(
            name="Commitment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("sha256", models.CharField(max_length=64)),
                ("secret", models.CharField(max_length=64, null=True)),
                ("at", models.DateTimeField()),
                ("seq", models.IntegerField()),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="commitments",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["-seq"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "seq"), name="commitment_once_a_line")
                ],
            },
        ),
        migrations.AddField("draw", "algorithm", models.CharField(max_length=30, null=True)),
        migrations.AddField("draw", "word", models.CharField(max_length=60, null=True)),
        migrations.AddField("draw", "derived_seed", models.CharField(max_length=64, null=True)),
        migrations.AddField(
            "draw",
            "commitment",
            models.OneToOneField(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="draw",
                to="tournaments.commitment",
            ),
        ),
        migrations.AddConstraint(
            "draw",
            models.CheckConstraint(
                condition=_all(isnull=True) | _all(isnull=False) & models.Q(seed__isnull=True),
                name="draw_seed_derived_or_not",
            ),
        ),
    ]
