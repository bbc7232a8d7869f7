"""Web, workers and beat as containers of the image, with the commands of compose.yaml."""

import os
import shlex
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.servers import broker, containers
from tests.servers.postgres import cluster
from tests.servers.process import LOOPBACK, Server, free_port, listens, wait_until
from tools.endorsement.chaos.deaths import SETTINGS
from tools.endorsement.image.build import Built
from tools.endorsement.image.commands import PODMAN
from tools.endorsement.play.console import environment, manage

NAMES = ("worker", "worker-later", "beat")
HARDENED = (
    "--network", "host", "--read-only", "--cap-drop", "all", "--security-opt", "no-new-privileges:true",
    "--ulimit", "nofile=16384:16384", "--ulimit", "nproc=4096:4096",
)  # fmt: skip
OUTSIDE = ("PATH", "HOME", "TMPDIR", "LANG", "PYTHONPYCACHEPREFIX", "DATA_DIR")
"""What belongs to this machine and not to a container."""


class Container(Server):
    """A container in the foreground of a process; ending that one ends the container."""

    def kill(self) -> int | None:
        """Remove the container, then its process."""
        subprocess.run([*PODMAN, "rm", "--force", "--ignore", self.name], capture_output=True, check=False)
        return super().kill()


@dataclass
class ContainerProduct:
    """The running containers. `environ` is that of the console on this machine."""

    base: str
    environ: dict[str, str]
    servers: list[Server]

    def ended(self) -> list[str]:
        """Containers that ended by themselves."""
        return [server.name for server in self.servers if server.has_ended]


@contextmanager
def run_product(built: Built, folder: Path) -> Iterator[ContainerProduct]:
    """Start the image's containers on a PostgreSQL and a broker of this machine."""
    database, (queue, address) = cluster(SETTINGS), broker.server(folder)
    environ = environment(folder / "data", DATABASE_URL=database.url, CELERY_BROKER_URL=address)
    with ExitStack() as until_the_end:
        until_the_end.callback(database.stop)
        database.server.start()
        until_the_end.enter_context(queue)
        manage(environ, "migrate", "--skip-checks", "-v0")
        port = free_port()
        servers = [_web(built, folder, environ, port), *_others(built, folder, environ)]
        for server in servers:
            until_the_end.enter_context(server)
        wait_until(lambda: _are_ready(servers), what=f"workers in containers: {folder}")
        yield ContainerProduct(f"http://{LOOPBACK}:{port}", environ, servers)


def _are_ready(servers: list[Server]) -> bool:
    return all("ready." in server.said for server in servers if "worker" in server.name)


def _web(built: Built, folder: Path, environ: Mapping[str, str], port: int) -> Server:
    command = containers.commands(containers.dockerfile())[-1]
    bound = [f"{LOOPBACK}:{port}" if ":8000" in word else word for word in command]
    return _container(built, folder, environ, "web", bound, port)


def _others(built: Built, folder: Path, environ: Mapping[str, str]) -> list[Server]:
    services = containers.compose()["services"]
    return [
        _container(built, folder, environ, name, shlex.split(services[name]["command"])) for name in NAMES
    ]


def _container(
    built: Built, folder: Path, environ: Mapping[str, str], name: str, command: list[str], port: int = 0
) -> Server:
    service, full_name = containers.compose()["services"][name], f"chama-endorsed-{os.getpid()}-{name}"
    inside = {key: value for key, value in environ.items() if key not in OUTSIDE}
    inside["ALIVE_FILE"] = service["environment"]["ALIVE_FILE"]
    given = folder / f"{name}.env"
    given.write_text("".join(f"{key}={value}\n" for key, value in inside.items()))
    scratch = [word for place in service["tmpfs"] for word in ("--tmpfs", place)]
    words = [*PODMAN, "run", "--rm", "--name", full_name, *HARDENED, *scratch, "--env-file", str(given)]
    ready = (lambda: listens(port)) if port else (lambda: True)
    return Container(full_name, [*words, built.image, *command], folder, ready=ready, seconds=60)
