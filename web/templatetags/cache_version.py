"""`{% cache_version %}`: a fragment cache for parts of a page that depend only on the record."""

from collections.abc import Hashable, Mapping, Sequence
from typing import cast

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.template.context import Context

from tournaments.match_views.versioned_cache import VersionedCache, record_version

register = template.Library()
_parts = VersionedCache()


class CacheVersionNode(template.Node):
    """Content that is rendered once for each key, version and language, from the variables it names.

    `place` identifies the tag in its template; `which` are the expressions of the key.
    """

    def __init__(
        self,
        nodelist: NodeList,
        place: tuple[Hashable, ...],
        which: Sequence[FilterExpression],
        names: Sequence[str],
    ) -> None:
        self.nodelist, self.place, self.which, self.names = nodelist, place, which, names

    def render(self, context: Context) -> str:
        """Return the content for the version of the page's `tournament`, cached or rendered now."""
        key = (*self.place, *(one.resolve(context) for one in self.which))
        known = {name: context.get(name) for name in self.names}
        record = record_version(context["tournament"])
        return _parts.get(record, key, lambda: _render(self.nodelist, context, known))


@register.tag
def cache_version(parser: Parser, token: Token) -> CacheVersionNode:
    """Parse `{% cache_version match.code may_judge with match %}…{% endcache_version %}`.

    The values before `with` are the key. The content can use `tournament` and the variables that are named
    whole before or after `with`, here `may_judge` and `match`; no other variable has a value.
    """
    _, *words = token.split_contents()
    at = words.index("with") if "with" in words else len(words)
    which = [parser.compile_filter(word) for word in words[:at]]
    nodelist = parser.parse(("endcache_version",))
    parser.delete_first_token()
    place = (str(parser.origin), token.lineno, token.contents)
    names = {"tournament", *words[at + 1 :], *filter(str.isidentifier, words[:at])}
    return CacheVersionNode(nodelist, place, which, sorted(names))


def _render(nodelist: NodeList, context: Context, known: Mapping[str, object]) -> str:
    """Render the content with only these variables."""
    own = Context(dict(known))
    with own.bind_template(cast("template.Template", context.template)):
        return nodelist.render(own)
