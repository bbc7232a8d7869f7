"""Starting the product on a free port of this machine, and stopping it again."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.servers.process import free_port, python_command
from tests.servers.site import Site


@contextmanager
def running(environ: Mapping[str, str], folder: Path) -> Iterator[str]:
    """The product as a laptop runs it: pages, API, worker and clock in one process; its address."""
    port = free_port()
    with Site(
        "server", python_command("manage.py", "serve", "--port", str(port)), port, folder, environ
    ) as site:
        yield site.base
