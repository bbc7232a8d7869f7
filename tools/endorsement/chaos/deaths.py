"""How a database dies: what a machine, an operator or the kernel may do to PostgreSQL."""

import signal
from contextlib import suppress
from random import Random

from tests.servers.postgres import Cluster
from tests.servers.process import Server, ServerDied, children, kill

SETTINGS = ("shared_buffers=16MB", "max_connections=80")  # fsync and synchronous_commit stay on
WAYS = ("power cut", "postmaster killed", "immediate shutdown")
TRIES = 20


def die(database: Cluster, rng: Random) -> str:
    """One of the ways to die, and back again; its name."""
    way, pid = rng.choice(WAYS), database.server.pid
    everybody = [pid, *children(pid)]
    if way == "immediate shutdown":
        kill(pid, signal.SIGQUIT)
        database.server.gone()
    else:
        for one in everybody if way == "power cut" else everybody[:1]:
            kill(one)
        database.server.gone()
    return_to_life(database.server)
    return way


def return_to_life(server: Server) -> None:
    """Start it, again and again while the remains of a killed one are in its way."""
    for _ in range(TRIES):
        with suppress(ServerDied):
            server.start()
            return
    raise ServerDied(f"PostgreSQL does not come back: {server.log[-3000:]}")
