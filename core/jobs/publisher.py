"""Send messages to Celery from a thread of their own: a broker that hangs delays no request (F94).

A message that cannot be sent is dropped. Its job is a row, and a sweep finds it.
"""

import logging
import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from queue import Full, Queue
from typing import Any

from celery import current_app
from django.conf import settings
from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)

MAX_WAITING = 1000
QUIET_AFTER_FAILURE = 2.0  # seconds
Send = Callable[[Any], object]
"""Sends one message by the `kombu.Producer` that it is given."""


class Publisher:
    """A queue of messages and the thread that sends them, one for each process; a fork starts its own."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._pid = 0

    def submit(self, send: Send) -> None:
        """Queue a message for the thread that sends it, and return; drop it if 1,000 wait already."""
        try:
            self._queue().put_nowait(send)
        except Full:
            log.warning("the broker is slow: dropped a message, the sweep will find its job")

    def _queue(self) -> Queue[Send]:
        """Return this process's queue; the first call in a process creates it and starts the thread."""
        with self._guard:
            if self._pid != os.getpid():
                self._pid, self._waiting = os.getpid(), Queue[Send](MAX_WAITING)
                worker = _Connection(self._waiting)
                threading.Thread(target=worker.work, name="publisher", daemon=True).start()
            return self._waiting


class _Connection:
    """The thread's own connection to the broker, with short timeouts and without retries."""

    def __init__(self, waiting: Queue[Send]) -> None:
        self.waiting = waiting
        self.producer: Any = None
        self.quiet_until = 0.0

    def work(self) -> None:
        """Send queued messages until the process ends; drop those that come just after a failure."""
        while True:
            send = self.waiting.get()
            if time.monotonic() >= self.quiet_until:
                self._send(send)

    def _send(self, send: Send) -> None:
        """Send the message; after a connection error send none for two seconds. Errors are logged."""
        try:
            send(self._get_producer())
        except (OperationalError, OSError) as error:
            self._drop_producer()
            self.quiet_until = time.monotonic() + QUIET_AFTER_FAILURE
            log.warning("the broker is not reachable, the sweep will run these jobs: %s", error)
        except Exception:  # any message may fail; the thread must survive
            self._drop_producer()
            log.exception("could not send a message, the sweep will find its job")

    def _get_producer(self) -> Any:
        """Return the `kombu.Producer`; create it with a new connection if there is none."""
        if self.producer is None:
            options = settings.PRODUCER_TRANSPORT_OPTIONS
            connection = current_app.connection_for_write(connect_timeout=1, transport_options=options)
            self.producer = current_app.amqp.Producer(connection, auto_declare=False)
        return self.producer

    def _drop_producer(self) -> None:
        """Drop the producer, and close its connection within a second."""
        producer, self.producer = self.producer, None
        if producer is not None:
            with suppress(Exception):
                producer.connection.collect(socket_timeout=1)


publisher = Publisher()
