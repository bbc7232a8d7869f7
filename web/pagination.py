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
    """One page of a list; numbers start at 1."""

    items: Sequence[Item]
    number: int
    last: int

    @property
    def previous(self) -> int | None:
        """Return the number of the page before, if there is one."""
        return self.number - 1 if self.number > 1 else None

    @property
    def following(self) -> int | None:
        """Return the number of the page after, if there is one."""
        return self.number + 1 if self.number < self.last else None


def query_without_page(request: HttpRequest, page: str) -> str:
    """Return the query string without the page number, for links to other pages."""
    asked = request.GET.copy()
    asked.pop(page, None)
    return asked.urlencode()


def paginate(items: Sequence[Item], asked: str | None, size: int) -> Page[Item]:
    """Return the requested page, or the nearest one that exists."""
    number, last = _numbers(len(items), asked, size)
    return Page(items[(number - 1) * size : number * size], number, last)


def paginate_query(rows: QuerySet[Row], asked: str | None, size: int) -> Page[Row]:
    """Return the requested page of a query; no other rows are read."""
    many = rows.count()
    number, last = _numbers(many, asked, size)
    return Page(list(rows[(number - 1) * size : number * size]) if many else [], number, last)


def _numbers(many: int, asked: str | None, size: int) -> tuple[int, int]:
    """Return the number of the requested page, and of the last one."""
    last = max(1, -(-many // size))
    return min(max(1, number_in(asked, 5) or 1), last), last


def chunks(items: Sequence[Item], size: int) -> list[Sequence[Item]]:
    """Split the list into pieces of at most `size`."""
    return [items[start : start + size] for start in range(0, len(items), size)]
