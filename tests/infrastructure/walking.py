"""Every address that the product answers, and every form on its pages."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import quote

from django.urls import URLPattern, get_resolver
from django.urls.resolvers import RoutePattern

ARGUMENT = re.compile(r"<(?:\w+:)?(\w+)>")


def routes(patterns: list[Any] | None = None, before: str = "") -> Iterator[str]:
    """The route of every page and every API call, with its arguments in angle brackets."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        if not isinstance(pattern.pattern, RoutePattern) or str(pattern.pattern) == "admin/":
            continue
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield "/" + route
        else:
            yield from routes(pattern.url_patterns, route)


def arguments(route: str) -> list[str]:
    """The names of its arguments."""
    return ARGUMENT.findall(route)


def address(route: str, values: Mapping[str, str]) -> str:
    """The route with its arguments filled in."""
    return ARGUMENT.sub(lambda found: quote(values[found[1]], safe=""), route)


@dataclass
class Form:
    """A form that posts."""

    action: str
    fields: dict[str, str] = field(default_factory=dict)


class Forms(HTMLParser):
    """Collects the forms of a page that post."""

    def __init__(self, page: str, at: str) -> None:
        super().__init__()
        self.at, self.found = at, list[Form]()
        self.open: Form | None = None
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A form begins, or has a field."""
        told = {name: value or "" for name, value in attrs}
        if tag == "form" and told.get("method", "").lower() == "post":
            self.open = Form(told.get("action") or self.at)
            self.found.append(self.open)
        elif self.open and tag in {"input", "select", "textarea", "button"} and told.get("name"):
            self.open.fields.setdefault(told["name"], told.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        """A form ends."""
        if tag == "form":
            self.open = None
