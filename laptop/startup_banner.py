"""The text that `serve` prints when it listens: addresses, QR code, backups."""

import os
import textwrap
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import segno
from django.conf import settings
from django.urls import reverse

from core.db import storage
from core.http.lan_address import (
    authority_fingerprint,
    base_url,
    certified,
    https_base_url,
    is_everywhere,
    is_for_others,
    lan_addresses,
    listen_address,
    serves_https,
)
from core.terminal import spoken
from laptop.backups import is_on_same_disk
from simulation import demo

PARTS = {"ana": "organizes and coordinates", "bruno": "judges", "caio": "plays"}
WHITE_ON_BLACK, PLAIN = ("\033[97;40m", "\033[0m") if os.name == "posix" else ("", "")


def startup_banner(
    host: str, port: int, *, with_demo: bool, terminal: str, backups: Path | None = None
) -> str:
    """Return the lines to print, indented; with a QR code if `terminal`, its encoding, can show one.

    `terminal` is "" if the output is none. `backups`: their folder, None if none are made.
    """
    lines = [
        *_address_lines(host, port, terminal),
        *_https_lines(host, port, terminal),
        spoken("All data are in {folder}", folder=settings.DATA_DIR),
    ]
    lines += _backup_lines(backups, is_needed=is_for_others(host) and not with_demo)
    if storage.is_disk_nearly_full():
        short = "Its disk is nearly full, {megabytes} MB left: free some space before you record results."
        lines.append(spoken(short, megabytes=storage.free_megabytes()))
    if with_demo:
        lines.append(spoken("Demo accounts, password “{password}”:", password=demo.PASSWORD))
        lines += [f"  {name:<7}{spoken(PARTS[name])}" for name in demo.ACCOUNTS]
    lines.append(spoken("Stop with Ctrl-C; everything recorded is saved."))
    return "\n" + "".join(f"  {line}\n" for line in lines)


def _backup_lines(folder: Path | None, *, is_needed: bool) -> Iterator[str]:
    """Yield where backups go; if there are none and they are needed, how to get them."""
    if folder is not None:
        yield spoken("Every change is written to {folder} within a second or two.", folder=folder)
        if is_on_same_disk(folder, settings.DATA_DIR):
            yield spoken(
                "That is the same disk: if the laptop is lost, so are the backups. Better use a USB stick."
            )
    elif is_needed:
        yield spoken(
            "No backups are made. With --backup-to FOLDER, on a USB stick, the data survive the loss of "
            "this laptop."
        )


def _address_lines(host: str, port: int, terminal: str) -> Iterator[str]:
    """Yield the address for this computer, and those for phones with a QR code, or why there are none."""
    here = base_url("127.0.0.1" if is_everywhere(host) else host, port)
    yield spoken("Chama is at {address}", address=f"{here}/")
    if not is_for_others(host):
        yield spoken("Only this computer can reach it. For the phones in the hall, start it with --hall.")
        return
    found = [f"{base_url(address, port)}/" for address in lan_addresses(host)]
    if not found:
        yield spoken("No phone can reach it yet: join the hall's network, then start it again.")
        return
    yield spoken("Phones in the hall reach it at {addresses}", addresses=f" {spoken('or')} ".join(found))
    if terminal:
        yield from qr_lines(found[0], terminal)


def _https_lines(host: str, port: int, terminal: str) -> Iterator[str]:
    """Yield the https address, the page that explains it, and the fingerprint; nothing without https."""
    if not serves_https():
        return
    if not is_for_others(host):
        yield spoken(
            "Over https it is at {address}", address=f"{base_url(host, listen_address.safe_port, 'https')}/"
        )
        return
    if not https_base_url():
        yield spoken("No phone can use https yet: join the hall's network, then start it again.")
        return
    explained = f"{base_url(lan_addresses(host)[0], port)}{reverse('safe_address')}"
    yield spoken(
        "Phones of the staff can open their pages offline from {address}", address=f"{https_base_url()}/"
    )
    yield spoken("How to open it, and the warning that a phone shows: {address}", address=explained)
    if terminal:
        yield from qr_lines(explained, terminal)
    yield spoken(
        "Certificate “{name}”, until {day}, SHA-256", name=certified.name, day=f"{certified.until:%Y-%m-%d}"
    )
    yield from (f"  {line}" for line in textwrap.wrap(authority_fingerprint(), 48))


def qr_lines(address: str, encoding: str) -> list[str]:
    """Return the QR code as lines of half blocks; empty if the terminal cannot show them."""
    drawn = StringIO()
    segno.make(address, error="l", micro=False).terminal(drawn, border=2, compact=True)
    try:
        drawn.getvalue().encode(encoding)
    except UnicodeEncodeError:
        return []
    return ["", *(f"{WHITE_ON_BLACK}{line}{PLAIN}" for line in drawn.getvalue().splitlines()), ""]
