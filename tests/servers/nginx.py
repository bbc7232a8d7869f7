"""nginx in front of the site, with the very configuration of docs/operating/proxy."""

import os
import re
import shutil
from pathlib import Path

import httpx

from tests.servers.process import LOOPBACK, NOBODY, ROOT, Server, free_port

FILES = ROOT / "docs" / "operating" / "proxy"
FRAME = """
{user}worker_processes 1; daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.err;
events {{ worker_connections 8000; }}
http {{
client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
{guide}
}}
"""


def is_installed() -> bool:
    """Whether there is an nginx on this machine."""
    return shutil.which("nginx") is not None


TOLD = 'add_header X-Key "$chama_language|$chama_fragment" always;\n'


def nginx(folder: Path, product: str, *, tell_key: bool = False) -> tuple[Server, str]:
    """A server on loopback that passes on to the product's address, not yet started; its own address."""
    port = free_port()
    file = folder / "nginx.conf"
    user = "user root;\n" if os.geteuid() == 0 else ""  # else it could not write where the benchmark does
    text = configuration(folder, product.removeprefix("http://"), port)
    text = text.replace("proxy_cache chama;", f"{TOLD}proxy_cache chama;") if tell_key else text
    file.write_text(FRAME.format(user=user, folder=folder, guide=text))
    base = f"http://{LOOPBACK}:{port}"
    command = [str(shutil.which("nginx")), "-c", str(file), "-e", str(folder / "nginx.err")]
    return Server("nginx", command, folder, ready=lambda: _answers(base)), base


def configuration(folder: Path, product: str, port: int) -> str:
    """The files that compose mounts, at addresses of this machine; `product` is host and port."""
    text = (FILES / "plain.conf").read_text(encoding="utf-8")
    text = text.replace("listen 8080", f"listen {LOOPBACK}:{port}").replace("web:8000 resolve", product)
    text = re.sub(
        r"^resolver .*\n", "", text, flags=re.MULTILINE
    )  # Debian's nginx resolves at its start only
    text = text.replace("/dev/stdout", str(folder / "access.log"))
    for name in ("common.conf", "site.conf"):
        included = (
            (FILES / name)
            .read_text(encoding="utf-8")
            .replace("/var/cache/nginx/chama", str(folder / "cache"))
        )
        text = text.replace(f"include /etc/nginx/chama/{name};", included)
    return text


def _answers(base: str) -> bool:
    try:
        httpx.get(base, timeout=5, trust_env=False, verify=NOBODY)
    except httpx.TransportError:
        return False
    return True
