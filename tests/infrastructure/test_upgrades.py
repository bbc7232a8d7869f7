"""A database of an earlier version is brought up to this one."""

from collections.abc import Iterator

import pytest
from django.apps.registry import Apps
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from accounts.models import ApiToken, User

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
def before_hashed_keys() -> Iterator[Apps]:
    """The database before keys were hashed."""
    yield _migrate(("accounts", "0001_initial"))
    _migrate()


@pytest.mark.F103
def test_clear_keys_end_with_all_that_was_about_them(before_hashed_keys: Apps) -> None:
    eva = before_hashed_keys.get_model("accounts", "User").objects.create(username="eva", password="x")
    with connection.cursor() as cursor:
        cursor.execute(CLEAR)
        cursor.execute("INSERT INTO authtoken_token VALUES ('clear', CURRENT_TIMESTAMP, %s)", [eva.pk])
    ContentType.objects.create(app_label="authtoken", model="token")
    MigrationRecorder(connection).record_applied("authtoken", "0001_initial")
    _migrate()
    assert "authtoken_token" not in connection.introspection.table_names()
    assert not ContentType.objects.filter(app_label="authtoken").exists()
    assert not MigrationRecorder(connection).migration_qs.filter(app="authtoken").exists()
    assert User.objects.get(username="eva").epoch == ""
    assert not ApiToken.objects.exists()


@pytest.fixture
def before_one_name_in_any_case() -> Iterator[Apps]:
    """The database while names that differ in case were several accounts."""
    yield _migrate(("accounts", "0003_end_clear_tokens"))
    _migrate()


def test_accounts_of_one_name_in_several_cases_are_told_apart(before_one_name_in_any_case: Apps) -> None:
    accounts = before_one_name_in_any_case.get_model("accounts", "User").objects
    keys = [accounts.create(username=name, password=name).pk for name in ("eva", "Eva", "eva-2", "EVA")]
    _migrate()
    names = [User.objects.get(pk=key).username for key in keys]
    assert names == ["eva", "Eva-3", "eva-2", "EVA-4"]
    assert [User.objects.get(pk=key).password for key in keys] == ["eva", "Eva", "eva-2", "EVA"]


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
