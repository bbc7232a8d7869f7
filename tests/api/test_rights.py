"""Who may see and do what: visitors, strangers, players, judges, coordinators, organizers."""

from typing import Any

import pytest
from django.urls import reverse

from accounts.models import Scope, User
from core.models import RecordLine
from matches.models import Entry, Match
from tests import cast
from tests.api import sheets
from tests.api.described import Described
from tests.api.programs import Program, program
from tests.api.wires import InProcess
from tournaments.models import Staff, Tournament

pytestmark = pytest.mark.django_db

READS = [
    "", "staff/", "announcement/", "tables/", "entries/", "draw/", "draw/shapes/", "draw/ready/", "bracket/",
    "matches/", "now/", "standing/", "record/", "people/", "mine/", "corrections/", "disputes/",
    "reports/",
]  # fmt: skip
STAFF_ONLY = ["reports/", "staff/", "draw/ready/", "people/", "disputes/"]
WRITES: list[tuple[str, str, Any]] = [
    ("PATCH", "", {"venue": "x"}),
    ("POST", "staff/", {"username": "duda", "role": "organizer"}),
    ("DELETE", "staff/organizer/{person}/", None),
    ("POST", "announcement/", {"text": "x", "channel": "x"}),
    ("PUT", "tables/", {"count": 1}),
    ("PATCH", "tables/1/", {"is_open": False}),
    ("POST", "entries/", {"names": ["Eva"]}),
    ("POST", "entries/import/", {"csv": "Eva"}),
    ("POST", "entries/import/", {"csv": "Eva", "preview": True}),
    ("POST", "entries/check-in/", {}),
    ("POST", "entries/{entry}/withdraw/", {}),
    ("POST", "entries/{entry}/disqualify/", {"reason": "x"}),
    ("POST", "entries/{entry}/reinstate/", {"reason": "x"}),
    ("POST", "entries/{entry}/substitute/", {"leaving": "p", "name": "Eva"}),
    ("POST", "entries/late/", {"match": "{match}", "side": 1, "names": ["Eva"], "reason": "x"}),
    ("POST", "entries/{entry}/check-in/", {}),
    ("POST", "entries/{entry}/check-out/", {}),
    ("POST", "entries/{entry}/decks/", {"text": "3 Ideia"}),
    ("POST", "entries/{entry}/decks/waive/", {"reason": "x"}),
    ("POST", "draw/", {}),
    ("POST", "draw/withdraw/", {"reason": "x"}),
    ("POST", "matches/{match}/start/", {}),
    ("POST", "matches/{match}/time/", {}),
    ("POST", "matches/{match}/extend/", {"minutes": 5, "reason": "x"}),
    ("POST", "matches/{match}/redraw/", {"player": "{seat}"}),
    ("POST", "matches/{match}/drawn-games/", {"ended_by": "win_condition"}),
    ("POST", "matches/{match}/drawn-games/take-back/", {"reason": "x"}),
    ("POST", "matches/{match}/place/", {"table": "1"}),
    ("POST", "matches/{match}/check/", {"ended_by": "nobody"}),
    ("POST", "matches/{match}/sheet/", {"ended_by": "nobody"}),
    ("POST", "matches/{match}/correction/preview/", {"sheet": {"ended_by": "nobody"}}),
    ("POST", "matches/{match}/corrections/", {"sheet": {"ended_by": "nobody"}, "reason": "x"}),
    ("POST", "corrections/1/undo/", {"reason": "x"}),
    ("POST", "disputes/1/dismiss/", {"reason": "x"}),
    ("POST", "reopen/", {"reason": "x"}),
    ("POST", "cards/", {"act": "issue"}),
    ("DELETE", "matches/{match}/phones/", None),
    ("POST", "finish/", {}),
]


def _address(tournament: Tournament, path: str) -> str:
    """With codes that exist."""
    entry = Entry.objects.filter(ledger=tournament.ledger_id).last()
    match = Match.objects.filter(ledger=tournament.ledger_id).first()
    organizer = Staff.objects.filter(tournament=tournament, role="organizer").get()
    codes = {
        "entry": entry.code if entry else "enone",
        "match": match.code if match else "mnone",
        "person": organizer.persona.code,
    }
    return f"tournaments/{tournament.slug}/{path.format(**codes)}"


def _body(tournament: Tournament, body: Any) -> Any:
    match = Match.objects.filter(ledger=tournament.ledger_id).first()
    seat = match.seats.first() if match else None
    if body == {"player": "{seat}"}:
        return {"player": seat.persona.code if seat and seat.persona else "pnone"}
    return body


@pytest.mark.F66
@pytest.mark.F78
@pytest.mark.parametrize("path", [*READS, "nothing/"])
def test_a_tournament_that_is_not_public_does_not_exist_for_strangers(path: str) -> None:
    hidden = cast.created()
    for who in (None, cast.duda()):
        seen = program(who).get(f"tournaments/{hidden.slug}/{path}")
        other = program(who).get(f"tournaments/no-such-thing/{path}")
        assert (seen.status, seen.text) == (other.status, other.text)
        assert seen.status == (401 if path == "mine/" and who is None else 404)


@pytest.mark.F66
@pytest.mark.parametrize(("method", "path", "body"), WRITES)
def test_nor_can_strangers_write_to_it(method: str, path: str, body: Any) -> None:
    hidden = cast.created()
    lines = RecordLine.objects.count()
    address = _address(hidden, path)
    for who, status in [(None, 401), (cast.duda(), 404)]:
        refused = program(who).send(method, address, _body(hidden, body))
        other = program(who).send(method, address.replace(hidden.slug, "none"), _body(hidden, body))
        assert (refused.status, refused.text) == (status, other.text)
    assert RecordLine.objects.count() == lines


@pytest.mark.parametrize("path", READS)
def test_what_visitors_may_read_of_a_public_one(path: str) -> None:
    slug = cast.running().slug
    private = path in STAFF_ONLY
    visitor = program().get(f"tournaments/{slug}/{path}")
    stranger = program(cast.duda()).get(f"tournaments/{slug}/{path}")
    judge = program(cast.bruno()).get(f"tournaments/{slug}/{path}")
    if path == "mine/":
        assert (visitor.status, stranger.status, judge.status) == (401, 404, 404)
    else:
        assert (visitor.status, stranger.status) == ((401, 403) if private else (200, 200))
        assert judge.status == 200


@pytest.mark.F67
@pytest.mark.parametrize(("method", "path", "body"), WRITES)
def test_strangers_and_players_cannot_act_on_a_public_one(method: str, path: str, body: Any) -> None:
    tournament = cast.running()
    lines = RecordLine.objects.count()
    for who, status in [(None, 401), (cast.duda(), 403), (cast.caio(), 403)]:
        refused = program(who).send(method, _address(tournament, path), _body(tournament, body))
        assert (refused.status, refused.body["error"]) == (
            status,
            "not_authenticated" if who is None else "forbidden",
        )
    assert RecordLine.objects.count() == lines


@pytest.mark.F67
@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PATCH", "", {"venue": "x"}),
        ("POST", "staff/", {"username": "bruno", "role": "organizer"}),
        ("DELETE", "staff/organizer/{person}/", None),
        ("POST", "announcement/", {"text": "x", "channel": "x"}),
        ("PUT", "tables/", {"count": 1}),
        ("POST", "draw/", {}),
        ("POST", "draw/withdraw/", {"reason": "x"}),
        ("POST", "finish/", {}),
        ("POST", "matches/{match}/correction/preview/", {"sheet": {"ended_by": "nobody"}}),
        ("POST", "matches/{match}/corrections/", {"sheet": {"ended_by": "nobody"}, "reason": "x"}),
        ("POST", "corrections/1/undo/", {"reason": "x"}),
        ("POST", "disputes/1/dismiss/", {"reason": "x"}),
        ("POST", "reopen/", {"reason": "x"}),
    ],
)
def test_a_judge_does_not_run_the_tournament(method: str, path: str, body: Any) -> None:
    tournament = cast.running()
    refused = program(cast.bruno()).send(method, _address(tournament, path), body)
    assert (refused.status, refused.body["error"]) == (403, "forbidden")


@pytest.mark.F66
def test_codes_of_one_tournament_open_nothing_in_another() -> None:
    tournament, other = cast.running(seed=7), cast.running(name="Carioca", seed=8)
    bruno = program(cast.bruno())
    match = Match.objects.filter(ledger=other.ledger_id, state="playing").first()
    entry = Entry.objects.filter(ledger=other.ledger_id).first()
    assert match is not None
    assert entry is not None
    base = f"tournaments/{tournament.slug}/"
    shown = bruno.get(f"tournaments/{other.slug}/matches/{match.code}/").body
    for path in (f"matches/{match.code}/", f"matches/{match.code}/sheet/", f"entries/{entry.code}/"):
        assert bruno.get(base + path).status == 404
    assert bruno.post(f"{base}matches/{match.code}/sheet/", sheets.won(shown)).status == 404
    assert bruno.post(f"{base}matches/{match.code}/start/").status == 404
    assert bruno.post(f"{base}entries/{entry.code}/check-in/").status == 404
    assert bruno.get(f"{base}matches/?entry={entry.code}").body["count"] == 0
    match.refresh_from_db()
    assert match.state == "playing"


@pytest.mark.F72
def test_a_role_taken_away_and_a_token_revoked_stop_at_once() -> None:
    tournament = cast.running()
    base = f"tournaments/{tournament.slug}/"
    ana, bruno = program(cast.ana()), program(cast.bruno())
    person = next(row["person"] for row in ana.get(f"{base}staff/").body if row["role"] == "judge")
    assert bruno.get(f"{base}people/").status == 200
    assert ana.delete(f"{base}staff/judge/{person}/").status == 200
    assert bruno.get(f"{base}people/").status == 403
    assert bruno.delete("token/").status == 204
    assert bruno.get("me/").status == 401


def test_the_last_organizer_stays() -> None:
    tournament = cast.created()
    base = f"tournaments/{tournament.slug}/staff/"
    ana = program(cast.ana())
    person = next(row["person"] for row in ana.get(base).body if row["role"] == "organizer")
    refused = ana.delete(f"{base}organizer/{person}/")
    assert (refused.status, refused.codes) == (422, {"last_organizer"})
    assert ana.delete(f"{base}organizer/pnobody/").status == 404


@pytest.mark.F69
def test_a_session_may_read_but_writes_only_with_its_csrf_token() -> None:
    tournament = cast.created()
    client = InProcess()
    client.client.force_login(User.objects.get(username=cast.staffed(cast.ana())))
    told = {"Accept-Language": "en"}
    base = f"/api/v1/tournaments/{tournament.slug}/"
    assert client.send("GET", base, None, told).body["role"] == "organizer"
    refused = client.send("PATCH", base, b'{"venue": "x"}', told)
    assert (refused.status, refused.body["error"]) == (403, "permission_denied")


def test_players_find_their_own_day() -> None:
    tournament = cast.running()
    mine = program(cast.caio()).get(f"tournaments/{tournament.slug}/mine/")
    assert mine.body["status"] == "playing"
    assert mine.body["seat"]["name"] == "Caio do Rio"
    assert mine.body["match"]["table"]


def test_a_player_may_take_back_their_own_entry_and_no_others() -> None:
    tournament = cast.entered()
    base = f"tournaments/{tournament.slug}/"
    caio = program(cast.caio())
    own = caio.get(f"{base}mine/").body["entry"]
    other = next(e["code"] for e in caio.get(f"{base}entries/").body["results"] if e["code"] != own)
    assert caio.post(f"{base}entries/{other}/withdraw/").status == 403
    assert caio.post(f"{base}entries/{own}/withdraw/").body["state"] == "withdrawn"


def test_lists_show_public_tournaments_and_ones_own() -> None:
    hidden, public = cast.created(name="Secreto"), cast.announced(name="Aberto")
    assert [t["slug"] for t in program().get("tournaments/").body["results"]] == [public.slug]
    own = program(cast.bruno()).get("tournaments/?mine=true").body["results"]
    assert {t["slug"] for t in own} == {hidden.slug, public.slug}
    assert program(cast.duda()).get("tournaments/?mine=true").body["count"] == 0
    assert program(cast.ana()).get("tournaments/?search=secret").body["count"] == 1
    assert program().get("tournaments/?search=secret").body["count"] == 0


@pytest.mark.F67
@pytest.mark.parametrize("scope", Scope)
def test_no_key_gives_a_tournament_away(scope: Scope) -> None:
    tournament, given = cast.announced(), {"username": cast.staffed(cast.duda()), "role": "organizer"}
    where = f"tournaments/{tournament.slug}/staff/"
    ana = Program(Described(InProcess()), cast.key(cast.ana(), scope))
    refused = ana.post(where, given)
    assert (refused.status, refused.body["error"]) == (
        403, "organizer_on_page" if scope == Scope.ORGANIZE else "token_scope",
    )  # fmt: skip
    assert reverse("staff", args=[tournament.slug]) in refused.body["detail"] or scope != Scope.ORGANIZE
    assert Staff.objects.filter(tournament=tournament, role="organizer").count() == 1


@pytest.mark.F67
def test_nor_does_a_session_at_the_api() -> None:
    tournament, ana = cast.announced(), cast.browser(cast.ana())
    page = ana.get(reverse("staff", args=[tournament.slug]))
    answer = ana.post(
        f"/api/v1/tournaments/{tournament.slug}/staff/",
        {"username": cast.staffed(cast.duda()), "role": "organizer"},
        content_type="application/json",
        headers={"X-CSRFToken": page.cookies["csrftoken"].value},
    )
    assert (answer.status_code, answer.json()["error"]) == (403, "organizer_on_page")


@pytest.mark.F66
def test_no_answer_shows_a_counter_or_an_account() -> None:
    tournament = cast.running()
    for path in READS:
        text = program(cast.ana()).get(f"tournaments/{tournament.slug}/{path}").text
        assert '"id":' not in text.replace('"rules":{"id":', "")
        assert "username" not in text
        assert "ledger" not in text
