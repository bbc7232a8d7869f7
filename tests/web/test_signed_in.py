"""A page for one reader: its head drawn once a version for all of a role, its bytes compressed."""

import gzip
import re
from collections.abc import Iterator

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.urls import reverse

from matches.models import Match
from tests.cast import ana, browser, bruno, caio, duda, finished, fresh, played, running
from tests.web.cached import LANGUAGES, address, read
from tournaments.match_views import match_cache, versioned_cache
from web.http.middleware import CompressPages

pytestmark = pytest.mark.django_db
SIZE = 2_000  # bytes
TOKEN = re.compile(rb'name="csrfmiddlewaretoken" value="\w+"')


def _without_tokens(page: bytes) -> bytes:
    return TOKEN.sub(b"", page)


def test_the_head_tells_each_reader_who_they_are_and_nobody_else() -> None:
    url = address(running(), "bracket")
    seen = [read(browser(who), url) for who in (ana(), caio(), ana())]
    assert ["badge-done" in page for page in seen] == [True, False, True]


def test_the_head_is_drawn_anew_where_the_record_went_on() -> None:
    tournament = running()
    url, client = address(tournament, "standing"), browser(ana())
    assert f"<span data-record>{tournament.ledger.head_seq}</span>" in read(client, url)
    played(Match.objects.filter(ledger=tournament.ledger_id, round=1)[0])
    after = fresh(tournament).ledger.head_seq
    assert after > tournament.ledger.head_seq
    assert f"<span data-record>{after}</span>" in read(client, url)


def test_the_head_is_drawn_in_each_reader_s_language() -> None:
    url, client = address(running(), "bracket"), browser(ana())
    heads = [read(client, url, **{"accept-language": language}) for language in (*LANGUAGES, *LANGUAGES)]
    assert ["record no." in head for head in heads] == [False, True, False, True]
    assert ["registro nº" in head for head in heads] == [True, False, True, False]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_drawn_for_one_is_on_nobody_else_s_page(language: str) -> None:
    tournament = finished(8, ranked=True)
    match = Match.objects.filter(ledger=tournament.ledger_id, round=1)[0]
    urls = [reverse("match", args=[tournament.slug, match.code]), address(tournament, "regulation")]
    readers = [browser(who, language=language) for who in (ana(), caio(), bruno(), duda())]

    def pages() -> Iterator[bytes]:
        for client in (*readers, *reversed(readers)):
            yield from (_without_tokens(client.get(url).content) for url in urls)

    def alone() -> Iterator[bytes]:
        for client in (*readers, *reversed(readers)):
            for url in urls:
                match_cache.clear()
                versioned_cache.clear()
                yield _without_tokens(client.get(url).content)

    assert list(pages()) == list(alone())


def test_what_one_reader_gets_is_whole_and_of_no_certain_length() -> None:
    url, client = address(running(), "bracket"), browser(caio())
    answers = [client.get(url, headers={"accept-encoding": "gzip"}) for _ in range(8)]
    plain = client.get(url, headers={"accept-encoding": "identity"})
    assert {answer["Content-Encoding"] for answer in answers} == {"gzip"}
    assert all("Accept-Encoding" in answer["Vary"] for answer in answers)
    assert [int(answer["Content-Length"]) for answer in answers] == [
        len(answer.content) for answer in answers
    ]
    assert len({len(answer.content) for answer in answers}) > 1
    assert not plain.has_header("Content-Encoding")
    assert _without_tokens(gzip.decompress(answers[0].content)) == _without_tokens(plain.content)


@pytest.mark.parametrize(
    ("path", "accepted", "headers", "packed"),
    [
        ("/", "gzip", {}, True),
        ("/", "br", {}, False),
        ("/", "gzip", {"Content-Encoding": "br"}, False),
        ("/api/v1/", "gzip", {}, False),
    ],
)
def test_what_is_packed(path: str, accepted: str, headers: dict[str, str], packed: bool) -> None:
    answer = _packed(path, accepted, HttpResponse(b"x" * SIZE, headers=headers))
    assert (answer.get("Content-Encoding") == "gzip") == packed
    assert (answer.content == b"x" * SIZE) == (not packed)


def test_a_strong_tag_is_weak_once_its_answer_is_packed() -> None:
    answer = _packed("/", "gzip", HttpResponse(b"x" * SIZE, headers={"ETag": '"one"'}))
    assert (answer["ETag"], answer["Content-Encoding"]) == ('W/"one"', "gzip")


def _packed(path: str, accepted: str, answer: HttpResponse) -> HttpResponse:
    def view(request: HttpRequest) -> HttpResponse:
        return answer

    asked = RequestFactory().get(path, headers={"accept-encoding": accepted})
    got = CompressPages(view)(asked)
    assert isinstance(got, HttpResponse)
    return got
