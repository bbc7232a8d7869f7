"""What migrations do to large tables while others write (F114)."""

from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import operations
from django.db.migrations.state import ProjectState


class RunBriefly(operations.RunPython):
    """Python that holds a table for a moment and rows for a batch at most, however many there are."""


class AddUniqueConcurrently(operations.AddConstraint):
    """Uniqueness of some rows, which is an index that PostgreSQL builds while others write; not atomic.

    The constraint has a condition, so that it is an index alone. What a broken-off attempt left goes first.
    """

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Build it."""
        model = to_state.apps.get_model(app_label, self.model_name)
        made = str(self.constraint.create_sql(model, schema_editor))
        if schema_editor.connection.vendor == "postgresql":
            made = made.replace("CREATE UNIQUE INDEX", "CREATE UNIQUE INDEX CONCURRENTLY", 1)
        schema_editor.execute(f"DROP INDEX IF EXISTS {self.constraint.name}", params=None)
        schema_editor.execute(made, params=None)


class AddIndexConcurrently(operations.AddIndex):
    """An index that PostgreSQL builds while others write; for a migration that is not atomic.

    What another attempt, which was broken off, may have left is taken away before.
    """

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Build it."""
        model = to_state.apps.get_model(app_label, self.model_name)
        editor: Any = schema_editor
        editor.execute(f"DROP INDEX IF EXISTS {self.index.name}", params=None)
        concurrently = {"concurrently": True} if schema_editor.connection.vendor == "postgresql" else {}
        editor.add_index(model, self.index, **concurrently)
