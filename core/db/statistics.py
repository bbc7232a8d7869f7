"""Update the database's statistics after many rows came at once.

PostgreSQL looks by itself within a minute or two. Until then it takes tables of thousands of rows for empty
ones, and reads them whole where an index would do: the first results after a large draw would be slow.
"""

from django.db import connection
from django.db.models import Model


def analyze(*models: type[Model]) -> None:
    """Let PostgreSQL analyze the tables of these models and plan again; SQLite does not need it."""
    if connection.vendor == "postgresql":
        tables = ", ".join(connection.ops.quote_name(model._meta.db_table) for model in models)
        with connection.cursor() as cursor:
            cursor.execute(f"ANALYZE {tables}")
