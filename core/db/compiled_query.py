"""Querysets compiled once a process: later calls change only the values.

Django builds the SQL of a query for each call; for a join of several models that costs more than the
database takes to answer. Use this for what every request of a judge reads (account, role, match) and for the
rounds of a bracket; a plain queryset anywhere else (ADR 0099).

Tested with Django 5.2 to 6.1 (`core.deployment`): names of its compiler are private and may change.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection
from django.db.models import AutoField, BigAutoField, BooleanField, CharField, Model, QuerySet, TextField
from django.db.models.query import get_related_populators

from core.errors import Impossible

Row = TypeVar("Row", bound=Model)
Value = int | str
Converter = Callable[[Any, Any, Any], Any]
FIRST_SLOT = 1_900_000_000
AT_ONCE = 16  # rows; each number of rows is a statement of its own that stays compiled
NONE = type(None)
AS_THEY_ARE = {
    (CharField, TextField): {str, NONE},
    (BooleanField,): {bool, NONE},
    (AutoField, BigAutoField): {int, NONE},
}
"""Field types, and the value types of each that every database accepts without conversion."""


class CompiledSQL(NamedTuple):
    """The SQL of a query with its parameters; `slots` maps each placeholder among them to a value's index.

    A value is an argument of the call. `converters` has an entry for each column that needs some: its index,
    the functions, the expression. `width` is the number of selected columns. `maker` is None for
    `values_list`.
    """

    sql: str
    params: Sequence[Any]
    slots: Mapping[Any, int]
    converters: Sequence[tuple[int, Sequence[Converter], Any]]
    width: int
    maker: "RowMaker | None"

    def params_for(self, values: Sequence[Value]) -> tuple[Any, ...]:
        """Return the parameters with the values in place of their placeholders.

        Each value gets the type that the database's adapter gave its placeholder.
        """
        slots = self.slots
        return tuple(type(param)(values[slots[param]]) if param in slots else param for param in self.params)

    def fetch_rows(self, values: Sequence[Value]) -> Sequence[Sequence[Any]]:
        """Run the SQL and return its rows, each column converted as its field requires."""
        with connection.cursor() as cursor:
            cursor.execute(self.sql, self.params_for(values))
            found: list[Sequence[Any]] = cursor.fetchall()
        return [self._convert(row) for row in found] if self.converters else found

    def _convert(self, given: Sequence[Any]) -> Sequence[Any]:
        """Return the row with the converters of its columns applied."""
        row = list(given)
        for at, converters, expression in self.converters:
            for convert in converters:
                row[at] = convert(row[at], expression, connection)
        return row


class RowMaker(NamedTuple):
    """Builds models from rows, with related models (`select_related`) and annotations."""

    model: Any
    names: Sequence[str]
    columns: slice
    related: Sequence[Any]
    annotated: Sequence[tuple[str, int]]
    more: Mapping[str, Any]
    """Since Django 6.1: how deferred fields are fetched."""

    @classmethod
    def for_query(cls, queryset: QuerySet[Any], compiler: Any) -> "RowMaker":
        """Build a maker for the rows of this query."""
        info = compiler.klass_info
        more = {"fetch_mode": queryset._fetch_mode} if hasattr(queryset, "_fetch_mode") else {}
        columns = slice(info["select_fields"][0], info["select_fields"][-1] + 1)
        names = [column.target.attname for column, *_ in compiler.select[columns]]
        related = get_related_populators(info, compiler.select, DEFAULT_DB_ALIAS, *more.values())
        return cls(info["model"], names, columns, related, [*compiler.annotation_col_map.items()], more)

    def model_of(self, row: Sequence[Any]) -> Any:
        """Return the model of a row, which is as if loaded by a queryset."""
        found = self.model.from_db(DEFAULT_DB_ALIAS, self.names, row[self.columns], **self.more)
        for one in self.related:
            one.populate(row, found)
        for name, at in self.annotated:
            setattr(found, name, row[at])
        return found


class CompiledStatements:
    """The compiled statements of a query: one for each database vendor, number of values and their types."""

    def __init__(self, build: Callable[..., QuerySet[Any, Any]]) -> None:
        self.build = build
        self._compiled: dict[tuple[object, ...], CompiledSQL] = {}

    def statement_for(self, values: Sequence[Value]) -> CompiledSQL:
        """Return the statement for this number and these types of values, compiled once.

        Raise `Impossible` if a value does not become a parameter of its own.
        """
        kinds = (connection.vendor, *map(type, values))
        return self._compiled.get(kinds) or self._compiled.setdefault(kinds, self._compile(values))

    def _compile(self, values: Sequence[Value]) -> CompiledSQL:
        """Compile the statement, with a placeholder for each value.

        Raise `Impossible` if a value does not become a parameter of its own.
        """
        given = [_placeholder(number, value) for number, value in enumerate(values)]
        slots = {slot: number for number, slot in enumerate(given)}
        queryset = self.build(*given)
        compiler = queryset.query.get_compiler(using=queryset.db)
        sql, params = compiler.as_sql()
        if not slots.keys() <= set(params):
            raise Impossible("a value that is no parameter as it is: of another type than its column, say")
        found = compiler.get_converters([column for column, *_ in compiler.select])
        converters = [(at, tuple(several), column) for at, (several, column) in found.items()]
        maker = RowMaker.for_query(queryset, compiler) if compiler.klass_info else None
        return CompiledSQL(sql, params, slots, converters, len(compiler.select), maker)


class CompiledQuery(Generic[Row]):
    """A query for models with open values, compiled once for each kind of database.

    `build` makes the queryset. The values, whole numbers or text, may only stand where a parameter does, as
    in a filter by equality.
    """

    def __init__(self, build: Callable[..., QuerySet[Row]]) -> None:
        self._statements = CompiledStatements(build)

    def __call__(self, *values: Value) -> list[Row]:
        """Return the rows that `build` finds for these values. Raise `Impossible` if it lists columns."""
        statement = self._statements.statement_for(values)
        if statement.maker is None:
            raise Impossible("columns are listed by `CompiledRows`")
        return [statement.maker.model_of(row) for row in statement.fetch_rows(values)]

    def first(self, *values: Value) -> Row | None:
        """Fetch all rows for these values, and return the first; None if there is none."""
        return next(iter(self(*values)), None)


class CompiledRows:
    """A compiled query for the columns that `build` lists (`values_list`): a tuple for each row."""

    def __init__(self, build: Callable[..., QuerySet[Any, Any]]) -> None:
        self._statements = CompiledStatements(build)

    def __call__(self, *values: Value) -> list[tuple[Any, ...]]:
        """Return the tuples that the queryset of `build` lists for these values."""
        statement = self._statements.statement_for(values)
        return [tuple(row[: statement.width]) for row in statement.fetch_rows(values)]


def _placeholder(number: int, value: Value) -> Value:
    """Return a stand-in of the value's type, by which its parameter is found in the compiled SQL.

    It must not occur in the queryset itself.
    """
    return FIRST_SLOT + number if isinstance(value, int) else f"<value {number}>"


class StoredColumn:
    """One column of a model, whose values are read from rows as the database accepts them."""

    def __init__(self, field: Any) -> None:
        self._field, self._name = field, field.attname
        target = field.target_field if field.is_relation else field
        self._plain = next(
            (types for kinds, types in AS_THEY_ARE.items() if isinstance(target, kinds)), set()
        )

    def value_of(self, row: Model) -> Any:
        """Return the row's value as the database driver takes it."""
        value = getattr(row, self._name)
        return value if type(value) in self._plain else self._field.get_db_prep_save(value, connection)


def add_rows(rows: Sequence[Model]) -> None:
    """Insert rows of one model and set their keys; no signals are sent. Do nothing without rows.

    Up to 16 rows (`AT_ONCE`) take one compiled statement, more take `bulk_create`. The compiled one calls no
    `pre_save`: it is for no model with `FoldedField` or `auto_now`.
    """
    if len(rows) > AT_ONCE:
        type(rows[0])._base_manager.bulk_create(rows)
    elif rows:
        sql, columns, key = _insert_statement(type(rows[0]), len(rows))
        with connection.cursor() as cursor:
            cursor.execute(sql, [column.value_of(row) for row in rows for column in columns])
            for row, (given,) in zip(rows, cursor.fetchall(), strict=True):
                setattr(row, key, given)
                row._state.adding, row._state.db = False, connection.alias


@cache
def _insert_statement(model: type[Model], number: int) -> tuple[str, list[StoredColumn], str]:
    """Return the statement without its values, the columns in order, and the attribute name of the key."""
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    key: Any = model._meta.pk
    table, own, *columns = _quoted(model, key, *fields)
    values = ", ".join([f"({', '.join(['%s'] * len(fields))})"] * number)
    return (
        f"INSERT INTO {table} ({', '.join(columns)}) VALUES {values} RETURNING {own}",  # noqa: S608  # names, no values
        [StoredColumn(field) for field in fields],
        key.attname,
    )


def save_rows(rows: Sequence[Model], *names: str) -> None:
    """Update the fields `names` of rows of one model, without signals or `pre_save`; do nothing without rows.

    Raise `DatabaseError` if a row no longer exists; the others are updated, unless a transaction rolls back.
    """
    if not rows:
        return
    sql, columns = _update_statement(type(rows[0]), names)
    values = [[column.value_of(row) for column in columns] for row in rows]
    with connection.cursor() as cursor:
        if len(rows) == 1:
            cursor.execute(sql, values[0])
        else:
            cursor.executemany(sql, values)
        if cursor.rowcount != len(rows):
            raise DatabaseError(f"{cursor.rowcount} of {len(rows)} rows were there to be updated")


def _quoted(model: type[Model], *fields: Any) -> list[str]:
    """Return the quoted name of the table, then those of these fields' columns."""
    names = (model._meta.db_table, *(field.column for field in fields))
    return [connection.ops.quote_name(name) for name in names]


@cache
def _update_statement(model: type[Model], names: tuple[str, ...]) -> tuple[str, list[StoredColumn]]:
    """Return the statement without its values, and the columns in order; the last is the key."""
    fields: list[object] = [*map(model._meta.get_field, names), model._meta.pk]
    table, *columns, key = _quoted(model, *fields)
    changes = ", ".join(f"{column} = %s" for column in columns)
    sql = f"UPDATE {table} SET {changes} WHERE {key} = %s"  # noqa: S608  # names, no values
    return sql, [StoredColumn(field) for field in fields]
