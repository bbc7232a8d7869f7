"""Pages of lists: limited in size, 404 beyond the end."""

from collections.abc import Callable, Collection, Sequence
from typing import Any, TypeVar, cast

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request

from api.field_docs import doc
from api.strict import StrictFields

Item = TypeVar("Item")


class Pages(PageNumberPagination):
    """Paginator: `?page=2&page_size=50`, 100 a page by default and 500 at most; 404 beyond the last."""

    page_size_query_param = "page_size"
    max_page_size = 500


@extend_schema_field({"type": "integer", "minimum": 1})
class PageNumber(serializers.CharField):
    """A number from 1, as text, since the paginator takes any text.

    It answers any other `page` but `last` with 404, and ignores any other `page_size`.
    """


class PageQuery(StrictFields):
    """Query parameters of every list with pages."""

    page = PageNumber(required=False, max_length=20, **doc("Which page, from 1; 404 beyond the last.", 1))
    page_size = PageNumber(
        required=False, max_length=20, **doc("Items per page: 100 by default, 500 at most.", 100)
    )


def paginate(
    request: Request,
    things: Collection[Item],
    serialize_page: Callable[[list[Item]], Sequence[object]],
) -> dict[str, object]:
    """Return `count`, `next`, `previous` and `results` of the page that the query asks for.

    `serialize_page` gets the things of this page only and returns them as JSON values. Raise `NotFound` (404)
    for a page that does not exist.
    """
    pages = Pages()
    page = pages.paginate_queryset(cast("Sequence[Item]", things), request)  # a query counts as one
    response = pages.get_paginated_response(serialize_page(page or []))
    return dict(response.data)


def page_serializer(serializer: type[serializers.BaseSerializer[Any]]) -> type[serializers.Serializer[Any]]:
    """Return the serializer class of a page of such objects, for the description; `paginate` makes pages."""
    fields = {
        "count": serializers.IntegerField(**doc("How many there are on all pages together.", 9)),
        "next": serializers.URLField(
            allow_null=True, **doc("The address of the next page; null on the last.")
        ),
        "previous": serializers.URLField(
            allow_null=True, **doc("The address of the page before; null on the first.")
        ),
        "results": serializer(many=True, **doc("Those of this page.")),
        "__doc__": "One page.",
    }
    return type(
        f"{serializer.__name__.removesuffix('Serializer')}PageSerializer", (serializers.Serializer,), fields
    )
