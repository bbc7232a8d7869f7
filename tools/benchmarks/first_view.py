"""What a browser that was never here takes for one page: its bytes, and those of all that it asks for."""

import re
from collections.abc import Callable, Iterator
from urllib.parse import urljoin, urlsplit

Fetch = Callable[[str], tuple[bytes, bytes]]
"""An address under the site, to the bytes over the wire and the same unpacked."""

ASKED = re.compile(rb'<(?:script|img)[^>]*\ssrc="([^"]+)"|<link[^>]*\shref="([^"]+)"')
IN_STYLES = re.compile(rb"""url\(["']?([^"')]+)["']?\)|@import\s+["']([^"']+)["']""")
IN_SCRIPTS = re.compile(rb"""(?:from|import)\s*["'](\.{1,2}/[^"']+)["']""")
FOR_DEVICES = (b"apple-touch-icon", b"manifest")
"""Links that only a device which installs the page follows."""


def first_view(path: str, fetch: Fetch) -> int:
    """Bytes over the wire, without headers; each file is fetched once."""
    seen: set[str] = set()
    waiting, total = [path], 0
    while waiting:
        address = waiting.pop()
        if address in seen:
            continue
        seen.add(address)
        wire, content = fetch(address)
        total += len(wire)
        waiting += [urljoin(address, one) for one in _asked_by(address, content)]
    return total


def _asked_by(address: str, content: bytes) -> Iterator[str]:
    """Return the addresses that a file makes the browser request."""
    path = urlsplit(address).path
    pattern = IN_STYLES if path.endswith(".css") else IN_SCRIPTS if path.endswith(".js") else ASKED
    if "." in path.rsplit("/", 1)[-1] and pattern is ASKED:
        return  # a picture or a font asks for nothing
    for found in pattern.finditer(content):
        one = next(filter(None, found.groups()), b"").decode()
        if one and not one.startswith("data:") and not any(word in found[0] for word in FOR_DEVICES):
            yield one
