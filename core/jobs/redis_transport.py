"""Kombu's Redis transport, without an error that ends workers when Redis is lost under a task.

A channel whose connection was closed is still asked to acknowledge its tasks and to give messages back. Kombu
5.7 then raises `AttributeError: 'NoneType' object has no attribute 'hostname'`, which no worker survives.
"""

from typing import Any

from kombu.transport import redis
from redis.exceptions import ConnectionError as RedisConnectionError


class RedisChannel(redis.Channel):
    """A channel that reports a closed connection by an error that Celery handles."""

    def _connparams(self, asynchronous: bool = False) -> Any:
        """Return kombu's connection parameters. Raise `RedisConnectionError` if the connection is closed."""
        if self.connection.client is None:
            raise RedisConnectionError("the channel's connection is closed")
        return super()._connparams(asynchronous=asynchronous)  # type: ignore[misc] # the stubs know it not


class RedisTransport(redis.Transport):
    """The transport of `redis://` and `rediss://` (`config/celery.py`)."""

    Channel = RedisChannel
