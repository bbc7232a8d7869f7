"""A database of an earlier version is brought up to this one."""

from collections.abc import Iterator

import pytest
from django.apps.registry import Apps
from django.contrib.contenttypes.models import ContentType
from django.db import IntegrityError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import TextField

from accounts.models import ApiToken, Player, User
from core.db.triggers import Guard, create_all, guards_present
from matches.models import Sheet, Side
from tests.cast import START, announced, entered, finished
from tournaments.guards import GUARDS
from tournaments.models import Penalty, Tournament
from tournaments.setup.search import search

pytestmark = pytest.mark.django_db(transaction=True)

CLEAR = """
    CREATE TABLE authtoken_token (
        key varchar(40) NOT NULL PRIMARY KEY, created timestamp NOT NULL,
        user_id bigint NOT NULL UNIQUE REFERENCES accounts_user (id) DEFERRABLE INITIALLY DEFERRED
    )
"""


def _migrate(*targets: tuple[str, str]) -> Apps:
    """Bring the database to these migrations, or to the latest of all; its models as they were then."""
    executor = MigrationExecutor(connection)
    wanted = list(targets) or executor.loader.graph.leaf_nodes()
    executor.migrate(wanted)
    return executor.loader.project_state(wanted).apps


@pytest.fixture
def first_accounts() -> Iterator[Apps]:
    """The database before keys were hashed, while names that differ in case were several accounts."""
    yield _migrate(("accounts", "0001_initial"))
    _migrate()


@pytest.mark.F103
def test_clear_keys_end_and_accounts_of_one_name_in_several_cases_are_told_apart(
    first_accounts: Apps,
) -> None:
    accounts = first_accounts.get_model("accounts", "User").objects
    keys = [accounts.create(username=name, password=name).pk for name in ("eva", "Eva", "eva-2", "EVA")]
    with connection.cursor() as cursor:
        cursor.execute(CLEAR)
        cursor.execute("INSERT INTO authtoken_token VALUES ('clear', CURRENT_TIMESTAMP, %s)", [keys[0]])
    ContentType.objects.create(app_label="authtoken", model="token")
    MigrationRecorder(connection).record_applied("authtoken", "0001_initial")
    _migrate()
    assert "authtoken_token" not in connection.introspection.table_names()
    assert not ContentType.objects.filter(app_label="authtoken").exists()
    assert not MigrationRecorder(connection).migration_qs.filter(app="authtoken").exists()
    assert not ApiToken.objects.exists()
    found = [User.objects.get(pk=key) for key in keys]
    assert [user.username for user in found] == ["eva", "Eva-3", "eva-2", "EVA-4"]
    assert [user.password for user in found] == ["eva", "Eva", "eva-2", "EVA"]
    assert {user.epoch for user in found} == {""}


def test_accounts_that_look_alike_stay_and_each_is_given_its_look() -> None:
    before = _migrate(("accounts", "0011_calendar_addresses"))
    accounts = before.get_model("accounts", "User").objects
    keys = [accounts.create(username=name, password=name).pk for name in ("lia", "1ia", "Ana")]
    _migrate()
    found = User.objects.filter(pk__in=keys).order_by("pk").values_list("username", "look", "own_look")
    assert list(found) == [("lia", "lla", None), ("1ia", "lla", None), ("Ana", "ana", None)]


def test_what_nobody_knows_of_a_penalty_is_null_and_empty_again_on_the_way_back() -> None:
    told = {"tournament_id": entered(2).pk, "kind": "caution", "sha256": "0" * 64, "at": START}
    before = _migrate(("tournaments", "0019_penalties"))
    penalties = before.get_model("tournaments", "Penalty").objects
    penalties.create(code="f1", seq=1, reason="", salt="", **told)
    penalties.create(code="f2", seq=2, reason="Slow play", salt="5a", **told)
    _migrate()
    found = Penalty.objects.order_by("code").values_list("reason", "salt")
    assert list(found) == [(None, None), ("Slow play", "5a")]
    _migrate(("tournaments", "0019_penalties"))
    again = list(penalties.order_by("code").values_list("reason", "salt"))
    _migrate()
    assert again == [("", ""), ("Slow play", "5a")]


@pytest.mark.F131
def test_people_without_an_account_and_a_season_result_lose_the_page_that_nobody_chose() -> None:
    finished(8, ranked=True, name="Com pontos")
    entered(9, name="Sem pontos")
    _migrate(("tournaments", "0030_list_columns"))
    placed = set(Player.objects.filter(has_page=True, user=None).values_list("pk", flat=True))
    Player.objects.filter(user=None).update(has_page=True, awaits_season=False)
    never = Player.objects.create(name="Nunca").pk
    hidden = Player.objects.create(name="Oculta", has_page=False).pk
    _migrate()
    shown = set(Player.objects.filter(has_page=True, user=None).values_list("pk", flat=True))
    assert shown == placed != set()
    assert Player.objects.get(pk=never).awaits_season
    assert not Player.objects.get(pk=hidden).awaits_season


def _tables(*, squashed: bool) -> dict[tuple[str, str], dict[str, object]]:
    """Every model at the end of all migrations: its fields by name, its options; order aside."""
    state = MigrationLoader(None, replace_migrations=squashed).project_state()
    return {
        key: {
            "fields": {name: field.deconstruct()[1:] for name, field in model.fields.items()},
            "constraints": sorted(map(repr, model.options.get("constraints", []))),
            "indexes": sorted(map(repr, model.options.get("indexes", []))),
            "together": [sorted(model.options.get(f"{kind}_together", ())) for kind in ("unique", "index")],
        }
        for key, model in state.models.items()
    }


def test_a_new_database_is_like_one_that_grew_with_the_versions() -> None:
    new, grown = _tables(squashed=True), _tables(squashed=False)
    assert new.keys() == grown.keys()
    assert {key for key in new if new[key] != grown[key]} == set()


@pytest.mark.F104
def test_guards_of_earlier_versions_are_dropped_and_those_of_today_created() -> None:
    side = Side.objects.filter(match__ledger=finished(4, table_high=2).ledger_id)[0]
    _migrate(("tournaments", "0031_first_pages"))
    with connection.schema_editor() as editor:
        create_all(editor, [Guard("of_before", "UPDATE", "matches_side", "not any more")])
    with pytest.raises(IntegrityError, match="not any more"):
        side.save(update_fields=["exception"])
    _migrate()
    assert guards_present(connection) == {guard.name for guard in GUARDS}
    side.save(update_fields=["exception"])


@pytest.mark.F104
def test_guards_outlive_a_table_that_is_made_anew() -> None:
    before = Sheet._meta.get_field("reason")
    after = TextField(blank=True, null=True)
    after.set_attributes_from_name("reason")
    after.model = Sheet
    with connection.schema_editor() as editor:
        editor.alter_field(Sheet, before, after)
        assert guards_present(connection) == {guard.name for guard in GUARDS}
    with connection.schema_editor() as editor:
        editor.alter_field(Sheet, after, before)
    assert guards_present(connection) == {guard.name for guard in GUARDS}


@pytest.mark.F118
def test_keys_of_an_earlier_version_are_written_again() -> None:
    tournament = announced(name="Copa D’Ávila")
    before = _migrate(("accounts", "0015_player_by_folded_name"), ("tournaments", "0026_picture"))
    players, tournaments = (
        before.get_model(*model).objects for model in (("accounts", "Player"), ("tournaments", "Tournament"))
    )
    key = players.create(name="Ana‑Maria D’Ávila", folded="ana‑maria d’avila").pk
    tournaments.filter(pk=tournament.pk).update(folded="chama campeonato copa d’avila 2026")
    _migrate()
    assert Player.objects.get(pk=key).folded == "ana maria davila"
    assert list(search(Tournament.objects.all(), "d'avila").tournaments) == [tournament]
