"""The image as a part of the endorsement: build the unchanged Dockerfile, play a day in its containers.

No registry of images is needed: the base is made of Debian's packages, wheels are checked by their hashes.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.servers import broker, containers
from tests.servers.postgres import cluster
from tests.servers.process import LOOPBACK, ROOT, Server, free_port, listens, wait_until
from tools.endorsement.chaos.field import playing, sign_up_insistent
from tools.endorsement.play.arena import open_arena
from tools.endorsement.play.console import environment, manage
from tools.endorsement.play.full import SETTINGS
from tools.endorsement.play.insisting import Weather
from tools.endorsement.section import Section
from tools.endorsement.whole_day.judges import LIMIT, Hall, Pace
from tools.endorsement.whole_day.section import wrong_calls

NEEDED = ("mmdebstrap", "buildah", "podman", "runc")
INSTALL = "apt-get install --no-install-recommends mmdebstrap buildah podman runc uidmap"
PODMAN = ("podman", "--runtime", "runc", "--cgroup-manager", "cgroupfs")
"""Where neither systemd nor unified control groups are needed."""


def missing_tools() -> list[str]:
    """Return the names of the `NEEDED` programs that this machine lacks."""
    return [name for name in NEEDED if shutil.which(name) is None]


def run(*words: str | Path, cwd: Path | None = None) -> str:
    """Run a command and return what it printed; RuntimeError with the end of its output if it fails."""
    done = subprocess.run(list(map(str, words)), cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(
            f"{words[0]} {words[1]}: exit {done.returncode}\n{(done.stdout + done.stderr)[-3000:]}"
        )
    return done.stdout.strip()


BASE, IMAGE = "localhost/chama-stand-in-base", "localhost/chama-endorsed"
SUITES = {"3.13": "trixie"}
"""Which Debian has which Python."""
PACKAGES = ("python3", "python3-pip", "python3-venv", "ca-certificates")
PYTHON_LINK = 'ln -s python3 "$1/usr/bin/python"'
PIP_CONF = "[global]\nno-index = true\nfind-links = /wheels\n"


@dataclass(frozen=True)
class BuiltImage:
    """An image in the local store, with its size and that of its base in bytes."""

    image: str
    size: int
    base_size: int

    @property
    def over_base(self) -> int:
        """Return how many megabytes the product adds to its base."""
        return round((self.size - self.base_size) / 1e6)


def build(folder: Path) -> BuiltImage:
    """Build the base and on it the Dockerfile as it is, and return the image; `folder` holds the wheels."""
    python = version_of_base()
    make_base(folder, SUITES[python])
    wheels, pip_conf = download_wheels(folder, python), folder / "pip.conf"
    pip_conf.write_text(PIP_CONF)
    run(
        "buildah", "build", "--isolation", "chroot", "--build-arg", f"BASE={BASE}", "--tag", IMAGE,
        "--volume", f"{wheels}:/wheels:ro", "--volume", f"{pip_conf}:/etc/pip.conf:ro", ".", cwd=ROOT,
    )  # fmt: skip
    return BuiltImage(IMAGE, _bytes_of(IMAGE), _bytes_of(BASE))


def version_of_base() -> str:
    """Return the version of Python that the Dockerfile asks for, such as `3.13`."""
    first = containers.dockerfile()[0].rest
    (version,) = re.findall(r"^BASE=python:(\d+\.\d+)-slim$", first)
    return str(version)


def make_base(folder: Path, suite: str) -> None:
    """Put a minimal Debian of this suite (`SUITES`), with Python, into the local store as `BASE`."""
    archive = folder / "base.tar"
    included, hook = f"--include={','.join(PACKAGES)}", f"--customize-hook={PYTHON_LINK}"
    run("mmdebstrap", "--quiet", "--variant=minbase", included, hook, suite, archive)
    run(*PODMAN, "import", "--quiet", archive, BASE)
    archive.unlink()


def download_wheels(folder: Path, python: str) -> Path:
    """Download the wheels of requirements.txt for that Python; return their folder. Pip checks the hashes."""
    wheels = folder / "wheels"
    run(
        sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes",
        "--only-binary", ":all:", "--python-version", python, "--dest", wheels,
        "--requirement", ROOT / "requirements.txt",
    )  # fmt: skip
    return wheels


def _bytes_of(image: str) -> int:
    return int(run(*PODMAN, "image", "inspect", "--format", "{{.Size}}", image))


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

    def names_of_ended(self) -> list[str]:
        """Return the names of containers that ended by themselves."""
        return [server.name for server in self.servers if server.has_ended]


@contextmanager
def run_product(built: BuiltImage, folder: Path) -> Iterator[ContainerProduct]:
    """Run the image's containers on a PostgreSQL and a broker of this machine, until the block ends."""
    database, (queue, address) = cluster(SETTINGS), broker.server(folder)
    environ = environment(folder / "data", DATABASE_URL=database.url, CELERY_BROKER_URL=address)
    with ExitStack() as until_the_end:
        until_the_end.callback(database.stop)
        database.server.start()
        until_the_end.enter_context(queue)
        manage(environ, "migrate", "--skip-checks", "-v0")
        port = free_port()
        servers = [_web_container(built, folder, environ, port), *_other_containers(built, folder, environ)]
        for server in servers:
            until_the_end.enter_context(server)
        wait_until(lambda: _are_ready(servers), what=f"workers in containers: {folder}")
        yield ContainerProduct(f"http://{LOOPBACK}:{port}", environ, servers)


def _are_ready(servers: list[Server]) -> bool:
    return all("ready." in server.said for server in servers if "worker" in server.name)


def _web_container(built: BuiltImage, folder: Path, environ: Mapping[str, str], port: int) -> Server:
    """Return the web server's container, not started, with the image's command on this port."""
    command = containers.commands(containers.dockerfile())[-1]
    bound = [f"{LOOPBACK}:{port}" if ":8000" in word else word for word in command]
    return _make_container(built, folder, environ, "web", bound, port)


def _other_containers(built: BuiltImage, folder: Path, environ: Mapping[str, str]) -> list[Server]:
    """Return the other containers, not started, with their commands in compose.yaml."""
    services = containers.compose()["services"]
    commands = {name: shlex.split(services[name]["command"]) for name in NAMES}
    return [_make_container(built, folder, environ, name, command) for name, command in commands.items()]


def _make_container(
    built: BuiltImage, folder: Path, environ: Mapping[str, str], name: str, command: list[str], port: int = 0
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


MAX_OVER_BASE = 200  # megabytes
PACE = Pace(32, tables=8, judges=3, shortest=1, longest=4, walk=1, alone=False)


def image(section: Section, seed: int, folder: Path) -> None:
    """Build the image and play a day in its containers; note counts and faults in the section.

    On a machine that lacks tools it only notes which.
    """
    if lacking := missing_tools():
        section.counts.append(f"NOT TRIED, missing: {', '.join(lacking)} ({INSTALL})")
        return
    folder.mkdir(parents=True, exist_ok=True)
    built = build(folder)
    section.counts.append(f"built: {built.over_base} MB over its base of {round(built.base_size / 1e6)} MB")
    if built.over_base > MAX_OVER_BASE:
        section.faults.append(f"more than {MAX_OVER_BASE} MB over its base")
    with run_product(built, folder) as product:
        _play_day(section, product, seed, folder)


def _play_day(section: Section, product: ContainerProduct, seed: int, folder: Path) -> None:
    """Play a day, check its record, and add counts and faults to the section."""
    weather = Weather()
    people = sign_up_insistent(product.base, PACE.judges, f"i{seed}x", weather)
    arena = open_arena(
        people, "Dia em Contêineres", entries=PACE.entries, tables=PACE.tables, seed=seed, time_limit=LIMIT
    )
    hall = Hall(arena, people.judges, seed, states=("called",), pace=PACE)
    with playing(hall):
        is_over = hall.wait_until_over()
    if is_over:
        arena.boss.post(arena.url("finish/"), None, "finish-image")
    record, head = arena.fetch_record(), arena.fetch_head()
    section.faults += [
        *weather.faults,
        *hall.faults,
        *hall.record_faults(record, hall.acknowledged),
    ]
    section.faults += [*wrong_calls(record), *(f"{name} ended" for name in product.names_of_ended())]
    section.counts.append(f"{len(hall.acknowledged)} results in containers; each match called once")
    section.judge(record, head, folder / "image.record.jsonl")
