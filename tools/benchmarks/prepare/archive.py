"""The steps of `tools.benchmarks.archive` within the product: play, grow, measure; each prints JSON.

What is copied is every row of the apps below: keys and references are shifted by a million for each copy,
and what is unique is made so by the copy's number. Users, sessions and jobs are not copied.
"""

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.apps import apps
from django.db import connection, transaction
from django.db.models import Field, ForeignKey, Model
from django.test import Client

from accounts.models import Player, User
from core.cache.response_cache import response_cache
from core.models import Ledger, RecordLine
from simulation.scenarios import Scenario
from simulation.simulation import Simulation
from tournaments.models import Tournament

APPS = ("matches", "tournaments")
OTHERS = (Ledger, RecordLine, Player, apps.get_model("accounts", "Persona"))
STEP = 1_000_000
ENTRIES, YEARS = 50, 10
PLAYED = 8


def play(count: int) -> dict[str, Any]:
    """Play `count` tournaments through the services and store them; every other one has tables of two.

    Every player then gets a page, as if people had played.
    """
    for number in range(count):
        with transaction.atomic():
            size = 2 if number % 2 else 4
            Simulation(Scenario(entries=ENTRIES, seed=number, table_size=size, name=f"Nº {number}")).run()
    Tournament.objects.update(simulated=False)  # people have pages of what was played by people
    Player.objects.update(has_page=True, awaits_season=False)  # none of these tournaments is ranked
    return {"played": count}


def grow(copies: int) -> dict[str, Any]:
    """Insert so many copies of every row (PostgreSQL), with triggers and foreign keys switched off."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SET session_replication_role = replica"
        )  # no triggers: what is copied was checked once
        for model in _copied_models():
            cursor.execute(_insert_copies_sql(model), [copies])
            cursor.execute(
                f"SELECT setval(pg_get_serial_sequence('{model._meta.db_table}', '{_key_column(model)}'), "
                f"(SELECT max({_key_column(model)}) FROM {model._meta.db_table}))"
            )
        cursor.execute("VACUUM ANALYZE")
    return {"copies": copies}


def _copied_models() -> list[type[Model]]:
    of_apps = (
        model for app in APPS for model in apps.get_app_config(app).get_models(include_auto_created=True)
    )
    return [*OTHERS, *(model for model in of_apps if model._meta.managed and not model._meta.proxy)]


def _key_column(model: type[Model]) -> str:
    return str(model._meta.pk.column)


def _insert_copies_sql(model: type[Model]) -> str:
    """Return a statement with one parameter, the number of copies."""
    fields = [field for field in model._meta.local_concrete_fields if not getattr(field, "generated", False)]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    values = ", ".join(_copied_value_sql(field) for field in fields)
    return f"INSERT INTO {model._meta.db_table} ({columns}) SELECT {values} FROM {model._meta.db_table} t, generate_series(1, %s) k"  # noqa: E501


def _copied_value_sql(field: "Field[Any, Any]") -> str:
    """Return the value of a column in copy `k` of row `t`; references to rows that are not copied stay."""
    column = f't."{field.column}"'
    if isinstance(field, ForeignKey) and field.related_model not in _copied_models():
        return "NULL" if field.unique and field.null else column
    if isinstance(field, ForeignKey) or field.primary_key:
        return f"{column} + k * {STEP}"
    if field.model is Player and field.name in ("name", "folded"):
        return f"{column} || ' ' || k"
    changed = {"year": f"{column} - k %% {YEARS}", "slug": f"{column} || '-' || k"}
    unique = f"left({column}, {(field.max_length or 12) - 3}) || lpad(to_hex(k), 3, '0')"
    return changed.get(field.name, unique if field.unique else column)


def measure(times: int) -> dict[str, Any]:
    """Return how much is stored, and per page the shortest of `times` answers in milliseconds."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database()) / 1000000")
        (megabytes,) = cursor.fetchone()
    pages = {name: _shortest_ms(work, times) for name, work in _timed_works()}
    people, tournaments = Player.objects.count(), Tournament.objects.count()
    return {"tournaments": tournaments, "people": people, "megabytes": megabytes, "pages": pages}


def _timed_works() -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield names with what is timed: pages that an administrator requests, and a tournament played."""
    tournament = Tournament.objects.order_by("pk")[1]
    player = Player.objects.filter(personas__ledger=tournament.ledger_id, user=None).order_by("pk")[0]
    at, client = f"/torneios/{tournament.slug}/", _administrator_client()
    addresses = {
        "home": "/",
        "search a tournament": "/?busca=campeonato",
        "search a person": f"/?busca={player.name.split()[0]}",
        "overview": at,
        "bracket": f"{at}chave/",
        "standing": f"{at}classificacao/",
        "entries": f"{at}inscricoes/",
        "record": f"{at}registro/",
        "player": f"/jogadores/{player.code}/",
        "season": f"/temporadas/chama/{tournament.year}/",
        "API: tournaments": "/api/v1/tournaments/",
        "API: bracket": f"/api/v1/tournaments/{tournament.slug}/bracket/",
        "admin: tournaments": "/admin/tournaments/tournament/",
        "admin: find a person": f"/admin/accounts/player/?q={player.code}",
        "health": "/saude/",
    }
    for name, address in addresses.items():
        yield name, partial(_request, client, address)
    yield f"play one of {PLAYED}, a match", _play_and_roll_back


def _administrator_client() -> Client:
    """Store an administrator unless there is one, and return a test client signed in as them."""
    client = Client()
    user, _ = User.objects.get_or_create(
        username="archive", defaults={"is_staff": True, "is_superuser": True}
    )
    client.force_login(user)
    return client


def _request(client: Client, address: str) -> None:
    """Raise RuntimeError if the page does not answer."""
    answer = client.get(address)
    if answer.status_code not in (200, 503):  # no worker runs here, so /saude/ reports "not ready"
        raise RuntimeError(f"{address}: {answer.status_code}")


def _play_and_roll_back() -> None:
    """Play a whole tournament of 8 entries through the services; nothing of it is stored."""
    with transaction.atomic():
        Simulation(Scenario(entries=PLAYED, seed=1, table_size=2, name="Pequeno")).run()
        transaction.set_rollback(True)


def _shortest_ms(work: Callable[[], object], times: int) -> float:
    """Return wall-clock milliseconds; the response cache is emptied before each run."""
    took = []
    for _ in range(times):
        response_cache.clear()
        began = time.perf_counter()
        work()
        took.append((time.perf_counter() - began) * 1000)
    return min(took)


STEPS: dict[str, Callable[[int], dict[str, Any]]] = {"play": play, "grow": grow, "measure": measure}

if __name__ == "__main__":
    from django.core.management import call_command

    if sys.argv[1] == "play":
        call_command("migrate", verbosity=0)
    print(json.dumps(STEPS[sys.argv[1]](int(sys.argv[2])), default=float))
