"""A receiver of webhooks, and what tests of webhooks do again and again."""

import threading
from collections.abc import Callable
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from django.utils import timezone

from core.jobs import outbox
from core.models import Job, JobState
from tests.cast import ana, fresh
from tests.servers.process import LOOPBACK
from tournaments.endings import cancel
from tournaments.models import Tournament, WebhookDelivery
from tournaments.webhooks import deliveries
from tournaments.webhooks.endpoints import add_endpoint

Heard = list[tuple[dict[str, str], bytes]]


class Receiver:
    """It remembers what it heard and answers with `status`; `before_answer` runs once before an answer."""

    def __init__(self) -> None:
        self.heard: Heard = []
        self.status, self.location = 204, ""
        self.before_answer: Callable[[], object] | None = None
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                receiver.heard.append(({name.lower(): value for name, value in self.headers.items()}, body))
                if receiver.before_answer:
                    act, receiver.before_answer = receiver.before_answer, None
                    act()
                self.send_response(receiver.status)
                if receiver.location:
                    self.send_header("Location", receiver.location)
                self.end_headers()

            def log_message(self, *args: object) -> None:
                """Say nothing."""

        self.server = ThreadingHTTPServer((LOOPBACK, 0), Handler)
        self.url = f"http://{LOOPBACK}:{self.server.server_port}/hook?a=1"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def ids(self) -> list[str]:
        """The id of each event, in the order in which they came."""
        return [headers["webhook-id"] for headers, _ in self.heard]

    def close(self) -> None:
        """Take no more requests."""
        self.server.shutdown()
        self.server.server_close()


def heard_by(tournament: Tournament, receiver: Receiver) -> str:
    """Add the receiver as Ana's endpoint; its secret."""
    return add_endpoint(tournament, url=receiver.url, by=ana(), now=timezone.now())[1]


def run_jobs(later: timedelta = timedelta()) -> None:
    """What a worker does with everything that is due."""
    now = timezone.now() + later
    for kind in ("tournaments.collect_webhooks", deliveries.SEND):
        for job in Job.objects.filter(kind=kind, state=JobState.WAITING, due_at__lte=now):
            outbox.run(job.pk, now)


def cancelled(tournament: Tournament) -> Tournament:
    """The tournament after Ana cancelled it: one event."""
    cancel(fresh(tournament), reason="A luz acabou.", by=ana(), now=timezone.now())
    return fresh(tournament)


def only() -> WebhookDelivery:
    """The one delivery that there is."""
    return WebhookDelivery.objects.get()
