"""Pages of a PDF file, for black-and-white printers.

Pure, and run in a child process: the library takes 46 MB. Lengths are pixels of `share.layout.A4` (150 an
inch), which `MM` converts to millimetres.
"""

from importlib.resources import as_file, files

import segno
from fpdf import FPDF

from core.look import FACE
from core.look.suits import SIGNS
from tournaments.share.fonts import (
    BOLD,
    IDEOGRAPHS,
    NAMES,
    ONLY_WEIGHT,
    REGULAR,
    TextRun,
    sans,
    split_by_font,
)
from tournaments.share.layout import A4, fit_title, fitting_size, line_step

MM, POINT = 25.4 / 150, 72 / 150  # of a pixel
STYLES = {REGULAR: "", BOLD: "B"}


class PdfPages(FPDF):
    """Pages of `width` × `height` pixels. `enlarged`: the factor of their size on paper."""

    def __init__(self, width: int = A4.width, height: int = A4.height, *, enlarged: float = 1) -> None:
        self.width, self.height, self.unit = width, height, MM * enlarged
        super().__init__(format=(width * self.unit, height * self.unit))
        self.point = POINT * enlarged
        self.set_auto_page_break(False)
        for weight, style in STYLES.items():
            self._add_font_file("sans", style, NAMES, weight)
        self.add_font("suits", "", FACE)

    def write_at(self, x: float, base: float, text: str, size: int, weight: str = REGULAR) -> None:
        """Write a line whose letters stand on `base`."""
        for run in split_by_font(text):
            self._set_face(run, size, weight)
            self.text(x * self.unit, base * self.unit, run.text)
            x += sans(size, weight).face(run).getlength(run.text)

    def _set_face(self, run: TextRun, size: int, weight: str) -> None:
        """Select the font for a part of a line; the fallback's file is read when it is needed first."""
        if not run.is_fallback:
            self.set_font("sans", STYLES[weight], size * self.point)
            return
        if "fallback" not in self.fonts:
            self._add_font_file("fallback", "", IDEOGRAPHS, ONLY_WEIGHT)
        self.set_font("fallback", "", size * self.point)

    def _add_font_file(self, family: str, style: str, package: str, file: str) -> None:
        """Read the font in this file of an installed package."""
        with as_file(files(package).joinpath(file)) as face:
            self.add_font(family, style, face)

    def write_right(self, right: float, base: float, text: str, size: int, weight: str = REGULAR) -> None:
        """Write a line that ends at `right`."""
        self.write_at(right - sans(size, weight).getlength(text), base, text, size, weight)

    def write_suit(self, x: float, base: float, suit: str, size: int) -> None:
        """Draw a suit (its name) as tall as a capital letter of `size`, on `base`."""
        self.set_font("suits", "", size * self.point)
        self.text(x * self.unit, base * self.unit, SIGNS[suit])

    def draw_rule(
        self, left: float, y: float, right: float, *, dashed: bool = False, thin: bool = False
    ) -> None:
        """Draw a horizontal line."""
        self.set_line_width(0.08 if thin else 0.2)
        self.set_dash_pattern(dash=2, gap=2) if dashed else self.set_dash_pattern()
        self.line(left * self.unit, y * self.unit, right * self.unit, y * self.unit)

    def draw_upright(self, x: float, top: float, bottom: float) -> None:
        """Draw a vertical line, as thick as the last line before it."""
        self.line(x * self.unit, top * self.unit, x * self.unit, bottom * self.unit)

    def draw_box(self, left: float, top: float, width: float, height: float) -> None:
        """Draw an empty box."""
        self.set_line_width(0.2)
        self.set_dash_pattern()
        self.rect(left * self.unit, top * self.unit, width * self.unit, height * self.unit)

    def draw_cross(self, left: float, top: float, side: float) -> None:
        """Draw a cross inside a box of this side."""
        near, far = left + side * 0.2, left + side * 0.8
        high, low = top + side * 0.2, top + side * 0.8
        for begin, end in (((near, high), (far, low)), ((near, low), (far, high))):
            self.line(*(length * self.unit for length in (*begin, *end)))

    def draw_code(self, address: str, left: float, top: float, side: float) -> None:
        """Draw the QR code of an address in a square of `side`, its quiet zone included."""
        rows = [list(row) for row in segno.make(address, error="m", micro=False).matrix_iter(border=2)]
        dot = side / len(rows)
        self.set_fill_color(0)
        for y, row in enumerate(rows):
            for x, is_dark in enumerate(row):
                if is_dark:
                    self.rect(
                        (left + x * dot) * self.unit,
                        (top + y * dot) * self.unit,
                        dot * self.unit,
                        dot * self.unit,
                        "F",
                    )

    def write_head(self, title: str, heading: str) -> None:
        """Write the title and the heading on top of a page, with a rule below."""
        inside = self.width - 2 * A4.margin
        size, lines = fit_title(title, A4, inside, 76)
        for number, line in enumerate(lines, 1):
            self.write_at(A4.margin, 50 + number * line_step(size), line, size)
        self.write_at(A4.margin, A4.head - 40, heading, fitting_size(heading, 56, inside, BOLD), BOLD)
        self.draw_rule(A4.margin, A4.head - 20, self.width - A4.margin)

    def write_foot(self, footer: str, number: int, total: int) -> None:
        """Write the last line, and, of several pages, the page's number with the total."""
        base = self.height - 60
        self.write_at(
            A4.margin, base, footer, fitting_size(footer, A4.least, self.width - 2 * A4.margin - 140)
        )
        if total > 1:
            self.write_right(self.width - A4.margin, base, f"{number}/{total}", A4.least, BOLD)
