import django.db.models.deletion
import django.db.models.fields.json
import django.db.models.functions.comparison
import django.db.models.lookups
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from core.db.triggers import create_all
from matches import shared_hall_sql, sitting_sql


def create_triggers(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Create the triggers that write who sits at a table and which tables of a shared hall are taken."""
    create_all(schema_editor, [*sitting_sql.TRIGGERS, *shared_hall_sql.TRIGGERS])


class Migration(migrations.Migration):
    replaces = [  # of checkouts from before 0.1.0
        ("matches", "0001_squashed_0012_uncounted"),
        ("matches", "0002_dispute"),
        ("matches", "0003_exceptional_seats"),
        ("matches", "0004_who_was_drawn"),
        ("matches", "0005_table_tallies"),
        ("matches", "0006_decks"),
        ("matches", "0007_reports_and_table_links"),
        ("matches", "0008_drawn_games_and_extensions"),
        ("matches", "0009_kingdoms"),
        ("matches", "0010_rewritten_sheets"),
        ("matches", "0011_waiting_list"),
        ("matches", "0012_uncounted"),
        ("matches", "0013_sittings"),
        ("matches", "0014_help_calls"),
        ("matches", "0015_held"),
        ("matches", "0016_table_judges"),
        ("matches", "0017_shared_halls"),
        ("matches", "0018_accessible_tables"),
        ("matches", "0019_model_names"),
        ("matches", "0020_entry_import"),
        ("matches", "0021_dispute_submission_key"),
    ]

    initial = True

    dependencies = [
        ("accounts", "0001_initial"),
        ("core", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Entry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("code", models.CharField(max_length=12)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("entered", "Entered"),
                            ("checked_in", "Checked In"),
                            ("withdrawn", "Withdrawn"),
                            ("disqualified", "Disqualified"),
                        ],
                        default="entered",
                        max_length=12,
                    ),
                ),
                ("seed", models.PositiveIntegerField(blank=True, null=True)),
                ("number", models.PositiveIntegerField()),
                ("changed_seq", models.IntegerField(default=0)),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="accounts.club",
                    ),
                ),
                (
                    "ledger",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="entries", to="core.ledger"
                    ),
                ),
                ("import_seq", models.IntegerField(blank=True, null=True)),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("ledger", "code"), name="entry_code_once"),
                    models.UniqueConstraint(fields=("ledger", "number"), name="entry_number_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("state__in", ["entered", "checked_in", "withdrawn", "disqualified"])
                        ),
                        name="entry_state_known",
                    ),
                ],
                "verbose_name": "entry",
                "verbose_name_plural": "entries",
            },
        ),
        migrations.CreateModel(
            name="DeckWaiver",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("reason", models.TextField()),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.persona",
                    ),
                ),
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deck_waiver",
                        to="matches.entry",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("reason", ""), _negated=True), name="deck_waiver_has_reason"
                    )
                ],
                "verbose_name": "waiver of the deck check",
                "verbose_name_plural": "waivers of the deck check",
            },
        ),
        migrations.CreateModel(
            name="DeckList",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("version", models.PositiveSmallIntegerField()),
                ("is_current", models.BooleanField(default=True)),
                ("text", models.TextField(blank=True)),
                ("salt", models.CharField(blank=True, max_length=32)),
                ("sha256", models.CharField(max_length=64)),
                ("size", models.PositiveIntegerField(default=0)),
                ("warnings", models.JSONField(default=list)),
                ("handed_in_at", models.DateTimeField()),
                (
                    "handed_in_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.persona",
                    ),
                ),
                (
                    "persona",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="decks",
                        to="accounts.persona",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="decks", to="matches.entry"
                    ),
                ),
            ],
            options={
                "ordering": ["entry", "persona", "version"],
                "constraints": [
                    models.UniqueConstraint(fields=("entry", "persona", "version"), name="deck_version_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("is_current", True)),
                        fields=("entry", "persona"),
                        name="one_current_deck",
                    ),
                ],
                "verbose_name": "deck list",
                "verbose_name_plural": "deck lists",
            },
        ),
        migrations.CreateModel(
            name="PhysicalTable",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("label", models.CharField(max_length=20)),
                ("position", models.PositiveIntegerField()),
                ("is_open", models.BooleanField(default=True)),
                (
                    "ledger",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="tables", to="core.ledger"
                    ),
                ),
                (
                    "judge",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="accounts.persona",
                    ),
                ),
                ("accessible_since", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ["position"],
                "constraints": [
                    models.UniqueConstraint(fields=("ledger", "label"), name="table_label_once"),
                    models.UniqueConstraint(fields=("ledger", "position"), name="table_position_once"),
                ],
                "verbose_name": "table",
                "verbose_name_plural": "tables",
            },
        ),
        migrations.CreateModel(
            name="Match",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("code", models.CharField(max_length=12)),
                ("round", models.PositiveSmallIntegerField()),
                ("number", models.PositiveIntegerField()),
                ("third_place", models.BooleanField(default=False)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("ready", "Ready"),
                            ("called", "Called"),
                            ("playing", "Playing"),
                            ("ended", "Ended"),
                        ],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("called_at", models.DateTimeField(blank=True, null=True)),
                ("started_at", models.DateTimeField(blank=True, null=True)),
                ("time_due_at", models.DateTimeField(blank=True, null=True)),
                ("extra_minutes", models.PositiveSmallIntegerField(default=0)),
                ("time_called_at", models.DateTimeField(blank=True, null=True)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                ("changed_seq", models.IntegerField(default=0)),
                (
                    "ledger",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="matches", to="core.ledger"
                    ),
                ),
                (
                    "winner",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="won",
                        to="matches.entry",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="matches",
                        to="matches.physicaltable",
                    ),
                ),
                ("held", models.BooleanField(db_default=False, default=False)),
            ],
            options={
                "ordering": ["round", "number"],
                "indexes": [models.Index(fields=["ledger", "state"], name="match_by_state")],
                "constraints": [
                    models.UniqueConstraint(fields=("ledger", "code"), name="match_code_once"),
                    models.UniqueConstraint(fields=("ledger", "round", "number"), name="match_number_once"),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["waiting", "ready", "called", "playing", "ended"])),
                        name="match_state_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state", "called"), _negated=True),
                            ("called_at__isnull", False),
                            _connector="OR",
                        ),
                        name="called_has_time",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state", "playing"), _negated=True),
                            ("started_at__isnull", False),
                            _connector="OR",
                        ),
                        name="playing_has_start",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state", "ended"), _negated=True),
                            ("ended_at__isnull", False),
                            _connector="OR",
                        ),
                        name="ended_has_end",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("state__in", ["called", "playing"])),
                        fields=("table",),
                        name="one_match_at_a_table",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("held", False), ("state__in", ["waiting", "ready"]), _connector="OR"
                        ),
                        name="held_has_no_table",
                    ),
                ],
                "verbose_name": "match",
                "verbose_name_plural": "matches",
            },
        ),
        migrations.CreateModel(
            name="KingdomsGame",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("match_began_at", models.DateTimeField()),
                ("kingdoms", models.JSONField()),
                ("difficulty", models.CharField(max_length=10)),
                ("seed", models.CharField(max_length=40)),
                ("commitment", models.CharField(max_length=64)),
                ("begun_at", models.DateTimeField()),
                ("given_up", models.TextField(blank=True)),
                (
                    "begun_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="accounts.player",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="kingdoms_games",
                        to="matches.match",
                    ),
                ),
            ],
            options={
                "ordering": ["match", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "number"), name="kingdoms_game_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("given_up", "")),
                        fields=("match", "match_began_at"),
                        name="one_game_of_kingdoms",
                    ),
                ],
                "verbose_name": "kingdoms game",
                "verbose_name_plural": "kingdoms games",
            },
        ),
        migrations.CreateModel(
            name="KingdomsAct",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("event", models.JSONField()),
                ("outcomes", models.JSONField(default=list)),
                ("undoes", models.PositiveIntegerField(blank=True, null=True)),
                ("by_app", models.BooleanField(default=False)),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="accounts.player",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="acts",
                        to="matches.kingdomsgame",
                    ),
                ),
            ],
            options={
                "ordering": ["game", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "number"), name="kingdoms_act_once"),
                    models.UniqueConstraint(fields=("game", "undoes"), name="kingdoms_act_undone_once"),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)), name="kingdoms_acts_from_one"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("undoes__isnull", True), ("undoes__lt", models.F("number")), _connector="OR"
                        ),
                        name="kingdoms_undo_looks_back",
                    ),
                ],
                "verbose_name": "kingdoms act",
                "verbose_name_plural": "kingdoms acts",
            },
        ),
        migrations.CreateModel(
            name="Extension",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("minutes", models.PositiveSmallIntegerField()),
                ("reason", models.TextField()),
                ("at", models.DateTimeField()),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="extensions",
                        to="matches.match",
                    ),
                ),
            ],
            options={
                "ordering": ["match", "at", "pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("minutes__gt", 0)), name="extension_has_minutes"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("reason", ""), _negated=True), name="extension_has_reason"
                    ),
                ],
                "verbose_name": "time extension",
                "verbose_name_plural": "time extensions",
            },
        ),
        migrations.CreateModel(
            name="DrawnGame",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("lines", models.JSONField()),
                ("started_at", models.DateTimeField()),
                ("time_due_at", models.DateTimeField(blank=True, null=True)),
                ("time_called_at", models.DateTimeField(blank=True, null=True)),
                ("extra_minutes", models.PositiveSmallIntegerField(default=0)),
                ("at", models.DateTimeField()),
                ("taken_back", models.BooleanField(default=False)),
                ("is_void", models.BooleanField(default=False)),
                (
                    "noted_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.persona",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="drawn_games",
                        to="matches.match",
                    ),
                ),
            ],
            options={
                "ordering": ["match", "number"],
                "constraints": [models.UniqueConstraint(fields=("match", "number"), name="drawn_game_once")],
                "verbose_name": "drawn game",
                "verbose_name_plural": "drawn games",
            },
        ),
        migrations.CreateModel(
            name="Member",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.PositiveSmallIntegerField()),
                ("live", models.BooleanField(default=True)),
                ("pineapple", models.BooleanField(default=False)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="members",
                        to="matches.entry",
                    ),
                ),
                (
                    "persona",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="memberships",
                        to="accounts.persona",
                    ),
                ),
            ],
            options={
                "ordering": ["entry", "position"],
                "constraints": [
                    models.UniqueConstraint(fields=("entry", "position"), name="member_position_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("live", True)),
                        fields=("persona",),
                        name="person_in_one_live_entry",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("position__in", [1, 2])), name="member_one_or_two"
                    ),
                ],
                "verbose_name": "member of an entry",
                "verbose_name_plural": "members of entries",
            },
        ),
        migrations.CreateModel(
            name="Redraw",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("at", models.DateTimeField()),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="redraws",
                        to="matches.match",
                    ),
                ),
                (
                    "persona",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="accounts.persona"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("match", "persona", "number"), name="redraw_once"),
                    models.CheckConstraint(
                        condition=models.Q(("number__in", [1, 2])), name="redraw_at_most_two"
                    ),
                ],
                "verbose_name": "redraw",
                "verbose_name_plural": "redraws",
            },
        ),
        migrations.CreateModel(
            name="Sheet",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("version", models.PositiveSmallIntegerField(default=1)),
                ("is_current", models.BooleanField(default=True)),
                ("rewritten", models.BooleanField(default=False)),
                ("ended_by", models.CharField(max_length=16)),
                ("declared_side", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("cuts", models.JSONField(default=list)),
                ("placement", models.JSONField(default=list)),
                ("scores", models.JSONField(default=dict)),
                ("reason", models.TextField(blank=True)),
                ("report", models.CharField(blank=True, max_length=80)),
                ("recorded_at", models.DateTimeField()),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="sheets", to="matches.match"
                    ),
                ),
                (
                    "recorded_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.persona",
                    ),
                ),
                (
                    "winner",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="matches.entry",
                    ),
                ),
            ],
            options={
                "ordering": ["match", "version"],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "version"), name="sheet_version_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("is_current", True)), fields=("match",), name="one_current_sheet"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("report", ""), _negated=True),
                        fields=("match", "report"),
                        name="report_once_a_match",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("version", 1), models.Q(("reason", ""), _negated=True), _connector="OR"
                        ),
                        name="later_version_has_reason",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("ended_by", "ruling"), _negated=True),
                            models.Q(("reason", ""), _negated=True),
                            _connector="OR",
                        ),
                        name="ruling_has_reason",
                    ),
                ],
                "verbose_name": "match sheet",
                "verbose_name_plural": "match sheets",
            },
        ),
        migrations.CreateModel(
            name="SheetLine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.PositiveSmallIntegerField()),
                ("counts", models.JSONField(blank=True, default=dict, null=True)),
                ("out", models.CharField(blank=True, max_length=12)),
                ("out_order", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "persona",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="accounts.persona"
                    ),
                ),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="lines", to="matches.sheet"
                    ),
                ),
            ],
            options={
                "ordering": ["sheet", "position"],
                "constraints": [
                    models.UniqueConstraint(fields=("sheet", "persona"), name="line_once_a_person"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("out__in", ["", "decked_out", "conceded", "disqualified", "absent"])
                        ),
                        name="line_out_known",
                    ),
                    models.CheckConstraint(
                        condition=django.db.models.lookups.LessThanOrEqual(
                            django.db.models.functions.comparison.Cast(
                                django.db.models.fields.json.KeyTextTransform("armies", "counts"),
                                models.IntegerField(),
                            ),
                            django.db.models.functions.comparison.Cast(
                                django.db.models.fields.json.KeyTextTransform("commanders", "counts"),
                                models.IntegerField(),
                            ),
                        ),
                        name="armies_at_most_commanders",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("out", "absent"), _negated=True),
                            ("counts__isnull", False),
                            _connector="OR",
                        ),
                        name="absent_is_counted",
                    ),
                ],
                "verbose_name": "line of a sheet",
                "verbose_name_plural": "lines of sheets",
            },
        ),
        migrations.CreateModel(
            name="Side",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("round", models.PositiveSmallIntegerField()),
                ("filled", models.BooleanField(default=False)),
                (
                    "exception",
                    models.CharField(
                        blank=True, choices=[("by_hand", "By Hand"), ("kept", "Kept")], max_length=7
                    ),
                ),
                (
                    "take",
                    models.CharField(
                        blank=True,
                        choices=[("winner", "Winner"), ("loser", "Loser"), ("lucky", "Lucky")],
                        max_length=6,
                    ),
                ),
                ("place", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("score", models.IntegerField(blank=True, default=0, null=True)),
                ("absent", models.BooleanField(default=False)),
                (
                    "drawn",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="drawn_sides",
                        to="matches.entry",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="sides",
                        to="matches.entry",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="sides", to="matches.match"
                    ),
                ),
                (
                    "source",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="feeds",
                        to="matches.match",
                    ),
                ),
            ],
            options={
                "ordering": ["match", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "number"), name="side_number_once"),
                    models.UniqueConstraint(fields=("entry", "round"), name="entry_once_a_round"),
                    models.CheckConstraint(
                        condition=models.Q(("number__range", (1, 8))), name="side_number_range"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("entry__isnull", True), ("filled", True), _connector="OR"),
                        name="entry_means_filled",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("exception__in", ["", "by_hand", "kept"])),
                        name="side_exception_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("source__isnull", True), ("take", "")),
                            models.Q(("source__isnull", False), ("take__in", ["winner", "loser", "lucky"])),
                            _connector="OR",
                        ),
                        name="source_has_take",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("score__isnull", False), ("place__isnull", False), _connector="OR"
                        ),
                        name="uncounted_side_has_place",
                    ),
                ],
                "verbose_name": "side",
                "verbose_name_plural": "sides",
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("suit", models.CharField(blank=True, max_length=8)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="matches.match"
                    ),
                ),
                (
                    "persona",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to="accounts.persona",
                    ),
                ),
                (
                    "side",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="matches.side"
                    ),
                ),
            ],
            options={
                "ordering": ["match", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "number"), name="seat_number_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("suit", ""), _negated=True),
                        fields=("match", "suit"),
                        name="suit_once_a_match",
                    ),
                    models.UniqueConstraint(fields=("match", "persona"), name="person_once_a_match"),
                ],
                "verbose_name": "seat",
                "verbose_name_plural": "seats",
            },
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seq", models.IntegerField()),
                ("sheet", models.JSONField()),
                ("at", models.DateTimeField()),
                ("is_current", models.BooleanField(default=True)),
                ("phone", models.CharField(blank=True, max_length=64)),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.persona",
                    ),
                ),
                (
                    "counted",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reports",
                        to="matches.sheet",
                    ),
                ),
                (
                    "side",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="reports", to="matches.side"
                    ),
                ),
            ],
            options={
                "ordering": ["side", "seq"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("is_current", True)),
                        fields=("side",),
                        name="one_current_report_a_side",
                    ),
                    models.UniqueConstraint(fields=("side", "seq"), name="report_once_a_line"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("by__isnull", False), ("phone", "")),
                            models.Q(("by__isnull", True), models.Q(("phone", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="report_by_somebody_or_a_phone",
                    ),
                ],
                "verbose_name": "report",
                "verbose_name_plural": "reports",
            },
        ),
        migrations.CreateModel(
            name="Dispute",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seq", models.IntegerField()),
                ("sheet", models.JSONField(blank=True, null=True)),
                ("note", models.CharField(blank=True, max_length=200)),
                ("at", models.DateTimeField()),
                ("resolved_at", models.DateTimeField(blank=True, null=True)),
                (
                    "outcome",
                    models.CharField(
                        blank=True,
                        choices=[("dismissed", "Dismissed"), ("corrected", "Corrected")],
                        max_length=9,
                    ),
                ),
                ("reason", models.TextField(blank=True)),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.persona",
                    ),
                ),
                (
                    "resolved_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.persona",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="disputes",
                        to="matches.match",
                    ),
                ),
                (
                    "side",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="disputes",
                        to="matches.side",
                    ),
                ),
                ("submission_key", models.CharField(blank=True, max_length=80, null=True)),
            ],
            options={
                "ordering": ["match", "seq"],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "seq"), name="dispute_once_a_line"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("outcome", ""), ("resolved_at__isnull", True)),
                            models.Q(
                                ("outcome__in", ["dismissed", "corrected"]), ("resolved_at__isnull", False)
                            ),
                            _connector="OR",
                        ),
                        name="dispute_resolved_has_outcome",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("resolved_at__isnull", True)),
                        fields=("side",),
                        name="one_open_dispute_a_side",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("by__isnull", False), ("sheet__isnull", False), ("side__isnull", True)),
                            models.Q(("sheet__isnull", True), ("side__isnull", False)),
                            _connector="OR",
                        ),
                        name="dispute_by_staff_or_a_side",
                    ),
                ],
                "verbose_name": "dispute",
                "verbose_name_plural": "disputes",
            },
        ),
        migrations.CreateModel(
            name="TableLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("code", models.CharField(max_length=12, unique=True)),
                ("issued_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="links",
                        to="matches.physicaltable",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("revoked_at__isnull", True)),
                        fields=("table",),
                        name="one_standing_link_a_table",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("expires_at__gt", models.F("issued_at"))),
                        name="link_expires_later",
                    ),
                ],
                "verbose_name": "table link",
                "verbose_name_plural": "table links",
            },
        ),
        migrations.CreateModel(
            name="Claim",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("phone", models.CharField(max_length=64)),
                ("at", models.DateTimeField()),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="matches.entry"
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="claims", to="matches.match"
                    ),
                ),
                (
                    "side",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="claim", to="matches.side"
                    ),
                ),
                (
                    "link",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="claims",
                        to="matches.tablelink",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("match", "phone"), name="one_side_a_phone"),
                    models.CheckConstraint(
                        condition=models.Q(("phone", ""), _negated=True), name="claim_has_a_phone"
                    ),
                ],
                "verbose_name": "phone at a table",
                "verbose_name_plural": "phones at tables",
            },
        ),
        migrations.CreateModel(
            name="TableTally",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(max_length=40)),
                ("version", models.PositiveIntegerField(default=1)),
                ("data", models.JSONField()),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tallies",
                        to="matches.match",
                    ),
                ),
                (
                    "persona",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="accounts.persona"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("match", "game", "persona"), name="tally_once_a_game"),
                    models.CheckConstraint(
                        condition=models.Q(("version__gte", 1)), name="tally_version_from_one"
                    ),
                ],
                "verbose_name": "count at a table",
                "verbose_name_plural": "counts at tables",
            },
        ),
        migrations.CreateModel(
            name="Waiting",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("code", models.CharField(max_length=12)),
                (
                    "state",
                    models.CharField(
                        choices=[("waiting", "Waiting"), ("entered", "Entered"), ("left", "Left")],
                        default="waiting",
                        max_length=8,
                    ),
                ),
                ("position", models.PositiveIntegerField()),
                ("seed", models.PositiveIntegerField(blank=True, null=True)),
                ("since", models.DateTimeField()),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="accounts.club",
                    ),
                ),
                (
                    "entry",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="waited",
                        to="matches.entry",
                    ),
                ),
                (
                    "ledger",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="waiting", to="core.ledger"
                    ),
                ),
            ],
            options={
                "ordering": ["position"],
                "constraints": [
                    models.UniqueConstraint(fields=("ledger", "code"), name="waiting_code_once"),
                    models.UniqueConstraint(fields=("ledger", "position"), name="waiting_position_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("ended_at__isnull", True), ("entry__isnull", True), ("state", "waiting")
                            ),
                            models.Q(
                                ("ended_at__isnull", False), ("entry__isnull", False), ("state", "entered")
                            ),
                            models.Q(("ended_at__isnull", False), ("entry__isnull", True), ("state", "left")),
                            _connector="OR",
                        ),
                        name="waiting_state_known",
                    ),
                ],
                "verbose_name": "waiting entry",
                "verbose_name_plural": "waiting list",
            },
        ),
        migrations.CreateModel(
            name="WaitingMember",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.PositiveSmallIntegerField()),
                ("live", models.BooleanField(default=True)),
                (
                    "persona",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="waits",
                        to="accounts.persona",
                    ),
                ),
                (
                    "waiting",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="members",
                        to="matches.waiting",
                    ),
                ),
            ],
            options={
                "ordering": ["waiting", "position"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("waiting", "position"), name="waiting_member_position_once"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("live", True)), fields=("persona",), name="person_waits_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("position__in", [1, 2])), name="waiting_member_one_or_two"
                    ),
                ],
                "verbose_name": "person on the waiting list",
                "verbose_name_plural": "people on the waiting list",
            },
        ),
        migrations.CreateModel(
            name="Sitting",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("since", models.DateTimeField()),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sittings",
                        to="matches.match",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sittings",
                        to="accounts.player",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("player",), name="one_table_a_person")],
                "verbose_name": "person in a match",
                "verbose_name_plural": "people in matches",
            },
        ),
        migrations.CreateModel(
            name="HelpCall",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("code", models.CharField(max_length=12, unique=True)),
                (
                    "whom",
                    models.CharField(
                        choices=[("judge", "Judge"), ("coordinator", "Coordinator")], max_length=11
                    ),
                ),
                ("at", models.DateTimeField()),
                ("taken_at", models.DateTimeField(blank=True, null=True)),
                ("done_at", models.DateTimeField(blank=True, null=True)),
                (
                    "match",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="help_calls",
                        to="matches.match",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="help_calls",
                        to="matches.physicaltable",
                    ),
                ),
                (
                    "taken_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.persona",
                    ),
                ),
            ],
            options={
                "ordering": ["at", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("done_at__isnull", True)),
                        fields=("table", "whom"),
                        name="one_open_help_call_a_table",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("whom__in", ["judge", "coordinator"])), name="help_whom_known"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("taken_at__isnull", True), ("taken_by__isnull", True)),
                            models.Q(("taken_at__isnull", False), ("taken_by__isnull", False)),
                            _connector="OR",
                        ),
                        name="help_taken_by_somebody",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("done_at__isnull", True), ("done_at__gte", models.F("at")), _connector="OR"
                        ),
                        name="help_done_later",
                    ),
                ],
                "verbose_name": "request for a judge",
                "verbose_name_plural": "requests for a judge",
            },
        ),
        migrations.CreateModel(
            name="SharedHall",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("since", models.DateTimeField()),
            ],
            options={
                "verbose_name": "shared hall",
                "verbose_name_plural": "shared halls",
            },
        ),
        migrations.CreateModel(
            name="HallShare",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "ledger",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="hall_share",
                        to="core.ledger",
                    ),
                ),
                (
                    "hall",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="shares",
                        to="matches.sharedhall",
                    ),
                ),
            ],
            options={
                "verbose_name": "tournament in a shared hall",
                "verbose_name_plural": "tournaments in shared halls",
            },
        ),
        migrations.CreateModel(
            name="TakenTable",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("label", models.CharField(max_length=20)),
                ("since", models.DateTimeField()),
                (
                    "hall",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="taken",
                        to="matches.sharedhall",
                    ),
                ),
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="taken", to="matches.match"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("hall", "label"), name="one_match_at_a_shared_table")
                ],
                "verbose_name": "table in use",
                "verbose_name_plural": "tables in use",
            },
        ),
        migrations.CreateModel(
            name="AccessNeed",
            fields=[
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="access_need",
                        serialize=False,
                        to="matches.entry",
                    ),
                ),
            ],
            options={
                "verbose_name": "need of an accessible table",
                "verbose_name_plural": "needs of an accessible table",
            },
        ),
        migrations.RunPython(create_triggers, migrations.RunPython.noop),
    ]
