import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [  # of checkouts from before 0.1.0
        ("catalogue", "0002_model_names"),
    ]

    initial = True

    dependencies = [
        ("accounts", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Proposal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(max_length=30)),
                ("key", models.SlugField(max_length=40)),
                ("version", models.PositiveSmallIntegerField()),
                ("title_word", models.CharField(max_length=40)),
                ("definition", models.JSONField()),
                ("text_pt", models.TextField()),
                ("text_en", models.TextField(blank=True)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("draft", "Draft"),
                            ("proposed", "Proposed"),
                            ("changes_asked", "Changes Asked"),
                            ("accepted", "Accepted"),
                            ("superseded", "Superseded"),
                            ("refused", "Refused"),
                            ("withdrawn", "Withdrawn"),
                        ],
                        default="draft",
                        max_length=14,
                    ),
                ),
                ("seq", models.PositiveIntegerField(default=0)),
                ("created_at", models.DateTimeField()),
                ("changed_at", models.DateTimeField()),
                (
                    "author",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="proposed_types",
                        to="accounts.player",
                    ),
                ),
            ],
            options={
                "ordering": ["game", "key", "version"],
                "permissions": [("review_types", "Can review proposed tournament types")],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "key", "version"), name="type_version_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("state__in", ["draft", "proposed", "changes_asked"])),
                        fields=("game", "key"),
                        name="type_open_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("state", "accepted")),
                        fields=("game", "key"),
                        name="type_accepted_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "state__in",
                                [
                                    "draft",
                                    "proposed",
                                    "changes_asked",
                                    "accepted",
                                    "superseded",
                                    "refused",
                                    "withdrawn",
                                ],
                            )
                        ),
                        name="type_state_known",
                    ),
                ],
                "verbose_name": "proposed type",
                "verbose_name_plural": "proposed types",
            },
        ),
        migrations.CreateModel(
            name="Revision",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("definition", models.JSONField()),
                ("sha256", models.CharField(db_index=True, max_length=64)),
                ("text_pt", models.TextField()),
                ("text_en", models.TextField(blank=True)),
                ("at", models.DateTimeField()),
                (
                    "proposal",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="revisions",
                        to="catalogue.proposal",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("proposal", "number"), name="type_revision_once")
                ],
                "verbose_name": "revision",
                "verbose_name_plural": "revisions",
            },
        ),
        migrations.CreateModel(
            name="Step",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                (
                    "act",
                    models.CharField(
                        choices=[
                            ("drafted", "Drafted"),
                            ("changed", "Changed"),
                            ("proposed", "Proposed"),
                            ("changes_asked", "Changes Asked"),
                            ("accepted", "Accepted"),
                            ("superseded", "Superseded"),
                            ("refused", "Refused"),
                            ("withdrawn", "Withdrawn"),
                        ],
                        max_length=14,
                    ),
                ),
                ("at", models.DateTimeField()),
                ("reason", models.TextField(blank=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="accounts.player"
                    ),
                ),
                (
                    "proposal",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="steps",
                        to="catalogue.proposal",
                    ),
                ),
                (
                    "revision",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="catalogue.revision"
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("proposal", "number"), name="type_step_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "act__in",
                                [
                                    "drafted",
                                    "changed",
                                    "proposed",
                                    "changes_asked",
                                    "accepted",
                                    "superseded",
                                    "refused",
                                    "withdrawn",
                                ],
                            )
                        ),
                        name="type_act_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("act__in", ["changes_asked", "accepted", "refused"]), _negated=True),
                            models.Q(("reason", ""), _negated=True),
                            _connector="OR",
                        ),
                        name="type_decision_has_reason",
                    ),
                ],
                "verbose_name": "step of a proposal",
                "verbose_name_plural": "steps of proposals",
            },
        ),
    ]
