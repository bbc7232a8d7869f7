"""How the API behaves towards any program: root, problems, versions, other sites, what is left."""

import pytest
from django.conf import LazySettings
from django.test import Client, override_settings

from rulesets.registry import GAMES
from tests import cast
from tests.api.programs import program

pytestmark = pytest.mark.django_db

ORIGIN = {"Origin": "https://club.example"}
KINDS = [(game.key, kind.key) for game in GAMES.values() for kind in game.kinds]


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_a_tournament_is_made_from_what_is_required_alone(game: str, kind: str) -> None:
    made = program(cast.ana()).post("tournaments/", {"game": game, "kind": kind, "name": "Rio", "year": 2026})
    assert made.status == 201, made.text
    sizes = GAMES[game].kind(kind).tables
    assert (made.body["table_low"], made.body["table_high"]) == (sizes.low, sizes.high)


def test_sizes_that_are_given_hold() -> None:
    body = {"game": "castelo", "kind": "imortal", "name": "Rio", "year": 2026, "table_low": 4}
    made = program(cast.ana()).post("tournaments/", body)
    assert (made.body["table_low"], made.body["table_high"]) == (4, 8)


def test_a_type_that_does_not_exist_is_the_one_thing_wrong() -> None:
    refused = program(cast.ana()).post("tournaments/", {"kind": "nada", "name": "Rio", "year": 2026})
    assert (refused.status, refused.codes) == (422, {"kind_unknown"})


def test_the_root_names_where_everything_begins() -> None:
    root = program().get("/api/v1/").body
    assert root == Client().get("/api/").json()
    assert root["tournaments"] == "http://testserver/api/v1/tournaments/"
    for name in ("description", "docs", "catalogue", "types", "tournaments", "seasons"):
        assert Client().get(root[name]).status_code == 200, name


@pytest.mark.parametrize(
    ("path", "status", "error"),
    [
        ("tournaments/nowhere/", 404, "not_found"),
        ("nothing/", 404, "not_found"),
        ("me/", 401, "not_authenticated"),
        ("tournaments/?state=odd", 400, "invalid"),
        ("titles/parse/?title=Xadrez", 422, "title_without_colon"),
        ("seasons/?x=%00", 400, "odd_characters"),
    ],
)
def test_every_refusal_is_a_problem_as_rfc_9457_has_it(path: str, status: int, error: str) -> None:
    refused = program().get(path)
    assert refused.headers["content-type"] == "application/problem+json"
    said = refused.body
    assert (refused.status, said["status"], said["error"]) == (status, status, error)
    assert said["type"] == f"urn:problem-type:chama:{error}"
    assert said["detail"].startswith(said["violations"][0]["message"])


@pytest.mark.parametrize(
    "path", ["", "bracket/", "standing/", "matches/", "entries/", "draw/", "regulation/", "now/"]
)
def test_each_language_has_an_etag_of_its_own(path: str) -> None:
    address = f"tournaments/{cast.drawn().slug}/{path}"
    english, portuguese = (program(language=language).get(address) for language in ("en", "pt-br"))
    same = program(language="en").get(address)
    assert same.headers["etag"] == english.headers["etag"]
    if english.text != portuguese.text:
        assert english.headers["etag"] != portuguese.headers["etag"]
        other = program(language="pt-br").get(address, If_None_Match=english.headers["etag"])
        assert other.status == 200
    assert english.headers["etag"].startswith(f'"{english.seq}-')


def test_who_sees_more_has_an_etag_of_their_own() -> None:
    address = f"tournaments/{cast.running().slug}/corrections/"
    assert program().get(address).headers["etag"] != program(cast.ana()).get(address).headers["etag"]


def test_an_etag_goes_into_if_match_as_it_is() -> None:
    base, ana = f"tournaments/{cast.announced().slug}/", program(cast.ana())
    tag = ana.get(base).headers["etag"]
    changed = ana.patch(base, {"venue": "Here"}, headers={"If-Match": tag})
    assert changed.status == 200
    assert ana.patch(base, {"venue": "There"}, headers={"If-Match": tag}).status == 412
    assert ana.patch(base, {"venue": "There"}, headers={"If-Match": changed.headers["etag"]}).status == 200


# --- other sites ------------------------------------------------------------------------------------


def test_scripts_of_other_sites_may_read_as_strangers() -> None:
    address = f"/api/v1/tournaments/{cast.announced().slug}/"
    answer = Client().get(address, headers=ORIGIN)
    assert answer["access-control-allow-origin"] == "*"
    assert "ETag" in answer["access-control-expose-headers"]
    assert "access-control-allow-credentials" not in answer
    first = Client().options(address, headers={**ORIGIN, "Access-Control-Request-Method": "GET"})
    assert (first.status_code, first["access-control-allow-methods"]) == (204, "GET, HEAD")
    assert "authorization" not in first["access-control-allow-headers"].lower()


@pytest.mark.parametrize("method", ["POST", "PATCH", "PUT", "DELETE"])
def test_they_may_not_write(method: str) -> None:
    first = Client().options(
        "/api/v1/tournaments/", headers={**ORIGIN, "Access-Control-Request-Method": method}
    )
    assert "access-control-allow-origin" not in first
    assert "access-control-allow-origin" not in Client().post("/api/v1/tournaments/", headers=ORIGIN)


def test_pages_are_for_nobody_elses_scripts() -> None:
    assert "access-control-allow-origin" not in Client().get("/", headers=ORIGIN)


# --- too often -------------------------------------------------------------------------------


def test_one_too_many_is_told_when_to_come_back() -> None:
    bruno, base = program(cast.bruno()), f"tournaments/{cast.announced().slug}/"
    with override_settings(LIMITS=1 / 60):
        assert bruno.post(f"{base}entries/self/").status == 201
        refused = bruno.post(f"{base}entries/self/")
    assert (refused.status, refused.body["error"]) == (429, "throttled")
    assert refused.headers["ratelimit"] == f'"create";r=0;t={refused.headers["retry-after"]}'
    assert bruno.get(base).status == 200


# --- times and truths -------------------------------------------------------------------------------


def test_a_time_from_paper_needs_its_offset_too() -> None:
    tournament = cast.running()
    bruno, path = program(cast.bruno()), f"tournaments/{tournament.slug}/matches/"
    match = bruno.get(path + "?state=playing").body["results"][0]
    body = {"ended_by": "nobody", "paper": {"ended": "2026-11-22T09:00:00"}}
    refused = bruno.post(f"{path}{match['code']}/sheet/", body)
    assert (refused.status, refused.fields) == (400, {"paper.ended": "offset_missing"})


@pytest.mark.parametrize("word", ["1", "yes", "True", "on", ""])
def test_true_is_one_word_in_queries(word: str) -> None:
    assert program(cast.ana()).get(f"tournaments/?mine={word}").status == 400
    assert program(cast.ana()).get("tournaments/?mine=true").status == 200


def test_by_plain_http_a_program_is_refused_and_not_sent_on(settings: LazySettings) -> None:
    settings.SECURE_SSL_REDIRECT = True
    refused = Client().get("/api/v1/tournaments/", headers={"authorization": f"Token {cast.key(cast.ana())}"})
    assert (refused.status_code, refused.json()["error"]) == (403, "https_only")
    assert Client().get("/api/v1/tournaments/", secure=True).status_code == 200
    assert Client().get("/").status_code == 301
