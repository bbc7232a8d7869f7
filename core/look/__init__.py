"""Our look: the suits, and where set-up puts the display font."""

from pathlib import Path

FACE = Path(__file__).resolve().parents[2] / "static" / "fonts" / "display.woff"
