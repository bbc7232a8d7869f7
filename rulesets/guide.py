"""The guide to the rules: the chapters of a game in one language, as titles, HTML and plain text.

A chapter is one Markdown file of a game's texts (`rulesets/games/<game>/texts/<language>/<key>.md`), raw HTML
off. Chapters in `rulesets/texts/` belong to every game. Every heading has an anchor of its own in the guide.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import PurePosixPath

from django.utils.text import slugify
from markdown_it import MarkdownIt
from markdown_it.token import Token

from rulesets.editions import LANGUAGES, texts_of
from rulesets.registry import GAMES, game_of

BEFORE = ("overview",)
AFTER = (
    "timed-matches",
    "points",
    "tournament",
    "house-interpretations",
    "house-interpretations-any",
    "glossary",
)
HOUSE_MARKS = {"pt-br": "(casa)", "en": "(house)"}
"""What stands in the texts behind each decision of our own."""
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading inside a chapter, below its title."""

    anchor: str
    text: str
    level: int


@dataclass(frozen=True, slots=True)
class Part:
    """The text under one heading, without marks: what a search looks through and shows."""

    heading: Heading
    plain: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """One chapter: `html` is its body without the title, headings one level lower than in the file."""

    key: str
    language: str
    title: str
    anchor: str
    html: str
    headings: tuple[Heading, ...]
    parts: tuple[Part, ...]

    @property
    def house_mark(self) -> str:
        """Return the mark of house interpretations if the chapter has one, else empty."""
        mark = HOUSE_MARKS[self.language]
        return (
            mark if any(mark in text for text in (self.html, *(head.text for head in self.headings))) else ""
        )


def language_of(code: str | None) -> str:
    """Return the language of the rule texts for a reader of `code`: `en` or `pt-br`, else `pt-br`."""
    return code if code in LANGUAGES else "pt-br"


@cache
def chapters(game_key: str, language: str) -> tuple[Chapter, ...]:
    """Return all chapters of a game, in reading order; read once a process. () in a language without texts.

    Raise `Refused` `unknown_game`.
    """
    return chapters_from(texts_of(game_key), game_key, language)


def chapters_from(texts: Mapping[str, str], game_key: str, language: str) -> tuple[Chapter, ...]:
    """Return the chapters of any edition, in reading order; `texts` by path, as from `editions.texts_of`.

    () in a language without texts. Raise `Refused` `unknown_game`.
    """
    game_of(game_key)
    paths = {name: PurePosixPath(name) for name in texts}
    found = {path.stem: texts[name] for name, path in paths.items() if path.parts[0] == language}
    return tuple(_parse_chapter(key, language, found[key]) for key in _sort_in_reading_order(game_key, found))


def chapter(game_key: str, key: str, language: str) -> Chapter | None:
    """Return one chapter of a game, or None if there is none of that key. Raise `Refused` `unknown_game`."""
    return next((found for found in chapters(game_key, language) if found.key == key), None)


def _sort_in_reading_order(game_key: str, keys: Iterable[str]) -> list[str]:
    """Return the keys of chapters in reading order."""
    game = GAMES[game_key]
    chosen = [*(kind.key for kind in game.kinds), *(variant.key for variant in game.variants)]
    order = [*BEFORE, *game.words.chapters, *chosen, *AFTER]
    return sorted(keys, key=lambda key: (order.index(key) if key in order else len(order), key))


def _parse_chapter(key: str, language: str, text: str) -> Chapter:
    """Return a chapter from its Markdown: the first heading is the title."""
    tokens = MARKDOWN.parse(text)
    title, body = tokens[1].content, tokens[3:]
    headings = tuple(_anchor_headings(key, body))
    _anchor_items(body)
    return Chapter(
        key=key,
        language=language,
        title=title,
        anchor=key,
        html=str(MARKDOWN.renderer.render(body, MARKDOWN.options, {})),
        headings=headings,
        parts=tuple(_parts_by_heading(Heading(key, title, 1), headings, body)),
    )


def _anchor_headings(key: str, tokens: Sequence[Token]) -> Iterator[Heading]:
    """Give each heading in the tokens an id and the next lower level; yield the headings as they are then."""
    seen: set[str] = set()
    for place, token in enumerate(tokens):
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1]) + 1, 6)}"
        if token.type == "heading_open":
            text = _plain(tokens[place + 1])
            anchor = _claim_anchor(f"{key}-{slugify(text)}", seen)
            token.attrSet("id", anchor)
            yield Heading(anchor, text, int(token.tag[1]))


def _anchor_items(tokens: Sequence[Token]) -> None:
    """Give each list item that begins with a code span that text as its id, so that pages can link to it."""
    for place, token in enumerate(tokens):
        if token.type == "list_item_open":
            first = next(iter(tokens[place + 2].children or ()), None)
            if first is not None and first.type == "code_inline":
                token.attrSet("id", first.content)


def _claim_anchor(anchor: str, seen: set[str]) -> str:
    """Return the anchor, with a number if it is taken on this page, and add it to `seen`."""
    found, number = anchor, 2
    while found in seen:
        found, number = f"{anchor}-{number}", number + 1
    seen.add(found)
    return found


def _parts_by_heading(title: Heading, headings: Sequence[Heading], tokens: Sequence[Token]) -> Iterator[Part]:
    """Yield the text under the title, then under each heading, in order; empty text where there is none."""
    left = iter(headings)
    heading, said = title, list[str]()
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            yield Part(heading, " ".join(said))
            heading, said = next(left), []
        elif token.type == "inline" and tokens[place - 1].type != "heading_open":
            said.append(_plain(token))
    yield Part(heading, " ".join(said))


def _plain(token: Token) -> str:
    """Return the text of a token without marks."""
    return "".join(" " if child.type.endswith("break") else child.content for child in token.children or ())
