"""QR codes as SVG: of addresses of this site, and of set-up codes for authenticator apps."""

import segno
from django.utils.safestring import SafeString, mark_safe

SVG = "http://www.w3.org/2000/svg"


def image(address: str) -> SafeString:
    """Return the address's QR code as the text of an SVG file, large enough to be read from a screen."""
    drawn = segno.make(address, error="m", micro=False).svg_inline(scale=4, light="#fff")
    return mark_safe(drawn.replace("<svg", f'<svg xmlns="{SVG}"', 1))  # noqa: S308 - drawn here


def inline(address: str) -> SafeString:
    """Return the address's QR code as inline SVG, without its own size, for a page that may be printed."""
    code = segno.make(address, error="m", micro=False)
    drawn = code.svg_inline(scale=4, border=4, dark="#000", light="#fff", omitsize=True)
    return mark_safe(drawn)  # noqa: S308 - drawn here from an address of ours
