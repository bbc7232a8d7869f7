"""Parts of a page that only the record decides: rendered once a version, in each language."""

from collections.abc import Hashable, Mapping, Sequence
from typing import cast

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.template.context import Context

from tournaments.matches.kept import OnceAVersion

register = template.Library()
_parts = OnceAVersion()


class OnceAVersionNode(template.Node):
    """Its content as it was first drawn for these variables, which are all that it knows of the page."""

    def __init__(
        self,
        nodelist: NodeList,
        place: tuple[Hashable, ...],
        which: Sequence[FilterExpression],
        names: Sequence[str],
    ) -> None:
        self.nodelist, self.place, self.which, self.names = nodelist, place, which, names

    def render(self, context: Context) -> str:
        """The content, at the version of the `tournament` of the page."""
        key = (*self.place, *(one.resolve(context) for one in self.which))
        known = {name: context.get(name) for name in self.names}
        return _parts.at(context["tournament"], key, lambda: _drawn(self.nodelist, context, known))


@register.tag
def once_a_version(parser: Parser, token: Token) -> OnceAVersionNode:
    """`{% once_a_version match.code may_judge with match %}…{% endonce_a_version %}`.

    What the record and its names decide; the values before `with` tell the parts of one place from each
    other. Inside, the `tournament` of the page has its value, and whatever is named whole before or after
    `with`: here `may_judge` and `match`. No other variable has one.
    """
    _, *words = token.split_contents()
    at = words.index("with") if "with" in words else len(words)
    which = [parser.compile_filter(word) for word in words[:at]]
    nodelist = parser.parse(("endonce_a_version",))
    parser.delete_first_token()
    place = (str(parser.origin), token.lineno, token.contents)
    names = {"tournament", *words[at + 1 :], *filter(str.isidentifier, words[:at])}
    return OnceAVersionNode(nodelist, place, which, sorted(names))


def _drawn(nodelist: NodeList, context: Context, known: Mapping[str, object]) -> str:
    """The content with nothing in it but what is known."""
    own = Context(dict(known))
    with own.bind_template(cast("template.Template", context.template)):
        return nodelist.render(own)
