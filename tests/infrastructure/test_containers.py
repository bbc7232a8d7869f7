"""What can be known of the image and of compose without a container engine: by running their commands.

The build's own steps run in a copy of exactly what .dockerignore lets in, so a file that is missing
there is missing here.
"""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import redis
import yaml
from django.urls import reverse

from tests.servers import broker, containers
from tests.servers.process import LOOPBACK, ROOT, Server, free_port, python_command
from tests.servers.site import environment_of_a_laptop

STEPS = containers.dockerfile()
COMPOSE = containers.compose()
OURS = {name: service for name, service in COMPOSE["services"].items() if "build" in service}
OF_DEBIAN = {
    "groupadd",
    "useradd",
    "install",
    "find",
}  # programs that python:3.13-slim has and a laptop may lack
RUN_AS_IT_IS = {"collectstatic", "core.assets"}
DRY = {"gunicorn": ["--check-config"], "celery": ["--help"], "python": ["--help"]}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the build's context after the image's own build steps."""
    app = tmp_path_factory.mktemp("image") / "app"
    app.mkdir()
    containers.copy_context(app)
    for words in containers.commands(STEPS):
        given, command = containers.without_assignments(words)
        if RUN_AS_IT_IS & set(command):
            run(app, command, **{**given, "DATA_DIR": str(app.parent / "data")})
    return app


def run(app: Path, command: list[str], **variables: str) -> str:
    """Run a command of the image with this virtual environment's programs; its output."""
    environ = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "COLLECTED_STATIC": "true",
        "DATA_DIR": str(app.parent / "data"),
        **variables,
    }
    done = subprocess.run(command, cwd=app, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{shlex.join(command)}\n{done.stdout}{done.stderr}"
    return done.stdout


def dry(command: list[str]) -> list[str]:
    """The same command so that it loads everything and changes nothing."""
    return [*command, *DRY[command[0]]]


def test_the_image_has_every_step_that_it_must_have() -> None:
    words = [step.word for step in STEPS]
    assert words[:2] == ["ARG", "FROM"]
    assert words[-1] == "CMD"
    assert [step.rest for step in STEPS if step.word == "USER"] not in ([], ["root"])
    assert STEPS[0].rest == "BASE=python:3.13-slim"
    assert all(step.rest.split()[0] == "${BASE}" for step in STEPS if step.word == "FROM")


def test_every_file_that_the_image_copies_exists() -> None:
    assert [name for name in containers.allowed() if not (ROOT / name).exists()] == []
    sources = [step.rest.split()[:-1] for step in STEPS if step.word == "COPY" and "--from" not in step.rest]
    assert [name for names in sources for name in names if not (ROOT / name).exists()] == []


BESIDE_THE_PRODUCT = {"tests", "tools"}


def test_every_package_of_the_product_comes_into_the_image() -> None:
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert packages - BESIDE_THE_PRODUCT <= set(containers.allowed())


def test_the_build_collects_static_files_and_compiles_translations(built: Path) -> None:
    assert (built / "staticfiles" / "staticfiles.json").exists()
    assert (built / "staticfiles" / "fonts" / "display.woff").exists()
    assert (built / "locale" / "zone_names.json").exists()
    assert {path.with_suffix(".mo") for path in built.glob("locale/**/*.po")} == set(
        built.glob("locale/**/*.mo")
    )


@pytest.mark.parametrize("words", containers.commands(STEPS), ids=shlex.join)
def test_every_command_of_the_image_runs(words: list[str], built: Path) -> None:
    given, command = containers.without_assignments(words)
    if command[0] == "pip":
        assert (built / command[command.index("-r") + 1]).exists()
    elif command[0] not in OF_DEBIAN:
        run(built, dry(command), **{**given, "DATA_DIR": str(built.parent / "data")})


@pytest.mark.parametrize("name", OURS)
def test_every_command_of_compose_runs(name: str, built: Path) -> None:
    command = shlex.split(OURS[name].get("command", ""))
    if command:
        run(built, dry(command))
    else:
        assert STEPS[-1].word == "CMD"


def test_the_names_in_compose_belong_together() -> None:
    services = COMPOSE["services"]
    for service in services.values():
        assert set(service.get("depends_on", {})) <= set(services)
        mounted = [volume.split(":")[0] for volume in service.get("volumes", [])]
        assert {name for name in mounted if name[0] != "."} <= set(COMPOSE["volumes"])
        assert [name for name in mounted if name[0] == "." and not (ROOT / name).is_file()] == []
    for needed, condition in _conditions(services):
        assert condition != "service_healthy" or "healthcheck" in services[needed]


def _conditions(services: dict[str, Any]) -> list[tuple[str, str]]:
    depended = [service.get("depends_on", {}) for service in services.values()]
    return [(name, how["condition"]) for each in depended for name, how in each.items()]


READ = re.compile(r"""(env\.?\w*)\(\s*["'](\w+)["']""")


def read_by_the_settings() -> set[str]:
    """The variables that they read; a secret one may be the name of a file as well."""
    found = READ.findall((ROOT / "config/settings.py").read_text(encoding="utf-8"))
    return {name for _, name in found} | {f"{name}_FILE" for how, name in found if how == "env_secret"}


def test_the_urls_in_compose_name_its_services() -> None:
    for service in OURS.values():
        for name in ("DATABASE_URL", "CELERY_BROKER_URL"):
            host = re.fullmatch(r"\w+://(?:.*@)?(\w+):\d+/\w+", service["environment"][name])
            assert host is not None
            assert host[1] in COMPOSE["services"]


@pytest.mark.parametrize("name", OURS)
def test_every_variable_in_compose_is_one_that_the_settings_read(name: str) -> None:
    assert set(OURS[name]["environment"]) <= read_by_the_settings()


PROXY = ROOT / "docs" / "operating" / "proxy"


def test_only_the_proxy_is_published_and_it_passes_on_to_the_port_that_gunicorn_binds() -> None:
    command = containers.commands(STEPS)[-1]
    bound = command[command.index("--bind") + 1].rsplit(":", 1)[1]
    assert OURS["web"]["expose"] == [bound]
    assert bound in [step.rest for step in STEPS if step.word == "EXPOSE"]
    assert {name for name, service in COMPOSE["services"].items() if "ports" in service} == {"proxy"}
    plain = (PROXY / "plain.conf").read_text(encoding="utf-8")
    assert f"server web:{bound} resolve;" in plain
    (published,) = COMPOSE["services"]["proxy"]["ports"]
    assert f"listen {published.rsplit(':', 1)[1]};" in plain


def test_what_nginx_includes_compose_mounts() -> None:
    included = set(re.findall(r"include (\S+);", (PROXY / "plain.conf").read_text(encoding="utf-8")))
    assert included <= {volume.split(":")[1] for volume in COMPOSE["services"]["proxy"]["volumes"]}


def test_units_start_what_the_image_and_compose_start() -> None:
    """Loopback and the log's level aside."""
    units = {}
    for path in (ROOT / "docs" / "operating" / "systemd").glob("chama-*.service"):
        started = re.search(
            r"^ExecStart=/opt/chama/venv/bin/(.+)$", path.read_text(encoding="utf-8"), re.MULTILINE
        )
        assert started
        units[path.stem] = shlex.split(started[1])
    image = [word.replace("0.0.0.0:", "127.0.0.1:") for word in containers.commands(STEPS)[-1]]
    assert units["chama-web"] == image
    for name in ("worker", "worker-later", "beat"):
        command = shlex.split(OURS[name]["command"])
        assert units[f"chama-{name}"][: command.index("--loglevel")] == command[: command.index("--loglevel")]


@pytest.mark.parametrize("guide", ["install.md", "upgrades.md"])
def test_the_guides_prepare_the_program_as_the_image_does(guide: str) -> None:
    """With the account's name and the folders aside: each step of the build, without what makes the image."""
    said = (ROOT / "docs" / "operating" / guide).read_text(encoding="utf-8")
    steps = [containers.without_assignments(words)[1] for words in containers.commands(STEPS)]
    needed = [shlex.join(step[1:]) for step in steps if RUN_AS_IT_IS & set(step)]
    assert len(needed) == len(RUN_AS_IT_IS)
    assert [step for step in needed if step not in said] == []


def test_addresses_that_a_shell_would_cut_are_quoted_in_the_guides() -> None:
    """Of `NAME=a&b` it keeps nothing, and the program takes a database of its own."""
    guides = (ROOT / "docs" / "operating").glob("*.md")
    lines = [line.strip() for path in guides for line in path.read_text(encoding="utf-8").splitlines()]
    given = [line for line in lines if re.match(r"[A-Z_]+=\S*&", line)]
    assert given
    assert [line for line in given if '="' not in line] == []


@pytest.mark.skipif(sys.platform == "win32", reason="a server's shell")
@pytest.mark.parametrize("in_a_file", [False, True])
def test_the_owners_address_is_put_away_wherever_it_stands(tmp_path: Path, in_a_file: bool) -> None:
    """The guide's own line, with its files where a test may write."""
    guide = (ROOT / "docs" / "operating" / "roles.md").read_text(encoding="utf-8")
    (line,) = re.findall(r"^ +(\(set -a; .*chama-owner\.env)$", guide, re.MULTILINE)
    address = "postgres://chama:x@127.0.0.1:5432/chama?sslmode=require&sslrootcert=/ca.pem"
    (tmp_path / "url").write_text(f"{address}\n")
    given = f"DATABASE_URL_FILE={tmp_path / 'url'}" if in_a_file else f'DATABASE_URL="{address}"'
    (tmp_path / "chama.env").write_text(f"SECRET_KEY=x\n{given}\n")
    ours = [f". {tmp_path}/{name}" for name in ("chama.env", "chama-owner.env")]
    reads = "\n".join([line.replace("/etc/", f"{tmp_path}/"), "set -a", *ours, ""])
    shown = 'printf "%s|%s" "$DATABASE_URL" "$DATABASE_URL_FILE"'
    done = subprocess.run(["sh", "-c", reads + shown], capture_output=True, text=True, check=True)
    assert done.stdout == f"{address}|"


def test_the_settings_of_one_server_are_ones_that_are_read() -> None:
    text = (ROOT / "docs" / "operating" / "chama.env").read_text(encoding="utf-8")
    assert set(re.findall(r"^(\w+)=", text, re.MULTILINE)) <= read_by_the_settings()


def test_the_board_and_the_alarms_ask_for_figures_that_there_are() -> None:
    folder = ROOT / "docs" / "operating"
    asked = " ".join((folder / name).read_text(encoding="utf-8") for name in ("grafana.json", "alerts.yml"))
    source = "".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "operating" / "metrics").glob("*.py")
    )
    names = {name.removesuffix("_bucket") for name in re.findall(r"chama_\w+", asked)}
    assert names
    assert [name for name in names if f'"{name}"' not in source] == []
    assert all(
        rule["expr"]
        for group in yaml.safe_load((folder / "alerts.yml").read_text())["groups"]
        for rule in group["rules"]
    )


SECRETS = {
    "secret_key": "SECRET_KEY",
    "signing_key": "SIGNING_KEY",
    "postgres_password": "POSTGRES_PASSWORD",
    "redis_password": "REDIS_PASSWORD",
}


def test_secrets_have_no_default_in_compose_and_stand_in_no_environment() -> None:
    assert COMPOSE["secrets"] == {name: {"environment": variable} for name, variable in SECRETS.items()}
    text = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    assert not re.findall(r"\$\{?(?:SECRET_KEY|\w+_PASSWORD)", text)


def test_every_service_has_the_secrets_that_it_reads() -> None:
    for name, service in COMPOSE["services"].items():
        read = set(re.findall(r"/run/secrets/(\w+)", yaml.safe_dump(service)))
        assert read == set(service.get("secrets", ())), name
    assert all(set(service["secrets"]) == set(SECRETS) for service in OURS.values())


def test_redis_takes_its_password_from_its_file(tmp_path: Path) -> None:
    """The service's own command, with the file where a test may put it."""
    (tmp_path / "redis_password").write_text("da hora")
    program, secret = str(broker.program()), str(tmp_path / "redis_password")
    shell = COMPOSE["services"]["redis"]["command"]
    port, words = free_port(), shell[2].replace("$$", "$").replace("/run/secrets/redis_password", secret)
    command = [*shell[:2], f"{words.replace('redis-server', program)} --port {port} --dir {tmp_path}"]
    url = f"redis://:da%20hora@{LOOPBACK}:{port}/0"
    server, refused = (
        Server("redis", command, tmp_path, ready=lambda: answers(url)),
        redis.AuthenticationError,
    )
    with server, pytest.raises(refused):
        redis.Redis(LOOPBACK, port).ping()


def answers(url: str) -> bool:
    """Whether it takes that password."""
    try:
        return bool(redis.Redis.from_url(url).ping())
    except redis.ConnectionError:
        return False


def test_every_service_is_hardened_and_its_lines_rotate() -> None:
    for name, service in COMPOSE["services"].items():
        assert service["read_only"], name
        assert (service["cap_drop"], service["security_opt"]) == (["ALL"], ["no-new-privileges:true"]), name
        assert service["logging"]["options"]["max-size"], name
    assert all("chama.env" in str(service["env_file"]) for service in OURS.values())


def test_a_container_runs_as_a_number_and_has_a_home() -> None:
    (user,) = [step.rest for step in STEPS if step.word == "USER"]
    assert re.fullmatch(r"\d+:\d+", user)
    assert all(
        "/data:mode=1777" in service["tmpfs"] for service in OURS.values()
    )  # podman knows no uid= there
    (given,) = [step.rest for step in STEPS[-6:] if step.word == "ENV"]
    assert {"HOME=/data", "DATA_DIR=/data", "DATABASE_REQUIRED=true"} <= set(given.split())


def test_health_of_a_worker_and_of_beat_is_the_age_of_a_file() -> None:
    for name in ("worker", "worker-later", "beat"):
        service = OURS[name]
        (told,) = re.findall(r"find (\S+)", " ".join(service["healthcheck"]["test"]))
        assert told == service["environment"]["ALIVE_FILE"]


def test_the_image_without_an_address_of_a_database_says_one_sentence_and_ends(tmp_path: Path) -> None:
    environ = environment_of_a_laptop(tmp_path, DATABASE_REQUIRED="true")
    command = python_command("manage.py", "check")
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("DATABASE_URL is not set: ")
    assert done.stderr.count("\n") == 1


def test_the_web_is_healthy_where_it_is_ready() -> None:
    (asked,) = re.findall(r"http://127\.0\.0\.1:8000(/[^']+)", " ".join(OURS["web"]["healthcheck"]["test"]))
    assert asked == reverse("ready")


def test_what_is_put_over_compose_for_tls_is_of_its_services() -> None:
    over = yaml.safe_load((ROOT / "docs" / "operating" / "compose.tls.yaml").read_text(encoding="utf-8"))
    assert set(over["services"]) == {*OURS, "postgres", "redis"}
    for name in OURS:
        given, plain = over["services"][name]["environment"], OURS[name]["environment"]
        assert set(given) <= set(plain)
        for variable, url in given.items():
            assert re.sub(r"^rediss", "redis", url).partition("?")[0] == plain[variable]
            assert "verify-full" in url or "ssl_cert_reqs=required&ssl_check_hostname=true" in url


def test_what_is_put_over_compose_for_podman_names_a_file_for_each_secret() -> None:
    text = (ROOT / "docs" / "operating" / "compose.podman.yaml").read_text(encoding="utf-8")
    over = yaml.safe_load(text.replace("!override", ""))
    assert over == {"secrets": {name: {"file": f"./secrets/{name}"} for name in SECRETS}}
    assert text.count("!override") == len(SECRETS)
