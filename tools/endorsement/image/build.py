"""Build the image without a registry of images: a base from Debian's packages, wheels by their hashes."""

import re
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.servers import containers
from tests.servers.process import ROOT
from tools.endorsement.image.commands import PODMAN, run

BASE, IMAGE = "localhost/chama-stand-in-base", "localhost/chama-endorsed"
SUITES = {"3.13": "trixie"}
"""Which Debian has which Python."""
PACKAGES = ("python3", "python3-pip", "python3-venv", "ca-certificates")
PYTHON_LINK = 'ln -s python3 "$1/usr/bin/python"'
PIP_CONF = "[global]\nno-index = true\nfind-links = /wheels\n"


@dataclass(frozen=True)
class Built:
    """An image in the local store, with its size and that of its base in bytes."""

    image: str
    size: int
    base_size: int

    @property
    def over_base(self) -> int:
        """Megabytes that the product adds to its base."""
        return round((self.size - self.base_size) / 1e6)


def build(folder: Path) -> Built:
    """Build the Dockerfile as it is, and return the image."""
    python = version_of_base()
    make_base(folder, SUITES[python])
    wheels, pip_conf = download_wheels(folder, python), folder / "pip.conf"
    pip_conf.write_text(PIP_CONF)
    run(
        "buildah", "build", "--isolation", "chroot", "--build-arg", f"BASE={BASE}", "--tag", IMAGE,
        "--volume", f"{wheels}:/wheels:ro", "--volume", f"{pip_conf}:/etc/pip.conf:ro", ".", cwd=ROOT,
    )  # fmt: skip
    return Built(IMAGE, _size(IMAGE), _size(BASE))


def version_of_base() -> str:
    """The Python that the Dockerfile asks for, such as `3.13`."""
    first = containers.dockerfile()[0].rest
    (version,) = re.findall(r"^BASE=python:(\d+\.\d+)-slim$", first)
    return str(version)


def make_base(folder: Path, suite: str) -> None:
    """Put a minimal Debian with that Python into the local store."""
    archive = folder / "base.tar"
    included, hook = f"--include={','.join(PACKAGES)}", f"--customize-hook={PYTHON_LINK}"
    run("mmdebstrap", "--quiet", "--variant=minbase", included, hook, suite, archive)
    run(*PODMAN, "import", "--quiet", archive, BASE)
    archive.unlink()


def download_wheels(folder: Path, python: str) -> Path:
    """The wheels of requirements.txt for that Python, checked by their hashes."""
    wheels = folder / "wheels"
    run(
        sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes",
        "--only-binary", ":all:", "--python-version", python, "--dest", wheels,
        "--requirement", ROOT / "requirements.txt",
    )  # fmt: skip
    return wheels


def _size(image: str) -> int:
    return int(run(*PODMAN, "image", "inspect", "--format", "{{.Size}}", image))
