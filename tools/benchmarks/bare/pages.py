"""The emptiest Django there is, on the same servers, for what a page costs beside it.

`/page/N/` answers N bytes, `/nothing/` 204, `/rows/N/` a plain template that loops over N rows of four cells.
"""

import os
import sys

import django
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.http import HttpRequest, HttpResponse
from django.template import Context, Engine
from django.urls import path
from waitress import serve

CELLS = "".join(f"<td>{{{{ row.{name} }}}}</td>" for name in "abcd")
ROWS = f"<table>{{% for row in rows %}}<tr>{CELLS}</tr>{{% endfor %}}</table>"

settings.configure(SECRET_KEY="bare" * 10, ROOT_URLCONF=__name__, ALLOWED_HOSTS=["*"], MIDDLEWARE=[])
django.setup()
_template = Engine().from_string(ROWS)


def page(request: HttpRequest, size: int) -> HttpResponse:
    """Answer `size` random bytes."""
    return HttpResponse(_bytes[:size])


def no_content(request: HttpRequest) -> HttpResponse:
    """Answer 204."""
    return HttpResponse(status=204)


def rows(request: HttpRequest, number: int) -> HttpResponse:
    """Render a table of `number` rows of four cells with a Django template."""
    found = [{"a": n, "b": f"Name {n}", "c": f"<{n}>", "d": "x"} for n in range(number)]
    return HttpResponse(_template.render(Context({"rows": found})))


_bytes = os.urandom(2_000_000)
urlpatterns = [path("page/<int:size>/", page), path("nothing/", no_content), path("rows/<int:number>/", rows)]
application = WSGIHandler()

if __name__ == "__main__":
    serve(application, host="127.0.0.1", port=int(sys.argv[1]), threads=8, ident=None)
