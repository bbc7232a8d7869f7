"""nginx in front of the site, with the very configuration of docs/how-to/put-a-proxy-in-front.md."""

import os
import re
import shutil
from pathlib import Path

import httpx

from tests.servers.process import LOOPBACK, ROOT, Server, free_port

GUIDE = ROOT / "docs" / "how-to" / "put-a-proxy-in-front.md"
FRAME = """
{user}worker_processes 1; daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.err;
events {{ worker_connections 8000; }}
http {{
access_log off;
client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
{guide}
}}
"""


def is_installed() -> bool:
    """Whether there is an nginx on this machine."""
    return shutil.which("nginx") is not None


def nginx(folder: Path, product: str) -> tuple[Server, str]:
    """A server on loopback that passes on to the product's address, not yet started; its own address."""
    port = free_port()
    configuration = folder / "nginx.conf"
    user = "user root;\n" if os.geteuid() == 0 else ""  # else it could not write where the benchmark does
    configuration.write_text(FRAME.format(user=user, folder=folder, guide=_guide(folder, product, port)))
    base = f"http://{LOOPBACK}:{port}"
    command = [str(shutil.which("nginx")), "-c", str(configuration), "-e", str(folder / "nginx.err")]
    return Server("nginx", command, folder, ready=lambda: _answers(base)), base


def _guide(folder: Path, product: str, port: int) -> str:
    """The guide's own text, at addresses of this machine."""
    found = re.search(r"```nginx\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    if found is None:
        raise RuntimeError(f"no nginx configuration in {GUIDE.name}")
    text = found[1].replace("/var/cache/nginx/chama", str(folder / "cache"))
    text = text.replace("listen 443 ssl", f"listen {LOOPBACK}:{port}")
    return text.replace("http://127.0.0.1:8000", product)


def _answers(base: str) -> bool:
    try:
        httpx.get(base, timeout=5, trust_env=False)
    except httpx.TransportError:
        return False
    return True
