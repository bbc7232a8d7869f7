import django.db.models.deletion
import django.db.models.functions.comparison
from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

import core.db.folded
from core.db.folded_schema import grams_index, kept_true
from core.db.triggers import create_all
from core.record.guards import DIGEST_ON_POSTGRESQL
from tournaments.guards import GUARDS


def create_guards(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Create the triggers that refuse."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(DIGEST_ON_POSTGRESQL, params=None)
    create_all(schema_editor, GUARDS)


class Migration(migrations.Migration):
    replaces = [  # of checkouts from before 0.1.0
        ("tournaments", "0001_squashed_0012_confirmed_special_rules"),
        ("tournaments", "0002_corrections"),
        ("tournaments", "0003_confirmations"),
        ("tournaments", "0004_definition"),
        ("tournaments", "0005_rule_texts"),
        ("tournaments", "0006_record_format"),
        ("tournaments", "0007_breaks_and_opening"),
        ("tournaments", "0008_without_points"),
        ("tournaments", "0009_rulings"),
        ("tournaments", "0010_commitments"),
        ("tournaments", "0011_other_endings"),
        ("tournaments", "0012_confirmed_special_rules"),
        ("tournaments", "0013_guards"),
        ("tournaments", "0014_calls_by_hand"),
        ("tournaments", "0015_self_entry"),
        ("tournaments", "0016_door_code"),
        ("tournaments", "0017_tournament_folded"),
        ("tournaments", "0018_find_tournaments"),
        ("tournaments", "0019_penalties"),
        ("tournaments", "0020_penalties_unknown"),
        ("tournaments", "0021_penalty_match"),
        ("tournaments", "0022_first_look"),
        ("tournaments", "0023_judge_conflicts"),
        ("tournaments", "0024_judge_shifts"),
        ("tournaments", "0025_draw_passed_over"),
        ("tournaments", "0026_picture"),
        ("tournaments", "0027_title_keys"),
        ("tournaments", "0028_model_names"),
        ("tournaments", "0029_day_only"),
        ("tournaments", "0030_list_columns"),
        ("tournaments", "0031_first_pages"),
        ("tournaments", "0032_fewer_guards"),
    ]

    initial = True

    dependencies = [
        ("accounts", "0001_initial"),
        ("core", "0001_initial"),
        ("matches", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Tournament",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.SlugField(max_length=140, unique=True)),
                (
                    "state",
                    models.CharField(
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
                ("game", models.CharField(max_length=30)),
                ("kind", models.CharField(max_length=40)),
                ("record_format", models.PositiveSmallIntegerField(default=2)),
                ("definition", models.JSONField(blank=True, null=True)),
                ("name", models.CharField(max_length=80)),
                ("variants", models.JSONField(default=list)),
                ("year", models.PositiveSmallIntegerField()),
                ("title", models.CharField(max_length=240)),
                ("ranked", models.BooleanField(default=False)),
                ("multiplier", models.PositiveSmallIntegerField(default=1)),
                ("table_low", models.PositiveSmallIntegerField()),
                ("table_high", models.PositiveSmallIntegerField()),
                ("time_limit", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("house_rules", models.JSONField(default=dict)),
                ("edition", models.CharField(max_length=60)),
                ("edition_hash", models.CharField(max_length=64)),
                ("venue", models.CharField(blank=True, max_length=200)),
                ("zone", models.CharField(max_length=60)),
                ("starts_at", models.DateTimeField(blank=True, null=True)),
                ("opened_at", models.DateTimeField(blank=True, null=True)),
                ("capacity", models.PositiveIntegerField(blank=True, null=True)),
                ("special_rules", models.TextField(blank=True)),
                ("announcement", models.TextField(blank=True)),
                ("announced_at", models.DateTimeField(blank=True, null=True)),
                ("created_at", models.DateTimeField()),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                ("without_points", models.CharField(blank=True, max_length=24)),
                ("cancelled_at", models.DateTimeField(blank=True, null=True)),
                ("cancelled_because", models.TextField(blank=True, db_default="", default="")),
                ("archived_at", models.DateTimeField(blank=True, null=True)),
                ("taken_down_at", models.DateTimeField(blank=True, null=True)),
                ("taken_down_because", models.TextField(blank=True, db_default="", default="")),
                ("binned_at", models.DateTimeField(blank=True, null=True)),
                ("changed_seq", models.IntegerField(default=0)),
                ("simulated", models.BooleanField(default=False)),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "ledger",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tournament",
                        to="core.ledger",
                    ),
                ),
                ("calls_by_hand", models.BooleanField(db_default=False, default=False)),
                ("self_entry", models.BooleanField(db_default=True, default=True)),
                ("door_code", models.CharField(blank=True, max_length=20, null=True)),
                ("folded", core.db.folded.FoldedField(editable=False, null=True)),
                ("unaccepted_since", models.DateTimeField(blank=True, null=True)),
                ("day_only", models.BooleanField(db_default=False, default=False)),
            ],
            options={
                "ordering": ["-created_at"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("state__in", ["preparing", "drawn", "running", "finished", "cancelled"])
                        ),
                        name="tournament_state_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("multiplier__range", (1, 5))), name="multiplier_1_to_5"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("year__range", (1900, 2999))), name="year_1900_to_2999"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("record_format__in", (1, 2))), name="record_format_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("without_points", ""),
                            models.Q(
                                ("ranked", True),
                                ("record_format__gte", 2),
                                ("state", "finished"),
                                ("without_points", "fewer_than_8_played"),
                            ),
                            _connector="OR",
                        ),
                        name="without_points_once_finished",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("table_high__gte", models.F("table_low")), ("table_low__gte", 2)),
                        name="table_sizes_in_order",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state", "finished"), _negated=True),
                            ("finished_at__isnull", False),
                            _connector="OR",
                        ),
                        name="finished_has_time",
                    ),
                    models.CheckConstraint(
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
                    models.CheckConstraint(
                        condition=models.Q(
                            ("archived_at__isnull", True),
                            ("state__in", ["finished", "cancelled"]),
                            _connector="OR",
                        ),
                        name="archived_is_over",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("binned_at__isnull", True),
                            models.Q(("announced_at__isnull", True), ("state", "preparing")),
                            _connector="OR",
                        ),
                        name="binned_was_never_public",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("taken_down_at__isnull", False),
                                models.Q(("taken_down_because", ""), _negated=True),
                            ),
                            models.Q(("taken_down_at__isnull", True), ("taken_down_because", "")),
                            _connector="OR",
                        ),
                        name="taken_down_has_reason",
                    ),
                ],
                "indexes": [
                    models.Index(
                        condition=models.Q(("folded", None)), fields=["id"], name="tournament_not_folded"
                    ),
                    models.Index(
                        models.OrderBy(
                            django.db.models.functions.comparison.Coalesce("finished_at", "cancelled_at"),
                            descending=True,
                        ),
                        models.OrderBy(models.F("id"), descending=True),
                        name="tournament_over_by_time",
                    ),
                    models.Index(fields=["-created_at", "-id"], name="tournament_by_creation"),
                    models.Index(fields=["state", "starts_at"], name="tournament_by_state"),
                ],
                "verbose_name": "tournament",
                "verbose_name_plural": "tournaments",
            },
        ),
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
                "verbose_name": "commitment to a draw",
                "verbose_name_plural": "commitments to draws",
            },
        ),
        migrations.CreateModel(
            name="RuleTexts",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("edition", models.CharField(max_length=60)),
                ("sha256", models.CharField(max_length=64, unique=True)),
                ("texts", models.JSONField()),
            ],
            options={
                "verbose_name": "rule texts of an edition",
                "verbose_name_plural": "rule texts of editions",
            },
        ),
        migrations.CreateModel(
            name="Staff",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("organizer", "Organizer"),
                            ("coordinator", "Coordinator"),
                            ("judge", "Judge"),
                        ],
                        max_length=12,
                    ),
                ),
                (
                    "persona",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="staff_roles",
                        to="accounts.persona",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="staff",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "persona", "role"), name="staff_role_once"),
                    models.CheckConstraint(
                        condition=models.Q(("role__in", ["organizer", "coordinator", "judge"])),
                        name="role_known",
                    ),
                ],
                "verbose_name": "staff member",
                "verbose_name_plural": "staff",
            },
        ),
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
            options={
                "ordering": ["-seq"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "code"), name="ruling_code_once"),
                    models.UniqueConstraint(fields=("tournament", "seq"), name="ruling_once_a_line"),
                ],
                "verbose_name": "ruling",
                "verbose_name_plural": "rulings",
            },
        ),
        migrations.CreateModel(
            name="Placing",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.PositiveIntegerField()),
                ("points_numerator", models.PositiveIntegerField()),
                ("points_denominator", models.PositiveIntegerField(default=1)),
                ("why", models.JSONField(null=True)),
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="placing",
                        to="matches.entry",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="placings",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["place", "entry__number"],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("place__gte", 1)), name="place_from_one"),
                    models.CheckConstraint(
                        condition=models.Q(("points_denominator__gte", 1)), name="points_denominator_from_one"
                    ),
                ],
                "verbose_name": "final place",
                "verbose_name_plural": "final places",
            },
        ),
        migrations.CreateModel(
            name="Draw",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("method", models.CharField(max_length=10)),
                ("seed", models.BigIntegerField(blank=True, null=True)),
                ("algorithm", models.CharField(max_length=30, null=True)),
                ("word", models.CharField(max_length=60, null=True)),
                ("derived_seed", models.CharField(max_length=64, null=True)),
                ("shape", models.JSONField()),
                ("shape_is_default", models.BooleanField()),
                ("order", models.JSONField()),
                ("published_at", models.DateTimeField()),
                ("seq", models.IntegerField()),
                ("withdrawn", models.BooleanField(default=False)),
                (
                    "commitment",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="draw",
                        to="tournaments.commitment",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="draws",
                        to="tournaments.tournament",
                    ),
                ),
                ("passed_over", models.JSONField(null=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("withdrawn", False)),
                        fields=("tournament",),
                        name="one_standing_draw",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("algorithm__isnull", True),
                                ("commitment__isnull", True),
                                ("derived_seed__isnull", True),
                                ("word__isnull", True),
                            ),
                            models.Q(
                                ("algorithm__isnull", False),
                                ("commitment__isnull", False),
                                ("derived_seed__isnull", False),
                                ("word__isnull", False),
                                ("seed__isnull", True),
                            ),
                            _connector="OR",
                        ),
                        name="draw_seed_derived_or_not",
                    ),
                ],
                "verbose_name": "draw",
                "verbose_name_plural": "draws",
            },
        ),
        migrations.CreateModel(
            name="Correction",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("version", models.PositiveSmallIntegerField()),
                ("seq", models.IntegerField()),
                ("at", models.DateTimeField()),
                ("reason", models.TextField()),
                ("effects", models.JSONField(default=list)),
                ("before", models.JSONField(default=dict)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="accounts.persona"
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="corrections",
                        to="matches.match",
                    ),
                ),
                (
                    "undoes",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="undone_by",
                        to="tournaments.correction",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="corrections",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["-seq"],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "version"), name="correction_once_a_version"),
                    models.CheckConstraint(
                        condition=models.Q(("reason", ""), _negated=True), name="correction_has_reason"
                    ),
                ],
                "verbose_name": "correction",
                "verbose_name_plural": "corrections",
            },
        ),
        migrations.CreateModel(
            name="Confirmation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("version", models.CharField(max_length=64)),
                ("special_rules", models.TextField(null=True)),
                ("edition", models.CharField(max_length=60)),
                ("edition_hash", models.CharField(max_length=64)),
                ("at", models.DateTimeField()),
                ("seq", models.IntegerField()),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="accounts.persona"
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="confirmations",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["-seq"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "seq"), name="confirmation_once_a_line")
                ],
                "verbose_name": "confirmation of the regulation",
                "verbose_name_plural": "confirmations of the regulation",
            },
        ),
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
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)), name="break_number_from_one"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("ends_at__gt", models.F("begins_at"))), name="break_ends_later"
                    ),
                ],
                "verbose_name": "break",
                "verbose_name_plural": "breaks",
            },
        ),
        migrations.CreateModel(
            name="Penalty",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("code", models.CharField(max_length=12)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("caution", "Caution"),
                            ("warning", "Warning"),
                            ("game_loss", "Game Loss"),
                            ("disqualification", "Disqualification"),
                        ],
                        max_length=16,
                    ),
                ),
                ("reason", models.TextField(null=True)),
                ("salt", models.CharField(max_length=32, null=True)),
                ("sha256", models.CharField(max_length=64)),
                ("at", models.DateTimeField()),
                ("seq", models.IntegerField()),
                ("withdrawn_at", models.DateTimeField(null=True)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.persona",
                    ),
                ),
                (
                    "persona",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="penalties",
                        to="accounts.persona",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="penalties",
                        to="tournaments.tournament",
                    ),
                ),
                (
                    "withdrawn_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.persona",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="matches.match",
                    ),
                ),
            ],
            options={
                "ordering": ["seq"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "code"), name="penalty_code_once"),
                    models.UniqueConstraint(fields=("tournament", "seq"), name="penalty_once_a_line"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("kind__in", ["caution", "warning", "game_loss", "disqualification"])
                        ),
                        name="penalty_kind_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("withdrawn_by__isnull", True), ("withdrawn_at__isnull", False), _connector="OR"
                        ),
                        name="penalty_withdrawn_has_time",
                    ),
                ],
                "verbose_name": "penalty",
                "verbose_name_plural": "penalties",
            },
        ),
        migrations.CreateModel(
            name="JudgeConflict",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.persona",
                    ),
                ),
                (
                    "judge",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="judges_not",
                        to="accounts.persona",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="not_judged_by",
                        to="accounts.persona",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("judge", "person"), name="judge_conflict_once"),
                    models.CheckConstraint(
                        condition=models.Q(("judge", models.F("person")), _negated=True),
                        name="judge_conflict_of_two",
                    ),
                ],
                "verbose_name": "conflict of a judge",
                "verbose_name_plural": "conflicts of judges",
            },
        ),
        migrations.CreateModel(
            name="JudgeShift",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("begins_at", models.DateTimeField()),
                ("ends_at", models.DateTimeField()),
                ("changed_at", models.DateTimeField()),
                (
                    "judge",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="shift",
                        to="accounts.persona",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("ends_at__gt", models.F("begins_at"))), name="judge_shift_lasts"
                    )
                ],
                "verbose_name": "shift of a judge",
                "verbose_name_plural": "shifts of judges",
            },
        ),
        migrations.CreateModel(
            name="EventPicture",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("shown", models.BinaryField()),
                ("shared", models.BinaryField()),
                ("width", models.PositiveSmallIntegerField()),
                ("height", models.PositiveSmallIntegerField()),
                ("digest", models.CharField(max_length=20)),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="picture",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "verbose_name": "picture of a tournament",
                "verbose_name_plural": "pictures of tournaments",
            },
        ),
        migrations.CreateModel(
            name="ListColumns",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("headings", models.CharField(max_length=64)),
                ("meanings", models.CharField(max_length=1200)),
                ("used_at", models.DateTimeField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("user", "headings"), name="list_columns_once")
                ],
                "verbose_name": "meaning of a list's columns",
                "verbose_name_plural": "meanings of lists' columns",
            },
        ),
        migrations.RunPython(kept_true("tournaments_tournament", of="title"), migrations.RunPython.noop),
        migrations.RunPython(grams_index("tournaments_tournament"), migrations.RunPython.noop),
        migrations.RunPython(create_guards, migrations.RunPython.noop),
    ]
