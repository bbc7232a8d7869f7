import django.db.models.deletion
from django.db import migrations, models
from django.db.models import F, Q


def open_those_drawn(apps, schema_editor):
    """Draws that were published before called their tables at once; they go on doing so."""
    tournaments = apps.get_model("tournaments", "Tournament").objects
    tournaments.exclude(state="preparing").update(opened_at=F("created_at"))


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0006_record_format")]

    operations = [
        migrations.AddField("tournament", "opened_at", models.DateTimeField(blank=True, null=True)),
        migrations.RunPython(open_those_drawn, migrations.RunPython.noop),
        migrations.CreateModel(
            name="Break",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("begins_at", models.DateTimeField()),
                ("ends_at", models.DateTimeField()),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="breaks",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["begins_at"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="break_number_once"),
                    models.CheckConstraint(condition=Q(("number__gte", 1)), name="break_number_from_one"),
                    models.CheckConstraint(
                        condition=Q(("ends_at__gt", F("begins_at"))), name="break_ends_later"
                    ),
                ],
            },
        ),
    ]
