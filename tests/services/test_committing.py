"""F110: the secret of a draw is promised before anybody is checked in, told by the draw, and used once."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from django.contrib import admin
from django.db import IntegrityError, transaction

from matches.models import Entry, Match
from records.export import record_lines
from records.importing.record import restore_record
from tests.acts import assert_sound
from tests.cast import START, ana, checked_in, created, entered, fresh
from tests.unguarded import forget_head
from tournaments.bracket.commitment import hash_of, seed_of
from tournaments.bracket.lots import ALGORITHM
from tournaments.draw.publish import publish_draw, withdraw_draw
from tournaments.draw.selectors import promise, withdrawn_draws
from tournaments.entries.check_in import check_in, check_in_all, check_out
from tournaments.models import Commitment, Draw, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.F110]


def written(tournament: Tournament, *types: str) -> list[dict[str, Any]]:
    """The lines of these types."""
    lines = map(json.loads, record_lines(tournament))
    return [line for line in lines if line["type"] in types]


def drawn(tournament: Tournament, **how: Any) -> dict[str, Any]:
    """Draw, and the `data` of the line."""
    publish_draw(fresh(tournament), by=ana(), now=START, **how)
    data: dict[str, Any] = written(tournament, "draw.published")[-1]["data"]
    return data


def withdrawn(tournament: Tournament) -> None:
    withdraw_draw(fresh(tournament), reason="faltou gente", by=ana(), now=START)


def seats(tournament: Tournament) -> list[tuple[Any, ...]]:
    matches = Match.objects.filter(ledger=tournament.ledger_id).order_by("round", "number", "seats__number")
    return list(matches.values_list("round", "number", "seats__persona__code", "seats__suit"))


def imported(tournament: Tournament, folder: Path) -> Tournament:
    """The same tournament elsewhere: its record, and nothing else."""
    path = folder / "carried.record.jsonl"
    path.write_text("".join(record_lines(tournament)), encoding="utf-8")
    Tournament.objects.filter(pk=tournament.pk).update(slug="here")
    forget_head(tournament.ledger_id)
    return restore_record(path, names={}, owner=ana().user, now=START)


def test_the_first_check_in_promises_a_secret_and_no_other_does() -> None:
    tournament = entered(3)
    assert promise(tournament) is None
    first, second, _ = Entry.objects.filter(ledger=tournament.ledger_id)
    check_in(first, by=ana(), now=START)
    check_in(second, by=ana(), now=START)
    check_out(first, by=ana(), now=START)
    check_in_all(tournament, by=ana(), now=START)
    lines = written(tournament, "draw.committed", "entry.checked_in")
    assert [line["type"] for line in lines] == ["draw.committed", *["entry.checked_in"] * 4]
    found = promise(tournament)
    assert found is not None
    assert (lines[0]["by"], lines[0]["data"]) == ("system", {"hash": found.sha256})
    assert hash_of(Commitment.objects.get().secret or "") == found.sha256


def test_nobody_here_promises_nothing() -> None:
    tournament = created()
    check_in_all(tournament, by=ana(), now=START)
    assert written(tournament, "draw.committed") == []


def test_the_draw_tells_the_secret_and_follows_from_it() -> None:
    tournament = checked_in(9)
    data = drawn(tournament, word="  cafe\u0301  com leite ")
    assert hash_of(data["secret"]) == written(tournament, "draw.committed")[0]["data"]["hash"]
    assert (data["algorithm"], data["word"]) == (ALGORITHM, "café com leite")
    assert data["seed"] == seed_of(data["secret"], data["order"], "café com leite")
    assert promise(tournament) is None
    assert_sound(fresh(tournament))


def test_before_the_draw_nobody_can_read_the_secret(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    tournament = checked_in(4)
    secret = Commitment.objects.get().secret or "?"
    assert secret not in "".join(record_lines(tournament))
    assert secret not in repr(Commitment.objects.get())
    assert secret not in caplog.text
    assert Commitment not in admin.site._registry


def test_another_word_is_another_draw() -> None:
    orders = []
    for number, word in enumerate(["", "capivara", "Capivara"]):
        rng = random.Random(1)
        tournament = entered(12, name=f"Torneio {number}")
        check_in_all(tournament, by=ana(), now=START, rng=rng)
        orders.append(drawn(tournament, word=word)["seed"])
    assert len(set(orders)) == 3


def test_a_draw_made_again_has_another_secret_and_shows_the_first_with_its_reason() -> None:
    tournament = checked_in(8)
    first = drawn(tournament, word="capivara")
    withdrawn(tournament)
    again = promise(tournament)
    assert again is not None
    assert again.sha256 != hash_of(first["secret"])
    types = [line["type"] for line in written(tournament, "draw.withdrawn", "draw.committed")]
    assert types == ["draw.committed", "draw.withdrawn", "draw.committed"]
    second = drawn(tournament, word="capivara")
    assert hash_of(second["secret"]) == again.sha256
    (earlier,) = withdrawn_draws(tournament)
    assert (earlier.reason, earlier.draw.secret) == ("faltou gente", first["secret"])
    assert_sound(fresh(tournament))


def test_a_number_typed_by_hand_is_marked_and_keeps_the_secret() -> None:
    tournament = checked_in(8)
    data = drawn(tournament, seed=7)
    assert [data[key] for key in ("algorithm", "secret", "word", "seed")] == [None, None, None, 7]
    assert Draw.objects.get().is_typed
    before = seats(tournament)
    withdrawn(tournament)
    drawn(tournament, seed=7)
    assert seats(tournament) == before
    assert_sound(fresh(tournament))


def test_a_record_of_the_first_format_promises_nothing_and_draws_as_before() -> None:
    tournament = entered(8)
    Tournament.objects.filter(pk=tournament.pk).update(record_format=1)
    check_in_all(tournament, by=ana(), now=START)
    data = drawn(tournament, word="ignored", seed=None)
    assert set(data) == {"method", "seed", "order", "shape", "rounds", "matches"}
    assert isinstance(data["seed"], int)
    assert not Draw.objects.get().is_typed
    withdrawn(tournament)
    assert written(tournament, "draw.committed") == []


def test_a_record_goes_elsewhere_without_its_secret_and_another_one_is_promised(tmp_path: Path) -> None:
    tournament = checked_in(4)
    there = imported(tournament, tmp_path)
    found = promise(there)
    assert found is not None
    assert found.is_lost
    assert found.sha256 == Commitment.objects.get(tournament=tournament).sha256
    data = drawn(there)
    lines = written(there, "draw.committed", "integrity.noted", "draw.published")
    assert [line["type"] for line in lines] == [
        "draw.committed",
        "integrity.noted",
        "draw.committed",
        "draw.published",
    ]
    assert (lines[1]["by"], lines[1]["data"]["what"]) == ("system", "secret_lost")
    assert hash_of(data["secret"]) == lines[2]["data"]["hash"] != found.sha256
    assert_sound(fresh(there))


def test_what_a_draw_told_comes_along(tmp_path: Path) -> None:
    tournament = checked_in(5)
    drawn(tournament, word="capivara")
    withdrawn(tournament)
    drawn(tournament, seed=3)
    withdrawn(tournament)
    drawn(tournament)
    there = imported(tournament, tmp_path)
    columns = ("algorithm", "word", "derived_seed", "seed", "withdrawn", "commitment__secret", "seq")
    here, again = (
        list(Draw.objects.filter(tournament=t).order_by("seq").values_list(*columns))
        for t in (tournament, there)
    )
    assert here == again
    assert promise(there) is None


@pytest.mark.parametrize("column", ["algorithm", "commitment", "word", "derived_seed"])
def test_the_database_keeps_what_a_seed_comes_from_together(column: str) -> None:
    tournament = checked_in(4)
    drawn(tournament)
    for change in ({column: None}, {"seed": 7}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Draw.objects.update(**change)


def test_the_database_uses_a_secret_once() -> None:
    tournament = checked_in(4)
    drawn(tournament)
    draw = Draw.objects.get()
    draw.pk, draw.withdrawn = None, True
    with pytest.raises(IntegrityError), transaction.atomic():
        draw.save()
