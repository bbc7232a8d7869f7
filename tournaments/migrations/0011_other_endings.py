"""Cancelled, archived, taken down, in the bin; and nothing that speaks of a tournament goes with it."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("core", "0003_unrecorded_changes"),
        ("matches", "0011_waiting_list"),
        ("tournaments", "0010_commitments"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="tournament",
            name="tournament_state_known",
        ),
        migrations.AddField(
            model_name="tournament",
            name="archived_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="tournament",
            name="binned_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="tournament",
            name="cancelled_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="tournament",
            name="cancelled_because",
            field=models.TextField(blank=True, db_default="", default=""),
        ),
        migrations.AddField(
            model_name="tournament",
            name="taken_down_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="tournament",
            name="taken_down_because",
            field=models.TextField(blank=True, db_default="", default=""),
        ),
        migrations.AlterField(
            model_name="confirmation",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="confirmations",
                to="tournaments.tournament",
            ),
        ),
        migrations.AlterField(
            model_name="correction",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="corrections",
                to="tournaments.tournament",
            ),
        ),
        migrations.AlterField(
            model_name="draw",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="draws", to="tournaments.tournament"
            ),
        ),
        migrations.AlterField(
            model_name="placing",
            name="entry",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT, related_name="placing", to="matches.entry"
            ),
        ),
        migrations.AlterField(
            model_name="placing",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="placings",
                to="tournaments.tournament",
            ),
        ),
        migrations.AlterField(
            model_name="staff",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="staff", to="tournaments.tournament"
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="state",
            field=models.CharField(
                choices=[
                    ("preparing", "Preparing"),
                    ("drawn", "Drawn"),
                    ("running", "Running"),
                    ("finished", "Finished"),
                    ("cancelled", "Cancelled"),
                ],
                default="preparing",
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["preparing", "drawn", "running", "finished", "cancelled"])),
                name="tournament_state_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("cancelled_at__isnull", False),
                        ("state", "cancelled"),
                        models.Q(("cancelled_because", ""), _negated=True),
                    ),
                    models.Q(
                        models.Q(("state", "cancelled"), _negated=True),
                        ("cancelled_at__isnull", True),
                        ("cancelled_because", ""),
                    ),
                    _connector="OR",
                ),
                name="cancelled_has_time_and_reason",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("archived_at__isnull", True), ("state__in", ["finished", "cancelled"]), _connector="OR"
                ),
                name="archived_is_over",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("binned_at__isnull", True),
                    models.Q(("announced_at__isnull", True), ("state", "preparing")),
                    _connector="OR",
                ),
                name="binned_was_never_public",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("taken_down_at__isnull", False), models.Q(("taken_down_because", ""), _negated=True)
                    ),
                    models.Q(("taken_down_at__isnull", True), ("taken_down_because", "")),
                    _connector="OR",
                ),
                name="taken_down_has_reason",
            ),
        ),
    ]
