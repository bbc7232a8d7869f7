"""Every answer bears the policy of the settings, or its own; pages of somebody signed in are kept nowhere."""

from typing import cast

import pytest
from csp.decorators import csp_replace
from csp.middleware import CSPMiddleware
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.urls import reverse

from tests.cast import browser, caio
from web.http.middleware import ContentPolicy, PrivatePages

POLICY = "Content-Security-Policy"


def view(request: HttpRequest) -> HttpResponse:
    return HttpResponse("a page")


@csp_replace({"default-src": ["'self'"]})
def view_of_its_own(request: HttpRequest) -> HttpResponse:
    return HttpResponse("a page")


def view_with_a_nonce(request: HttpRequest) -> HttpResponse:
    return HttpResponse(str(request.csp_nonce))  # type: ignore[attr-defined]  # the package's


def view_with_a_header(request: HttpRequest) -> HttpResponse:
    return HttpResponse("a page", headers={POLICY: "sandbox"})


@pytest.mark.parametrize("shown", [view, view_of_its_own, view_with_a_nonce, view_with_a_header])
def test_it_is_the_policy_that_the_package_writes(shown: object) -> None:
    request = RequestFactory().get("/")
    answers = [policy(shown)(request) for policy in (ContentPolicy, CSPMiddleware)]  # type: ignore[arg-type]
    parts = [sorted(cast("HttpResponse", answer)[POLICY].split("; ")) for answer in answers]
    assert parts[0] == parts[1]
    assert parts[0]


@pytest.mark.django_db
def test_a_page_of_somebody_signed_in_says_that_it_is_over() -> None:
    answer = browser(caio()).get(reverse("home"))
    said = {word.strip() for word in answer["Cache-Control"].split(",")}
    assert said == {"max-age=0", "no-cache", "no-store", "must-revalidate", "private"}
    assert answer["Expires"] == "0"


@pytest.mark.parametrize("said", [{"Cache-Control": "public, max-age=60"}, {"Expires": "0"}])
def test_what_an_answer_says_itself_is_added_to(said: dict[str, str]) -> None:
    request = RequestFactory().get("/", headers={"cookie": "sessionid=x"})
    answer = PrivatePages(lambda _request: HttpResponse("a page", headers=said))(request)
    assert {"no-store", "private"} <= {word.strip() for word in answer["Cache-Control"].split(",")}
