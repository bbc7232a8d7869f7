"""F110: the promise, the word and the draw for programs; a seed given is still possible, and marked."""

import pytest

from tests import acts, cast
from tests.api.programs import program
from tournaments.bracket.commitment import hash_of, seed_of
from tournaments.draw.publish import publish_draw
from tournaments.entries.check_in import check_in_all
from tournaments.models import Commitment, Draw

pytestmark = [pytest.mark.django_db, pytest.mark.F110]


def test_the_promise_is_told_and_kept() -> None:
    tournament = cast.checked_in(8)
    base = f"tournaments/{tournament.slug}/draw/"
    ana = program(cast.ana())
    promised = ana.get(f"{base}promise/").body
    assert promised["promised"]["hash"] == Commitment.objects.get().sha256
    assert (promised["is_lost"], promised["earlier"]) == (False, [])
    drawn = ana.post(base, {"word": "capivara"}).body
    assert hash_of(drawn["secret"]) == promised["promised"]["hash"] == drawn["promised"]["hash"]
    assert drawn["derived_seed"] == seed_of(drawn["secret"], drawn["order"], "capivara")
    assert (drawn["seed"], drawn["word"], drawn["typed_by_hand"]) == (None, "capivara", False)
    assert ana.get(f"{base}promise/").body["promised"] is None
    assert program().get(base).body == drawn


def test_a_seed_given_is_taken_and_marked() -> None:
    tournament = cast.checked_in(8)
    base = f"tournaments/{tournament.slug}/draw/"
    ana = program(cast.ana())
    assert ana.post(base, {"seed": 7, "word": "capivara"}).fields == {"seed": "seed_and_word"}
    drawn = ana.post(base, {"seed": 7}).body
    assert (drawn["seed"], drawn["typed_by_hand"]) == (7, True)
    assert [drawn[key] for key in ("algorithm", "promised", "secret", "word", "derived_seed")] == [None] * 5


def test_a_draw_that_was_taken_back_is_told_with_its_reason() -> None:
    tournament = cast.checked_in(8)
    base = f"tournaments/{tournament.slug}/draw/"
    ana = program(cast.ana())
    first = ana.post(base, {}).body
    ana.post(f"{base}withdraw/", {"reason": "faltou gente"})
    assert ana.get(f"{base}promise/").body["earlier"][0]["reason"] == "faltou gente"
    (earlier,) = ana.post(base, {}).body["earlier"]
    assert (earlier["reason"], earlier["draw"]["secret"]) == ("faltou gente", first["secret"])


def test_before_the_draw_no_answer_has_the_secret() -> None:
    tournament = cast.checked_in(8, ranked=True)
    secret = str(Commitment.objects.get().secret)
    ana = program(cast.ana())
    for path in ("", "draw/promise/", "draw/ready/", "draw/shapes/", "entries/"):
        assert secret not in str(ana.get(f"tournaments/{tournament.slug}/{path}").body)


def test_who_is_passed_over_is_told_and_null_where_nobody_is() -> None:
    clock = acts.moments()
    first, second = (cast.entered(11, ranked=True, name=f"Etapa {letter}") for letter in "AB")
    check_in_all(first, by=cast.ana(), now=next(clock))
    publish_draw(cast.fresh(first), by=cast.ana(), now=next(clock))
    acts.finish(cast.fresh(first), clock)
    check_in_all(second, by=cast.ana(), now=next(clock))
    ana, visitor = program(cast.ana()), program()
    assert visitor.get(f"tournaments/{first.slug}/draw/").body["passed_over"] is None
    drawn = ana.post(f"tournaments/{second.slug}/draw/", {}).body
    assert drawn["passed_over"] == Draw.objects.get(tournament=second).passed_over
    assert [len(codes) for codes in drawn["passed_over"]] == [2]
    assert set(drawn["passed_over"][0]) <= set(drawn["order"])
