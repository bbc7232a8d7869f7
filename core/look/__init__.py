"""The product's look: the suits, and the path of the display font that set-up writes."""

from pathlib import Path

FACE = Path(__file__).resolve().parents[2] / "static" / "fonts" / "display.woff"
