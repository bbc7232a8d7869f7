"""F122: the key of the shared cache is what the product decides by, however odd the request."""

import json
import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from http.client import HTTPConnection
from itertools import count
from pathlib import Path

import pytest
from django.conf import settings

from tests.fixtures.sites import running
from tests.servers.nginx import FILES, is_installed, nginx
from tests.servers.process import LOOPBACK, free_port, python_command
from tests.servers.site import Site, environment

pytestmark = pytest.mark.fault("F122")
Head = list[tuple[str, str]]
PLAIN: list[Head] = [
    [],
    [("HX-Request", "true")],
    [("Accept-Language", "en")],
    [("Cookie", "django_language=es")],
]
COOKIES: list[Head] = [
    [("Cookie", cookie)]
    for cookie in (
        "django_language=es",
        "django_language =es",
        'django_language="es"',
        "django_language=ES",
        "django_language= es",
        "django_language=es ",
        "django_language=es;x=y",
        "x=y;django_language=es",
        "x=y; django_language=es",
        "x=y;  django_language=es",
        "xdjango_language=es",
        "x=django_language=es",
        "x=y django_language=es",
        "django_language=es-ar",
        "django_language=fr",
        "django_language=es; django_language=en",
        "django_language=fr; django_language=es",
        "django_language=; django_language=es",
        'x="a; django_language=es"',
        "django_language=es\tx",
        "django_language=es\t; x=y",
        "django_language=es,x=y",
        "django_language",
        "=django_language=es",
        "Django_Language=es",
        "django%5Flanguage=es",
        "django_language=%65s",
        "\tdjango_language=es",
        "x=y;\tdjango_language=es",
        ";django_language=es",
    )
]
TWO_LINES: list[Head] = [
    [("Cookie", "x=y"), ("Cookie", "django_language=es")],
    [("Cookie", "django_language=en"), ("Cookie", "django_language=es")],
    [("cookie", "django_language=es"), ("COOKIE", "django_language=en")],
    [("Accept-Language", "en"), ("Accept-Language", "es")],
    [("Accept-Language", ""), ("Accept-Language", "es")],
    [("HX-Request", "true"), ("HX-Request", "false")],
    [("HX-Request", "false"), ("HX-Request", "true")],
    [("HX-Boosted", ""), ("HX-Boosted", "true"), ("HX-Request", "true")],
]
HTMX: list[Head] = [
    [("HX-Request", "true"), ("HX-Boosted", "true")],
    [("HX-Request", "true"), ("HX-Boosted", "")],
    [("HX-Request", "true"), ("HX-Boosted", "false")],
    [("HX-Request", "true"), ("HX-History-Restore-Request", "true")],
    [("HX-Request", "TRUE")],
    [("HX-Request", "1")],
    [("HX-Request", "")],
    [("HX-Request", "%74rue"), ("HX-Request-URI-AutoEncoded", "true")],
    [("HX_Request", "true")],
    [("HX-Request", "true"), ("HX_Boosted", "true")],
]
OTHER: list[Head] = [
    [("Accept-Language", "es-AR,en;q=0.5")],
    [("Accept-Language", "xx")],
    [("X-Chama-Language", "es")],
    [("Content-Language", "es")],
    [("X-Forwarded-Host", "elsewhere.example")],
    [("Host", "elsewhere.example")],
    [("Host", "127.0.0.1")],
]
ODD = [*COOKIES, *TWO_LINES, *HTMX, *OTHER]
numbers = count()


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """nginx as shipped, which also tells its key, before a product that tells how it decides."""
    if not is_installed():
        pytest.skip("nginx is not installed (Debian: apt-get install nginx-light)")
    folder, port = tmp_path_factory.mktemp("key"), free_port()
    command = python_command(
        "-m", "gunicorn", "tests.servers.echo", "--bind", f"{LOOPBACK}:{port}", "--threads", "4"
    )
    with running(Site("echo", command, port, folder, environment(folder))) as site:
        server, base = nginx(folder, site.base, tell_key=True)
        with running(server):
            yield base


@dataclass(frozen=True, slots=True)
class Answer:
    """What the product said it decides, and the key of the proxy."""

    said: dict[str, object]
    key: str


def ask(base: str, path: str, head: Head) -> Answer:
    """Send these very lines, which no client of a library would."""
    connection = HTTPConnection(base.removeprefix("http://"), timeout=60)
    connection.putrequest("GET", path, skip_host="Host" in dict(head), skip_accept_encoding=True)
    for line in head:
        connection.putheader(*line)
    connection.endheaders()
    answer = connection.getresponse()
    assert answer.status == 200
    with closing(connection):
        return Answer(json.loads(answer.read()), answer.headers["X-Key"])


def fresh_path() -> str:
    return f"/{next(numbers)}/"


def name(head: Head) -> str:
    return " | ".join(f"{name}: {value}" for name, value in head)


@pytest.mark.parametrize("head", [*PLAIN, *ODD], ids=name)
def test_both_decide_alike(proxy: str, head: Head) -> None:
    path = fresh_path()
    answer = ask(proxy, path, head)
    accepted = [(key, value) for key, value in head if key == "Accept-Language"]
    without = ask(proxy, path, accepted).said["language"]
    language, fragment = answer.key.split("|")
    assert answer.said["language"] == (language or without)
    assert answer.said["fragment"] == (fragment == "true")


@pytest.mark.parametrize("head", ODD, ids=name)
def test_what_one_asks_for_oddly_nobody_else_gets(proxy: str, head: Head) -> None:
    clean, poisoned = fresh_path(), fresh_path()
    ask(proxy, poisoned, head)
    for plain in PLAIN:
        assert ask(proxy, poisoned, plain).said == ask(proxy, clean, plain).said


def test_the_proxy_knows_every_language() -> None:
    text = (FILES / "common.conf").read_text()
    (known,) = re.findall(r"django_language=\(\?<chosen>([^)]+)\)", text)
    assert known.split("|") == [code for code, _name in settings.LANGUAGES]


def test_the_language_has_one_rule(pytestconfig: pytest.Config) -> None:
    product = [
        path for path in Path(pytestconfig.rootpath).glob("[a-z]*/**/*.py") if "tests" not in path.parts
    ]
    users = {path.name for path in product if "get_language_from_request" in path.read_text(encoding="utf-8")}
    assert users == {"language.py"}
