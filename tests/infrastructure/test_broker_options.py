"""What workers and senders are set to for each kind of broker, and in which order a worker takes messages."""

from pathlib import Path

import pytest
from kombu import Connection, Consumer, Producer

from config.broker import QUEUES, VISIBILITY_SECONDS, consumer_options, producer_options
from tests.servers import broker


@pytest.mark.parametrize("scheme", ["redis", "rediss"])
def test_redis_has_its_options_with_and_without_tls(scheme: str) -> None:
    worker, sender = consumer_options(f"{scheme}://broker/0"), producer_options(f"{scheme}://broker/0")
    assert worker["visibility_timeout"] == VISIBILITY_SECONDS
    assert worker["queue_order_strategy"] == "priority"
    assert (worker["socket_timeout"], sender["socket_timeout"]) == (10, 2)


@pytest.mark.parametrize("scheme", ["amqp", "amqps"])
def test_rabbitmq_has_its_options_with_and_without_tls(scheme: str) -> None:
    worker, sender = consumer_options(f"{scheme}://broker//"), producer_options(f"{scheme}://broker//")
    assert (worker["read_timeout"], sender["read_timeout"]) == (10, 2)


def test_another_transport_has_none() -> None:
    assert consumer_options("sqs://broker") == producer_options("sqs://broker") == {}


def test_what_calls_need_is_taken_before_what_can_wait(tmp_path: Path) -> None:
    server, url = broker.server(tmp_path)
    with server, Connection(url, transport_options=consumer_options(url)) as connection:
        producer, taken = Producer(connection), list[str]()
        for queue in [*reversed(QUEUES)] * 3:
            producer.publish(queue.name, routing_key=queue.name, declare=[queue(connection)])
        with Consumer(connection, QUEUES, callbacks=[lambda body, _message: taken.append(body)], no_ack=True):
            for _ in range(6):
                connection.drain_events(timeout=10)
    assert taken == ["now"] * 3 + ["later"] * 3
