"""The picture that messengers show beside a link to us: `python -m tools.scripts.share_image` draws it again.

Drawn here, by the Chromium of the tests, since a messenger takes no SVG; the product serves the file.
"""

import sys

from playwright.sync_api import sync_playwright

from tests.servers.chromium import find_or_install
from tools.scripts.catalog import ROOT

PICTURE = ROOT / "static" / "icons" / "share.png"
WIDTH, HEIGHT = 1200, 630
CARD = (
    '<rect x="{x}" y="{y}" width="92" height="128" rx="12" fill="#fffdf7" stroke="#8a6414" stroke-width="3"/>'
)
SIGN = '<text x="{x}" y="{y}" font-size="62" text-anchor="middle" fill="{colour}">{sign}</text>'
SERIF = "'Palatino Linotype',Palatino,'URW Palladio L','Liberation Serif',Georgia,serif"
SIGNS = (("♥", "#a8231c"), ("♣", "#2a2119"), ("♦", "#a8231c"), ("♠", "#2a2119"))
FLAME = (
    "M32 11c3 8-9 11-9 22a9 9 0 0 0 18 0c0-4-2-6-2-10 6 4 10 9 10 16a17 17 0 0 1-34 0c0-13 14-17 17-28z",
    "M32 39c3 3 5 5 5 8a5 5 0 0 1-10 0c0-3 2-5 5-8z",
)


def pyramid() -> str:
    """Return SVG elements: cards in rows of one to four, as the realms of a formation lie."""
    parts = []
    for row in range(4):
        for place in range(row + 1):
            x, y = 900 - row * 52 + place * 104 - 46, 44 + row * 138
            sign, colour = SIGNS[(row + place) % 4]
            parts += [CARD.format(x=x, y=y), SIGN.format(x=x + 46, y=y + 86, colour=colour, sign=sign)]
    return "".join(parts)


def drawing() -> str:
    """Return the whole picture as SVG."""
    size = f'width="{WIDTH}" height="{HEIGHT}"'
    return f"""<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{SERIF}">
      <rect width="{WIDTH}" height="{HEIGHT}" fill="#143f30"/>
      <rect x="20" y="20" width="1160" height="590" rx="24" fill="#1d5a43" stroke="#e3b93f" stroke-width="3"/>
      {pyramid()}
      <g transform="translate(64 110) scale(3)">
        <rect x="9" y="4" width="46" height="56" rx="8" fill="#fffdf7"/>
        <path d="{FLAME[0]}" fill="#a8231c"/><path d="{FLAME[1]}" fill="#e3b93f"/></g>
      <text x="90" y="420" font-size="140" font-weight="700" fill="#fbf6e9">Chama</text>
      <text x="96" y="490" font-size="44" fill="#f3e3b8">♥ ♦ ♣ ♠</text></svg>"""


def main() -> int:
    """Rewrite `static/icons/share.png` by a Chromium, which is installed if there is none."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_or_install())
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        page.set_content(f"<!doctype html><style>body{{margin:0}}svg{{display:block}}</style>{drawing()}")
        page.screenshot(path=PICTURE)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
