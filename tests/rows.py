"""Which tables have rows."""

from django.db import connection
from django.db.backends.utils import CursorWrapper

OF_DJANGO = {"django_content_type", "auth_permission"}


def filled(cursor: CursorWrapper) -> list[str]:
    """The tables that have rows, but for what Django says of the models themselves."""
    tables = set(connection.introspection.django_table_names(only_existing=True, include_views=False))
    quote = connection.ops.quote_name
    looks = (
        f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {quote(name)})" for name in sorted(tables - OF_DJANGO)
    )
    cursor.execute(" UNION ALL ".join(looks))
    return [name for (name,) in cursor.fetchall()]
