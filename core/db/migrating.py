"""Migration operations for large tables that others write to in that time (F114)."""

from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import operations
from django.db.migrations.state import ProjectState


class RunBriefly(operations.RunPython):
    """`RunPython`, marked for `make locking` as one that locks a table for a moment only.

    It locks rows for one batch at a time.
    """


class AddUniqueConcurrently(operations.AddConstraint):
    """Create a conditional unique constraint without blocking writers on PostgreSQL; needs a non-atomic
    migration.

    The constraint has a condition, so it is only an index. An index that an interrupted attempt left is
    dropped first.
    """

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Create the index of the constraint."""
        model = to_state.apps.get_model(app_label, self.model_name)
        made = str(self.constraint.create_sql(model, schema_editor))
        if schema_editor.connection.vendor == "postgresql":
            made = made.replace("CREATE UNIQUE INDEX", "CREATE UNIQUE INDEX CONCURRENTLY", 1)
        schema_editor.execute(f"DROP INDEX IF EXISTS {self.constraint.name}", params=None)
        schema_editor.execute(made, params=None)


class AddIndexConcurrently(operations.AddIndex):
    """Create an index without blocking writers on PostgreSQL; needs a non-atomic migration.

    An index that an interrupted attempt left is dropped first.
    """

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Create the index."""
        model = to_state.apps.get_model(app_label, self.model_name)
        editor: Any = schema_editor
        editor.execute(f"DROP INDEX IF EXISTS {self.index.name}", params=None)
        concurrently = {"concurrently": True} if schema_editor.connection.vendor == "postgresql" else {}
        editor.add_index(model, self.index, **concurrently)
