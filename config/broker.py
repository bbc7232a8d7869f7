"""Celery's queues and routes, and how long consumers and producers wait for the broker."""

from typing import Any

from kombu import Queue

VISIBILITY_SECONDS = 600
"""Seconds until Redis gives an unacknowledged message to another worker: more than two sweeps and the longest
job.
"""
QUEUES = [Queue(name, routing_key=name) for name in ("now", "later")]
"""The queues; a worker without `-Q` takes both, the first one first."""
LATER = (
    "accounts.send_mail", "notices.send", "scheduling.forecast", "scheduling.make_timetable",
    "tournaments.erase", "tournaments.send_webhook",
)  # fmt: skip
ROUTES = {name: {"queue": "later"} for name in LATER}
CONSUMER: dict[str, dict[str, Any]] = {
    "memory": {"polling_interval": 0.2},
    "redis": {
        "socket_connect_timeout": 2,
        "socket_timeout": 10,
        "visibility_timeout": VISIBILITY_SECONDS,
        "queue_order_strategy": "priority",
    },
    "amqp": {"connect_timeout": 2, "read_timeout": 10, "write_timeout": 10},
}
PRODUCER: dict[str, dict[str, Any]] = {
    "redis": {"socket_connect_timeout": 1, "socket_timeout": 2},
    "amqp": {"connect_timeout": 1, "read_timeout": 2, "write_timeout": 2},
}


def consumer_options(url: str) -> dict[str, Any]:
    """Return the transport options of workers, which stay connected; empty unless it is Redis or AMQP."""
    return CONSUMER.get(_transport_of(url), {})


def producer_options(url: str) -> dict[str, Any]:
    """Return the transport options of senders, who wait for a broker two seconds and not ten.

    Empty unless the transport is Redis or AMQP, with or without TLS.
    """
    return PRODUCER.get(_transport_of(url), {})


def _transport_of(url: str) -> str:
    """Return the transport in the address of a broker: `redis` for `redis://…` and `rediss://…`."""
    scheme = url.partition(":")[0]
    return scheme if scheme in CONSUMER else scheme.removesuffix("s")
