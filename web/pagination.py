"""Pagination of long lists."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.db.models import Model, QuerySet
from django.http import HttpRequest

from core.text import number_in

Item = TypeVar("Item")
Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True, slots=True)
class Page(Generic[Item]):
    """One page of a list. `number` starts at 1, `last` is that of the last page: 1 for an empty list."""

    items: Sequence[Item]
    number: int
    last: int

    @property
    def previous(self) -> int | None:
        """Return the number of the page before; None on the first."""
        return self.number - 1 if self.number > 1 else None

    @property
    def following(self) -> int | None:
        """Return the number of the page after; None on the last."""
        return self.number + 1 if self.number < self.last else None


def query_without_page(request: HttpRequest, page: str) -> str:
    """Return the query string without the parameter that `page` names, for links to other pages of a list."""
    asked = request.GET.copy()
    asked.pop(page, None)
    return asked.urlencode()


def paginate(items: Sequence[Item], asked: str | None, size: int) -> Page[Item]:
    """Return the page of number `asked`, of `size` rows, or the nearest that exists.

    Page 1 for None and for any text but a number of at most five digits.
    """
    number, last = _numbers(len(items), asked, size)
    return Page(items[(number - 1) * size : number * size], number, last)


def paginate_query(rows: QuerySet[Row], asked: str | None, size: int) -> Page[Row]:
    """Return a page of a query as `paginate` does; count the rows, and read those of the page alone."""
    many = rows.count()
    number, last = _numbers(many, asked, size)
    return Page(list(rows[(number - 1) * size : number * size]) if many else [], number, last)


def _numbers(many: int, asked: str | None, size: int) -> tuple[int, int]:
    """Return the number of the page to show, and of the last one; `many` is the number of rows."""
    last = max(1, -(-many // size))
    return min(max(1, number_in(asked, 5) or 1), last), last


def chunks(items: Sequence[Item], size: int) -> list[Sequence[Item]]:
    """Return the list in pieces of `size` rows, the last one perhaps shorter; no piece of an empty list."""
    return [items[start : start + size] for start in range(0, len(items), size)]
