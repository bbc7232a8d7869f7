"""What of a page is the same for everybody, in each language: drawn once a process."""

from typing import cast

from django import template
from django.template.base import NodeList, Parser, Token
from django.template.context import Context
from django.utils.translation import get_language

register = template.Library()


class OnceNode(template.Node):
    """Its content as it was first drawn in this language; of a page it knows nothing."""

    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist
        self._drawn: dict[str | None, str] = {}

    def render(self, context: Context) -> str:
        """The content, drawn with nothing in it that a view, a reader or a request could bring."""
        language = get_language()
        drawn = self._drawn.get(language)
        if drawn is None:
            nothing = Context()
            with nothing.bind_template(cast("template.Template", context.template)):
                drawn = self._drawn[language] = self.nodelist.render(nothing)
        return drawn


@register.tag
def once(parser: Parser, token: Token) -> OnceNode:
    """`{% once %}…{% endonce %}`: addresses, files, words; no variable of the page has a value there."""
    nodelist = parser.parse(("endonce",))
    parser.delete_first_token()
    return OnceNode(nodelist)
