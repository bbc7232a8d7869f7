"""Templates and static files: nothing inline, nothing from another host, nothing from somebody else."""

import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.template import engines

from tests.architecture import house
from tests.servers.process import ROOT

TAG = re.compile(r"{%.*?%}|{#.*?#}|{{.*?}}", re.DOTALL)
COMMENT = re.compile(r"{%\s*comment.*?endcomment\s*%}", re.DOTALL)
HOST = re.compile(r"""(?:https?:|["'(=]\s*)//([^/"'\s)]+)""")
WIDEST = 1000  # characters in a line: more is written by a machine
READABLE = 160  # characters in a line of a template
UNBREAKABLE = {"templates/record/record.html": 1}  # one command
SHORT = 6  # lines: a fragment with fewer belongs into the one page that includes it
NAMESPACES = {"www.w3.org"}  # names of XML vocabularies, fetched by nobody
TEMPLATES = house.files(".html", ".svg", within=("templates",))
SERVED = [*TEMPLATES, *house.files(".css", ".js", ".svg", ".webmanifest", within=("static",))]


class Inline(HTMLParser):
    """Collects what a strict content policy would not run."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.in_script = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note inline styles, handlers and scripts."""
        names = dict(attrs)
        self.in_script = tag == "script" and "src" not in names
        if tag == "style" or self.in_script:
            self.found.append(f"<{tag}>")
        self.found += [f"{name}=" for name in names if name == "style" or re.match(r"on|hx-on", name)]
        scripted = [value for value in names.values() if value and re.match(r"\s*(javascript|js):", value)]
        self.found += scripted


def inline_parts(template: str) -> list[str]:
    """What of a template is inline script or style."""
    parser = Inline()
    parser.feed(TAG.sub("", COMMENT.sub("", template)))
    return parser.found


def foreign_hosts(text: str) -> set[str]:
    """The hosts that a file names in addresses."""
    return {host for host in HOST.findall(text) if host not in NAMESPACES}


def test_nothing_in_a_template_is_inline() -> None:
    found = {house.name(path): inline_parts(path.read_text()) for path in TEMPLATES}
    assert {name: parts for name, parts in found.items() if parts} == {}


def test_nothing_served_names_another_host() -> None:
    found = {house.name(path): foreign_hosts(path.read_text()) for path in SERVED}
    assert {name: hosts for name, hosts in found.items() if hosts} == {}


@pytest.mark.parametrize("path", [path for path in TEMPLATES if path.suffix == ".html"], ids=house.name)
def test_a_template_compiles(path: Path) -> None:
    """A tag that goes over two lines does not; the server compiles all of them before it starts."""
    engines["django"].from_string(path.read_text())


def test_templates_can_be_reviewed() -> None:
    pages = [path for path in TEMPLATES if path.suffix == ".html"]
    long = {house.name(path): [len(row) for row in path.read_text().splitlines()] for path in pages}
    found = {name: sum(1 for length in rows if length > READABLE) for name, rows in long.items()}
    assert {name: many for name, many in found.items() if many} == UNBREAKABLE


def test_a_short_fragment_is_included_more_than_once() -> None:
    """Or a view answers with it alone."""
    texts = [path.read_text() for path in (*TEMPLATES, *house.files(".py", within=("web",)))]
    short = [path for path in TEMPLATES if path.stem[0] == "_" and path.read_text().count("\n") < SHORT]
    named = {path.relative_to(ROOT / "templates").as_posix() for path in short}
    rendered = {name for name in named if any(f'"{name}"' in text for text in texts[len(TEMPLATES) :])}
    included = Counter(name for name in named for text in texts for _ in range(text.count(f'"{name}"')))
    assert {name for name in named - rendered if included[name] < 2} == set()


def test_nothing_served_is_built_or_minified() -> None:
    longest = {house.name(path): max(map(len, path.read_text().splitlines()), default=0) for path in SERVED}
    assert {name: length for name, length in longest.items() if length > WIDEST or ".min." in name} == {}


@pytest.mark.parametrize(
    "template",
    [
        "<p style='color: red'>",
        '<button {% if a > b %}disabled{% endif %} onclick="go()">',
        "<script>alert(1)</script>",
        "<style>p {}</style>",
        '<a href="javascript:go()">',
        '<div hx-on:click="go()">',
        "<div hx-vals='js:{a: 1}'>",
    ],
)
def test_inline_parts_are_seen(template: str) -> None:
    assert inline_parts(template) != []


def test_what_is_allowed_is_not_reported() -> None:
    assert (
        inline_parts('<script src="{% static "js/htmx.js" %}" defer></script><p class="on">{# style= #}')
        == []
    )
    assert foreign_hosts('<svg xmlns="http://www.w3.org/2000/svg"><a href="/mesas/">//') == set()
    for text in ('src="//cdn.example/x.js"', "url(https://cdn.example/x)", "fetch('http://cdn.example/')"):
        assert foreign_hosts(text) == {"cdn.example"}
