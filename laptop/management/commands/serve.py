"""`manage.py serve`: the embedded mode, everything in one process, stopped by Ctrl-C."""

import os
import sys
from argparse import ArgumentParser
from contextlib import ExitStack
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import connection
from django.utils import timezone
from django.utils.module_loading import import_string

from core.commands import NO_CHECKS
from core.http.lan_address import base_url, is_for_others, lan_addresses, listen_address
from core.secure_files import secure_folder
from core.terminal import spoken
from laptop import backups, https
from laptop.background import BackgroundThreads
from laptop.disk_reserve import DiskReserve
from laptop.server import Listener, ShutdownSignal, serve
from laptop.starting import listen, only_instance, open_database, refuse_known_passwords
from laptop.startup_banner import startup_banner
from simulation import demo

HERE, EVERYWHERE = "127.0.0.1", "0.0.0.0"  # noqa: S104 - the hall is asked for by name


class Command(BaseCommand):
    """Web pages, API, worker and beat on one laptop, without any other server."""

    requires_system_checks = NO_CHECKS
    help = "Run everything in this process: pages, API, worker, clock. Stop it with Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the options for address, hall, demo, backups and https."""
        parser.add_argument("--host", default=os.environ.get("HOST"))
        parser.add_argument("--port", type=int, default=os.environ.get("PORT", "8000"))
        parser.add_argument("--hall", action="store_true", help="a real day: open to the phones in the hall")
        parser.add_argument("--demo", action="store_true", help="load the demo into an empty database")
        backups.add_arguments(parser)
        https.add_arguments(parser)

    def handle(self, *args: object, **options: Any) -> None:
        """Prepare everything, print the addresses, and serve until a signal."""
        host = options["host"] or (EVERYWHERE if options["hall"] else HERE)
        port, with_demo = options["port"], options["demo"]
        os.umask(0o077)
        with ExitStack() as until_the_end:
            until_the_end.enter_context(only_instance(secure_folder(settings.DATA_DIR)))
            listeners = [Listener(until_the_end.enter_context(listen(host, port)))]
            if options["https"]:
                listeners.append(_https_listener(until_the_end, host, options["https_port"]))
            if options["restore"]:
                self.stdout.write(backups.restore_backup(options["restore"], replace=options["replace"]))
            self._prepare_data(host, port, with_demo=with_demo)
            backup_folder = backups.create_backup_folder(options["backup_to"])
            listen_address.host, listen_address.port = host, port
            application = import_string(settings.WSGI_APPLICATION)
            shutdown = until_the_end.enter_context(ShutdownSignal())
            until_the_end.enter_context(DiskReserve(settings.DATA_DIR))
            until_the_end.enter_context(BackgroundThreads())
            until_the_end.enter_context(backups.periodic_backups(options["backup_minutes"], backup_folder))
            terminal = sys.stdout.encoding if self.stdout.isatty() else ""
            banner = startup_banner(host, port, with_demo=with_demo, terminal=terminal, backups=backup_folder)
            self.stdout.write(banner)
            serve(application, listeners, shutdown)

    def _prepare_data(self, host: str, port: int, *, with_demo: bool) -> None:
        """Prepare the database, load the demo if wanted, and keep a connection open for SQLite's shared
        index.

        Raise `CommandError` for a damaged database, or known passwords that others could use.
        """
        open_database()
        if is_for_others(host) and not with_demo:
            refuse_known_passwords()
        if with_demo and not demo.is_loaded():
            self.stdout.write(spoken("Loading the demo…"))
            demo.load(timezone.now(), base_url((lan_addresses(host) or [host])[0], port))
        connection.ensure_connection()


def _https_listener(until_the_end: ExitStack, host: str, port: int) -> Listener:
    """Return the https listener, which closes with the stack; its module is imported only here.

    Raise `CommandError`.
    """
    https.refuse_impossible_https()
    listening = until_the_end.enter_context(listen(host, port))
    certified: Listener = import_string("laptop.certified_listener.create_tls_listener")(
        listening, host, port
    )
    return certified
