"""`python -m tools.scripts.locking`: find migrations that hold a table or break the old version (F114).

Run it before a release. It checks what a migration does to tables that it did not create itself, operation by
operation, without a database. One that has to do such a thing is in docs/operating/upgrades.md and `KNOWN`.
"""

import os
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import django
from django.db import connection
from django.db.migrations import Migration, operations
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

from core.db.migrating import AddIndexConcurrently, AddUniqueConcurrently, RunBriefly
from tools.scripts.catalog import PACKAGES

BREAKS: Mapping[type[Operation], str] = {
    operations.RemoveField: "the version before still reads the column",
    operations.DeleteModel: "the version before still reads the table",
    operations.RenameField: "the version before knows the old name only",
    operations.RenameModel: "the version before knows the old name only",
    operations.AlterModelTable: "the version before knows the old name only",
}
HOLDS: Mapping[type[Operation], str] = {
    operations.AddIndex: "writers wait while it is built: AddIndexConcurrently",
    operations.AddConstraint: "everybody waits while all rows are looked at: AddConstraintNotValid",
    operations.RunPython: "what it writes is held until it ends",
    operations.RunSQL: "what it writes is held until it ends",
}
BRIEF = (AddIndexConcurrently, AddUniqueConcurrently, RunBriefly)
KNOWN: Mapping[tuple[str, str], str] = {
    ("tournaments", "0009_site_webhooks"): "addresses of webhooks: a table of few rows",
}
"""What they hold others up for, by app and name; docs/operating/upgrades.md names each of them."""


def findings(migration: Migration, before: ProjectState) -> Iterator[str]:
    """Yield a sentence for each operation that holds a table or breaks the version before.

    `before`: the models before the migration. Tables that the migration creates itself are left out.
    """
    state, made = before.clone(), set()
    for operation in migration.operations:
        if isinstance(operation, operations.CreateModel):
            made.add(operation.name_lower)
        elif _model_name(operation) not in made and (
            found := _operation_fault(migration.app_label, operation, state)
        ):
            yield f"{migration.app_label}.{migration.name}: {operation.describe()}: {found}"
        operation.state_forwards(migration.app_label, state)


def _model_name(operation: Operation) -> str:
    """Return in lower case the name of the model that an operation changes; "" if it has none."""
    name = getattr(operation, "model_name", None) or getattr(operation, "name", "") or ""
    return str(name).lower()


def _operation_fault(app: str, operation: Operation, state: ProjectState) -> str:
    """Return what is wrong with an operation, "" if nothing."""
    if isinstance(operation, BRIEF):
        return ""
    if isinstance(operation, operations.AddField):
        return _added_field_fault(operation.field)
    if isinstance(operation, operations.AlterField):
        return _altered_field_fault(app, operation, state)
    for kind, words in {**BREAKS, **HOLDS}.items():
        if isinstance(operation, kind):
            return words
    return ""


def _added_field_fault(field: Any) -> str:
    """Return what is wrong with a new column, "" if it may be null or has a default in the database."""
    if field.null or field.many_to_many or field.has_db_default():
        return "writers wait while its uniqueness is looked at" if field.unique else ""
    return "the version before inserts rows without it: null, or db_default"


def _altered_field_fault(app: str, operation: operations.AlterField, state: ProjectState) -> str:
    """Return what is wrong with a changed field, "" if the change needs no statement."""
    after = state.clone()
    operation.state_forwards(app, after)
    old, new = (
        one.apps.get_model(app, operation.model_name)._meta.get_field(operation.name)
        for one in (state, after)
    )
    editor: Any = connection.schema_editor(collect_sql=True)
    changes = editor._field_should_be_altered(old, new)
    return "everybody waits while the table may be written anew" if changes else ""


def own_migrations() -> Iterator[tuple[Migration, ProjectState]]:
    """Yield our migrations after the initial ones, in order, each with the state before it."""
    loader = MigrationLoader(None)
    done: set[tuple[str, str]] = set()
    for target in sorted(loader.graph.leaf_nodes()):
        for node in loader.graph.forwards_plan(target):
            migration = loader.graph.nodes[node]
            if node not in done and node[0] in PACKAGES and not migration.initial:
                yield migration, loader.project_state([node], at_end=False)
            done.add(node)


def main() -> int:
    """Print what is found; return 1 if a migration that is not in `KNOWN` has a fault, else 0."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    found = [
        line
        for migration, before in own_migrations()
        if (migration.app_label, migration.name) not in KNOWN
        for line in findings(migration, before)
    ]
    for (app, name), what in KNOWN.items():
        print(f"known: {app}.{name}: {what}")
    print("\n".join(found) or "no other migration holds a table for long or breaks the version before")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
