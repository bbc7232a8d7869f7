import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from core.record.erasing import make_function


def create_functions(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Create the function that deletes the lines of a record that never was public."""
    make_function(schema_editor)


class Migration(migrations.Migration):
    replaces = [  # of checkouts from before 0.1.0
        ("core", "0001_squashed_0003_unrecorded_changes"),
        ("core", "0002_attempt"),
        ("core", "0003_unrecorded_changes"),
        ("core", "0004_job_trace"),
        ("core", "0005_erase_record"),
        ("core", "0006_model_names"),
        ("core", "0007_job_ran_by"),
    ]

    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                ("name", models.CharField(max_length=40, primary_key=True, serialize=False)),
                ("at", models.DateTimeField()),
            ],
            options={
                "verbose_name": "heartbeat",
                "verbose_name_plural": "heartbeats",
            },
        ),
        migrations.CreateModel(
            name="Attempt",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("what", models.CharField(max_length=40)),
                ("who", models.CharField(max_length=64)),
                ("number", models.IntegerField()),
                ("ends_at", models.DateTimeField(db_index=True)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("what", "who"), name="attempt_counted_once")],
                "verbose_name": "attempt",
                "verbose_name_plural": "attempts",
            },
        ),
        migrations.CreateModel(
            name="Ledger",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("head_seq", models.IntegerField(default=-1)),
                (
                    "head_hash",
                    models.CharField(
                        default="0000000000000000000000000000000000000000000000000000000000000000",
                        max_length=64,
                    ),
                ),
                ("unrecorded", models.PositiveIntegerField(default=0)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("head_seq__gte", -1)), name="ledger_head_from_minus_one"
                    )
                ],
                "verbose_name": "record",
                "verbose_name_plural": "records",
            },
        ),
        migrations.CreateModel(
            name="StoredAnswer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("owner", models.CharField(max_length=40)),
                ("key", models.CharField(max_length=80)),
                ("fingerprint", models.CharField(max_length=64)),
                ("status", models.PositiveSmallIntegerField(null=True)),
                ("body", models.JSONField(null=True)),
                ("headers", models.JSONField(default=dict)),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("owner", "key"), name="stored_answer_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("status__isnull", True), ("status__range", (200, 299)), _connector="OR"
                        ),
                        name="stored_answer_is_success",
                    ),
                ],
                "verbose_name": "stored answer",
                "verbose_name_plural": "stored answers",
            },
        ),
        migrations.CreateModel(
            name="Job",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=60)),
                ("key", models.CharField(max_length=80)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("running", "Running"),
                            ("done", "Done"),
                            ("quarantined", "Quarantined"),
                        ],
                        default="waiting",
                        max_length=12,
                    ),
                ),
                ("due_at", models.DateTimeField()),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("claimed_until", models.DateTimeField(null=True)),
                ("done_at", models.DateTimeField(null=True)),
                ("error", models.TextField(blank=True)),
                (
                    "ledger",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="jobs",
                        to="core.ledger",
                    ),
                ),
                ("trace", models.CharField(blank=True, db_default="", default="", max_length=64)),
                ("ran_by", models.CharField(blank=True, db_default="", default="", max_length=10)),
            ],
            options={
                "indexes": [models.Index(fields=["state", "due_at"], name="job_due")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state", "waiting")),
                        fields=("kind", "key"),
                        name="job_waits_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["waiting", "running", "done", "quarantined"])),
                        name="job_state_known",
                    ),
                ],
                "verbose_name": "job",
                "verbose_name_plural": "jobs",
            },
        ),
        migrations.CreateModel(
            name="RecordLine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seq", models.IntegerField()),
                ("type", models.CharField(max_length=40)),
                ("at", models.DateTimeField()),
                ("text", models.TextField()),
                (
                    "ledger",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="lines", to="core.ledger"
                    ),
                ),
            ],
            options={
                "ordering": ["ledger", "seq"],
                "constraints": [
                    models.UniqueConstraint(fields=("ledger", "seq"), name="record_line_seq_once"),
                    models.CheckConstraint(
                        condition=models.Q(("seq__gte", 0)), name="record_line_seq_from_zero"
                    ),
                ],
                "verbose_name": "record line",
                "verbose_name_plural": "record lines",
            },
        ),
        migrations.RunPython(create_functions, migrations.RunPython.noop),
    ]
