"""`manage.py serve`: the embedded mode, everything in one process, stopped by Ctrl-C."""

import os
import signal
import sqlite3
import threading
import warnings
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import uvicorn
from celery import current_app
from celery.apps.worker import Worker
from celery.beat import EmbeddedService
from celery.worker import state
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connections
from django.utils import timezone

from scheduling import demo


class Command(BaseCommand):
    """Web pages, API, worker and clock on one laptop, without any server beside it."""

    help = "Run everything in this process: pages, API, worker, clock. Stop it with Ctrl-C."
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=os.environ.get("HOST", "127.0.0.1"))
        parser.add_argument("--port", type=int, default=int(os.environ.get("PORT", "8000")))
        parser.add_argument("--demo", action="store_true", help="load the demo into an empty database")

    def handle(self, *args: Any, **options: Any) -> None:
        _check_file()
        call_command("migrate", interactive=False, verbosity=0)
        if options["demo"] and not demo.is_loaded():
            self.stdout.write("Loading the demo…")
            demo.load(timezone.now())
        self._greet(options["host"], options["port"], demo=options["demo"])
        connections.close_all()
        warnings.filterwarnings("ignore", "StreamingHttpResponse must consume")  # static files, from disk
        with Background():
            uvicorn.run(
                "config.asgi:application",
                host=options["host"],
                port=options["port"],
                log_level="warning",
                lifespan="off",
                timeout_graceful_shutdown=5,
            )

    def _greet(self, host: str, port: int, *, demo: bool) -> None:
        self.stdout.write(f"\n  Chama is at http://{host}:{port}/\n")
        self.stdout.write(f"  Everything is kept in {settings.DATA_DIR}\n")
        if demo:
            self._greet_demo()
        self.stdout.write("  Stop with Ctrl-C; what was recorded stays.\n\n")

    def _greet_demo(self) -> None:
        self.stdout.write("  Demo accounts, password “chama-demo”:\n")
        for username, part in (
            ("ana", "organizes and coordinates"),
            ("bruno", "judges"),
            ("caio", "plays"),
        ):
            self.stdout.write(f"    {username:<7}{part}\n")


class Background:
    """A Celery worker and its clock in threads of this process, where no other broker is set."""

    def __enter__(self) -> None:
        # Both would take the signals that uvicorn needs, so they run beside the main thread.
        signal.signal(signal.SIGTERM, lambda *_: None)
        self.beat: Any = None
        if not settings.CELERY_BROKER_URL.startswith("memory://"):
            return
        worker = Worker(
            app=current_app,
            pool="threads",
            concurrency=4,
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
            loglevel="WARNING",
            quiet=True,
        )
        threading.Thread(target=worker.start, name="worker", daemon=True).start()
        self.beat = EmbeddedService(current_app, thread=True)
        self.beat.start()

    def __exit__(self, *_: object) -> None:
        if self.beat is not None:
            state.should_stop = 0  # type: ignore[assignment]
            self.beat.stop()


def _check_file() -> None:
    """Refuse to open a damaged database: say so instead of losing more."""
    database = settings.DATABASES["default"]
    if not str(database["ENGINE"]).endswith("sqlite3") or not Path(str(database["NAME"])).exists():
        return
    with sqlite3.connect(str(database["NAME"])) as connection:
        answer = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if answer != "ok":
        raise CommandError(
            f"The database {database['NAME']} is damaged ({answer}). Restore a backup, or the "
            "record files, before going on."
        )
