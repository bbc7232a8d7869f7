"""The PostgreSQL role of web and workers: it reads and writes rows, and no more (ADR 0098).

The owner of the tables may change and drop them, and disable their guards. So the owner only migrates, and
everything reachable from outside uses another role.
"""

from collections.abc import Iterator, Sequence

from django.db import connection

LINES, DONE = "core_recordline", "django_migrations"
MAY_NOT = """
SELECT 'is a superuser, or may make roles or databases' FROM pg_roles
    WHERE rolname = %(role)s AND (rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls)
UNION ALL SELECT 'is a member of ' || r.rolname FROM pg_roles r
    WHERE r.rolname <> %(role)s AND NOT pg_has_role(%(role)s, 'pg_database_owner', 'MEMBER')
    AND r.rolname NOT LIKE 'pg\\_%%' AND pg_has_role(%(role)s, r.oid, 'MEMBER')
UNION ALL SELECT 'may make tables in ' || current_schema()
    WHERE has_schema_privilege(%(role)s, current_schema(), 'CREATE')
UNION ALL SELECT 'may make temporary tables, which hide ours from the guards'
    WHERE has_database_privilege(%(role)s, current_database(), 'TEMPORARY')
UNION ALL SELECT 'may make schemas' WHERE has_database_privilege(%(role)s, current_database(), 'CREATE')
UNION ALL SELECT 'owns ' || c.relname FROM pg_class c JOIN pg_roles r ON r.oid = c.relowner
    WHERE r.rolname = %(role)s AND c.relnamespace = current_schema()::regnamespace
UNION ALL SELECT 'may empty or put triggers on ' || c.relname FROM pg_class c
    WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace
    AND has_table_privilege(%(role)s, c.oid, 'TRUNCATE, TRIGGER')
UNION ALL SELECT 'may change or delete lines of records'
    WHERE has_table_privilege(%(role)s, 'core_recordline', 'UPDATE, DELETE')
    OR has_any_column_privilege(%(role)s, 'core_recordline', 'UPDATE')
"""


def role_exists(role: str) -> bool:
    """Return whether the database server has this role."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [role])
        return cursor.fetchone() is not None


def grant_rows_only(role: str) -> None:
    """Grant the role to read and write rows of this database, also of future tables; revoke everything else.

    Rights of PUBLIC are revoked too. Lines of records may only be added.
    """
    quoted = connection.ops.quote_name(role)
    with connection.cursor() as cursor:
        cursor.execute("SELECT quote_ident(current_database()), quote_ident(current_schema())")
        database, schema = cursor.fetchone()
        for statement in _statements(quoted, database, schema):
            cursor.execute(statement)


def _statements(role: str, database: str, schema: str) -> Iterator[str]:
    """Yield the SQL of the grants and revocations; the names are already quoted."""
    rows, mine = "SELECT, INSERT, UPDATE, DELETE", f"ALTER DEFAULT PRIVILEGES IN SCHEMA {schema}"
    yield f"REVOKE ALL ON DATABASE {database} FROM {role}, PUBLIC"
    yield f"GRANT CONNECT ON DATABASE {database} TO {role}"
    yield f"REVOKE CREATE ON SCHEMA {schema} FROM {role}, PUBLIC"
    yield f"GRANT USAGE ON SCHEMA {schema} TO {role}"
    yield f"REVOKE ALL ON ALL TABLES IN SCHEMA {schema} FROM {role}, PUBLIC"
    yield f"GRANT {rows} ON ALL TABLES IN SCHEMA {schema} TO {role}"
    yield f"GRANT USAGE ON ALL SEQUENCES IN SCHEMA {schema} TO {role}"
    yield f"REVOKE UPDATE, DELETE ON {LINES} FROM {role}"
    yield f"REVOKE INSERT, UPDATE, DELETE ON {DONE} FROM {role}"
    yield f"{mine} GRANT {rows} ON TABLES TO {role}"
    yield f"{mine} GRANT USAGE ON SEQUENCES TO {role}"


def excess_rights(role: str) -> Sequence[str]:
    """Return the rights that the role should not have, granted elsewhere or to PUBLIC; empty if none."""
    with connection.cursor() as cursor:
        cursor.execute(MAY_NOT, {"role": role})
        return [found for (found,) in cursor.fetchall()]
