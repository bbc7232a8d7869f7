"""Scripts, styles, pictures: never a page, never in a frame, never of another kind (V3.4.3, V3.4.6)."""

from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from tests.servers.process import ROOT

OURS = sorted(path.relative_to(ROOT / "static") for path in (ROOT / "static").rglob("*") if path.is_file())
KINDS = {path.suffix: path for path in OURS}


def test_there_is_something_of_each_kind() -> None:
    assert {".css", ".js", ".svg"} <= set(KINDS)


@pytest.mark.parametrize("file", KINDS.values(), ids=str)
def test_a_static_file_shows_nothing_where_it_is_opened_by_itself(file: Path) -> None:
    assert finders.find(str(file))
    answer = Client().get(f"/static/{file.as_posix()}")
    assert answer.status_code == 200
    told = {name.lower(): value for name, value in answer.headers.items()}
    policy = dict(part.strip().partition(" ")[::2] for part in told["content-security-policy"].split(";"))
    assert policy["default-src"] == policy["frame-ancestors"] == "'none'"
    assert "sandbox" in policy
    assert told["x-frame-options"] == "DENY"
    assert told["x-content-type-options"] == "nosniff"
    assert told["referrer-policy"] == "same-origin"
    assert "access-control-allow-origin" not in told


def test_a_file_of_a_package_is_no_page_either() -> None:
    answer = Client().get("/static/drf_spectacular_sidecar/swagger-ui-dist/oauth2-redirect.html")
    assert (answer.status_code, "sandbox" in answer.headers["Content-Security-Policy"]) == (200, True)
