"""The least that Django does to take a result: who it is, JSON read, the floor's transaction, an answer.

Without middleware, forms, rights, rules, a record, what is answered to the same call again, or a model.
"""

import json
import os
from urllib.parse import urlsplit

import django
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import path

from tools.benchmarks.bare.floor import MATCHES

_server = urlsplit(os.environ["DATABASE_URL"])
settings.configure(
    SECRET_KEY="bare" * 10,
    ROOT_URLCONF=__name__,
    ALLOWED_HOSTS=["*"],
    MIDDLEWARE=[],
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": _server.path.lstrip("/"),
            "USER": _server.username,
            "PASSWORD": _server.password,
            "HOST": _server.hostname,
            "PORT": _server.port,
            "CONN_MAX_AGE": None,
        }
    },
)
django.setup()


def result(request: HttpRequest, number: int) -> HttpResponse:
    """Run the floor's transaction on a match (`number` modulo `MATCHES`) and answer the posted JSON."""
    match, sheet = number % MATCHES + 1, json.loads(request.body)
    with connection.cursor() as cursor:
        cursor.execute("select entry from floor_seat where id = %s", [1])  # as a token is looked up
        with transaction.atomic():
            cursor.execute("select state from floor_match where id = %s for update", [match])
            cursor.execute("update floor_match set state = state + 1, winner = 1 where id = %s", [match])
            body = json.dumps(sheet)
            cursor.execute("insert into floor_audit (match, body) values (%s, %s)", [match, body])
            cursor.execute("update floor_seat set entry = 1 where id = %s", [(match + 1) // 2])
    return JsonResponse({"sheet": sheet, "match": match})


urlpatterns = [path("bare/<int:number>/sheet/", result)]
application = WSGIHandler()
