"""Looked at before a release: migrations that hold tables, what the product is made of, its licences."""

import hashlib
import json
from email.message import Message
from typing import Any

import pytest
from django.db import connection, migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ModelState, ProjectState
from django.utils import timezone

from core.db.migrating import AddIndexConcurrently, AddUniqueConcurrently, RunBriefly
from core.models import Job, Ledger
from tests.architecture.test_layout import locked
from tools.scripts import checks, locking, sbom
from tools.scripts.catalog import PACKAGES
from tools.scripts.environment import ROOT, RUN

LOCK = (ROOT / RUN).read_text(encoding="utf-8")


# --- two versions on one database -----------------------------------------------------------------------


def _before() -> ProjectState:
    state = ProjectState()
    fields: list[tuple[str, models.Field[Any, Any]]] = [
        ("id", models.BigAutoField(primary_key=True)),
        ("name", models.CharField(max_length=10)),
    ]
    state.add_model(ModelState("core", "Thing", fields))
    return state


def found(*operations: Operation) -> list[str]:
    kind = type("Migration", (migrations.Migration,), {"operations": list(operations)})
    return list(locking.findings(kind("0009_x", "core"), _before()))


def _added(field: "models.Field[Any, Any]") -> Operation:
    return migrations.AddField("thing", "more", field)


@pytest.mark.F114
@pytest.mark.parametrize(
    "operation",
    [
        _added(models.IntegerField(default=0)),
        _added(models.IntegerField(unique=True, null=True)),
        migrations.RemoveField("thing", "name"),
        migrations.RenameField("thing", "name", "title"),
        migrations.RenameModel("Thing", "Other"),
        migrations.DeleteModel("Thing"),
        migrations.AlterField("thing", "name", models.CharField(max_length=20)),
        migrations.AddIndex("thing", models.Index(fields=["name"], name="by_name")),
        migrations.AddConstraint(
            "thing", models.CheckConstraint(condition=models.Q(name__gt=""), name="named")
        ),
        migrations.RunPython(migrations.RunPython.noop),
    ],
    ids=lambda operation: type(operation).__name__,
)
def test_what_holds_a_table_or_breaks_the_version_before_is_named(operation: Operation) -> None:
    assert len(found(operation)) == 1


@pytest.mark.F114
def test_what_both_versions_can_live_with_is_not() -> None:
    made = migrations.CreateModel("New", [("id", models.BigAutoField(primary_key=True))])
    index = migrations.AddIndex("new", models.Index(fields=["id"], name="by_id"))
    words = migrations.AlterField("thing", "name", models.CharField(max_length=10, help_text="A name."))
    null, filled = models.IntegerField(null=True), models.IntegerField(default=0, db_default=0)
    more = migrations.AddField("thing", "filled", filled)
    passing = AddIndexConcurrently("thing", models.Index(fields=["name"], name="by_name"))
    once = models.UniqueConstraint(fields=["name"], condition=~models.Q(name=""), name="name_once")
    brief = RunBriefly(RunBriefly.noop), AddUniqueConcurrently("thing", once)
    assert found(made, index, words, _added(null), more, passing, *brief) == []


@pytest.mark.F114
def test_the_migrations_of_today_are_all_looked_at() -> None:
    names = {(migration.app_label, migration.name) for migration, _ in locking.own_migrations()}
    disk = MigrationLoader(None).disk_migrations
    assert names == {key for key, one in disk.items() if key[0] in PACKAGES and not one.initial}


def test_an_edited_or_deleted_migration_of_a_release_is_named() -> None:
    path = "core/migrations/0001_initial.py"
    listed = checks.RELEASED_MIGRATIONS.read_text()
    assert path in listed
    assert checks.edited_migrations(listed) == []
    other = hashlib.sha256(b"edited").hexdigest()
    assert checks.edited_migrations(f"{other}  {path}\n{other}  core/migrations/0009_gone.py\n") == [
        path, "core/migrations/0009_gone.py",
    ]  # fmt: skip


@pytest.mark.F114
@pytest.mark.django_db
def test_what_holds_others_up_is_known_and_told_in_the_guide_to_upgrades() -> None:
    told = (ROOT / "docs" / "operating" / "upgrades.md").read_text()
    holding = [one for one, before in locking.own_migrations() if any(locking.findings(one, before))]
    assert {(one.app_label, one.name) for one in holding} == set(locking.KNOWN)
    assert [one for one in locking.KNOWN if f"`{one[0]}/migrations/{one[1]}.py`" not in told] == []


OF_THE_VERSION_BEFORE = """
    INSERT INTO core_job (kind, key, ledger_id, state, due_at, attempts, error)
    VALUES ('k', 'of before', %s, 'waiting', %s, 0, '')
"""


@pytest.mark.F114
@pytest.mark.django_db
def test_a_process_of_the_version_before_goes_on_writing_jobs() -> None:
    moment = connection.ops.adapt_datetimefield_value(timezone.now())
    with connection.cursor() as cursor:
        cursor.execute(OF_THE_VERSION_BEFORE, [Ledger.objects.create().pk, moment])
    assert Job.objects.get(key="of before").trace == ""


# --- what the product is made of -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def parts() -> list[sbom.Part]:
    return list(sbom.read_lock(LOCK))


def test_every_locked_package_is_in_the_bill_with_its_hashes(parts: list[sbom.Part]) -> None:
    assert {part.name: part.version for part in parts} == locked(RUN)
    assert [part.name for part in parts if not part.hashes] == []
    assert sum(len(part.hashes) for part in parts) == LOCK.count("--hash=sha256:")


def test_every_licence_is_one_that_we_can_live_with(parts: list[sbom.Part]) -> None:
    assert sbom.refusals(parts) == []
    assert sbom.refusals([sbom.Part("x", "1", (), "AGPL-3.0"), sbom.Part("y", "1", (), "")]) == [
        "x 1: AGPL-3.0", "y 1: no licence is said",
    ]  # fmt: skip


@pytest.mark.parametrize("said", [{}, {"License": ""}, {"License": "  "}])
def test_a_package_that_names_no_licence_is_named(
    said: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    message = Message()
    for name, value in said.items():
        message[name] = value
    monkeypatch.setattr(sbom, "metadata", lambda _: message)
    assert sbom.licence_of("anything") == ""


def test_the_bill_is_cyclonedx_and_the_same_every_time(parts: list[sbom.Part]) -> None:
    bill = json.loads(json.dumps(sbom.bill(parts, "1.0")))
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.5")
    assert bill == json.loads(json.dumps(sbom.bill(list(sbom.read_lock(LOCK)), "1.0")))
    assert {part["purl"] for part in bill["components"]} == set(bill["dependencies"][0]["dependsOn"])
