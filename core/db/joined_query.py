"""Two kept statements as one, where no relation of their models leads from the one to the other."""

from collections.abc import Iterator, Sequence
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import Model

from core.db.compiled_query import CompiledQuery, CompiledSQL, Value
from core.errors import Impossible

One = TypeVar("One", bound=Model)
Other = TypeVar("Other", bound=Model)
FROM, WHERE, JOIN = " FROM ", " WHERE ", " LEFT OUTER JOIN "


class JoinedQuery(Generic[One, Other]):
    """What `one` finds, each row beside the one of `other` that belongs to it, or None.

    `way` are the tables in between and `on` is what leads to that of `other`, as SQL for a LEFT JOIN. Of
    `other` its values and conditions do not count, only which columns it reads from where.
    """

    def __init__(self, one: CompiledQuery[One], other: CompiledQuery[Other], *, way: str, on: str) -> None:
        self._one, self._other, self._way, self._on = one, other, way, on
        self._texts: dict[str, str] = {}

    def first(self, *values: Value) -> tuple[One, Other | None] | None:
        """The first pair for the values of `one`."""
        return next(self._found(self._one.text.of(values), self._other.text.of((0,)), values), None)

    def _found(
        self, one: CompiledSQL, other: CompiledSQL, values: Sequence[Value]
    ) -> Iterator[tuple[One, Other | None]]:
        kind = connection.vendor
        sql = self._texts.get(kind) or self._texts.setdefault(kind, self._joined(one.sql, other.sql))
        for row in one.answers(sql, values):
            yield one.made(row[: one.width]), self._beside(other, row[one.width :])

    def _beside(self, other: CompiledSQL, row: Sequence[Any]) -> Other | None:
        """The row of `other`, whose key comes first; where there is none each column is null."""
        found: Other | None = None if row[0] is None else other.made(row)
        return found

    def _joined(self, one: str, other: str) -> str:
        columns, _, rest = one.partition(FROM)
        table, _, where = rest.partition(WHERE)
        more, _, joined = other.removeprefix("SELECT ").partition(WHERE)[0].partition(FROM)
        its, *onward = joined.split(JOIN)
        if not where or JOIN in table or "%s" in more + joined:
            raise Impossible("statements that are not put together so")
        ways = JOIN.join(("", *onward))
        return (
            f"{columns}, {more}{FROM}{table}{JOIN}{self._way}{JOIN}{its} ON ({self._on}){ways}{WHERE}{where}"
        )
