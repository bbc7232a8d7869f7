"""What the coordinator rules during the day."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0010_rewritten_sheets"),
        ("tournaments", "0008_without_points"),
    ]

    operations = [
        migrations.CreateModel(
            name="Ruling",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("code", models.CharField(max_length=64)),
                ("words", models.TextField(blank=True)),
                ("at", models.DateTimeField()),
                ("seq", models.IntegerField()),
                (
                    "match",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="rulings",
                        to="matches.match",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rulings",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={"ordering": ["-seq"]},
        ),
        migrations.AddConstraint(
            "ruling", models.UniqueConstraint(fields=["tournament", "code"], name="ruling_code_once")
        ),
        migrations.AddConstraint(
            "ruling", models.UniqueConstraint(fields=["tournament", "seq"], name="ruling_once_a_line")
        ),
    ]
