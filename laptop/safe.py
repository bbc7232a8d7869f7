"""What can be said to `serve` about https, and where there is none. What makes it is in `safe_listener`."""

import os
from argparse import ArgumentParser
from importlib.util import find_spec

from django.conf import settings
from django.core.management.base import CommandError

from core.terminal.language import spoken

PORT = "8443"


def add_arguments(parser: ArgumentParser) -> None:
    """The options of `serve`."""
    wanted = "also over https, by which the phones of the staff keep pages without a network"
    parser.add_argument("--https", action="store_true", help=wanted)
    port = os.environ.get("HTTPS_PORT", PORT)
    parser.add_argument("--https-port", type=int, default=port, metavar="N", help=f"its port, else {PORT}")


def refuse_where_it_cannot_be() -> None:
    """Where a proxy speaks https for us, and where nothing can make a certificate. `CommandError`."""
    if settings.HTTPS:
        sentence = "HTTPS=true is for a proxy that speaks https in front of this: take that away, or --https."
        raise CommandError(spoken(sentence))
    if find_spec("cryptography") is None:  # it has no wheel for Macs with an Intel processor
        sentence = (
            "This computer has no https: the package cryptography, which makes certificates, is not here. "
            "Start without --https."
        )
        raise CommandError(spoken(sentence))
