"""Text that people write about a type, as HTML: paragraphs, emphasis, lists, quotations, and nothing else.

No raw HTML, headings, links or pictures: such text is shown as it was typed.
"""

from markdown_it import MarkdownIt

_ALLOWED = ["emphasis", "list", "blockquote", "newline", "escape"]
MARKDOWN = MarkdownIt("zero", {"html": False, "breaks": True}).enable(_ALLOWED)


def as_html(text: str) -> str:
    """Return the text as HTML that is safe to show to anybody; raw HTML in it is shown as typed."""
    return str(MARKDOWN.render(text))
