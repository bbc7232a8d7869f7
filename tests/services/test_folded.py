"""The database finds what the plain way finds: every name and title read, folded and looked through."""

import random
from collections.abc import Iterator

import pytest
from django.db import connection

from accounts.models import Player
from accounts.services import rename
from core.db.folded import containing_words, fold_missing
from core.db.storage import analyze
from core.text import name_key
from rulesets.kernel.title_words import searchable
from tests import cast
from tests.cast import START, caio
from tournaments.models import Tournament
from tournaments.setup.listing import past_tournaments

pytestmark = pytest.mark.django_db

SIGNS = "aaeinorsAEÉéãÃçÇñøßĐıİſK%_\\' -.’ŉ한ﬁ😀ÅéÇ´`‑–"
MANY = 400


def words(rng: random.Random, most: int) -> str:
    """Some words of odd signs."""
    lengths = [rng.randint(1, 7) for _ in range(rng.randint(1, most))]
    return " ".join("".join(rng.choice(SIGNS) for _ in range(length)) for length in lengths)


def typed(rng: random.Random, said: str) -> Iterator[str]:
    """What people type of it: a piece, its parts in another order, capitals, and something else."""
    start = rng.randrange(len(said))
    yield said[start : start + rng.randint(1, 6)]
    yield " ".join(reversed(said.split()))
    yield said.upper()
    yield words(rng, 2)


@pytest.mark.parametrize("seed", range(3))
def test_players_are_those_that_the_plain_way_finds(seed: int) -> None:
    rng = random.Random(seed)
    players = Player.objects.bulk_create(Player(name=words(rng, 4)) for _ in range(MANY))
    asked = [text for player in players[:40] for text in typed(rng, player.name)]
    for text in asked:
        wanted = name_key(text).split()
        plain = {player.pk for player in players if all(word in name_key(player.name) for word in wanted)}
        found = containing_words(Player.objects.filter(pk__in=[player.pk for player in players]), wanted)
        assert set(found.values_list("pk", flat=True)) == plain, text


@pytest.mark.parametrize("seed", range(3))
def test_tournaments_are_those_that_the_plain_way_finds(seed: int) -> None:
    rng, pk = random.Random(seed), cast.created().pk
    for _ in range(60):
        tournament = Tournament.objects.get(pk=pk)
        tournament.title = f"Chama: {words(rng, 4)} (Xisum, {words(rng, 1)}) 2026"
        tournament.save(update_fields=["title"])
        for text in typed(rng, tournament.title):
            wanted = searchable(text).split()
            plain = all(word in searchable(tournament.title) for word in wanted)
            assert containing_words(Tournament.objects.all(), wanted).exists() is plain, text


def test_folding_leaves_nothing_that_a_database_would_fold_again() -> None:
    every = (chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000)
    assert not [sign for sign in every if any("A" <= letter <= "Z" for letter in name_key(sign))]


@pytest.mark.parametrize("way", ["save", "fields", "rename"])
def test_a_new_name_is_found_and_the_old_one_is_not(way: str) -> None:
    player = caio()
    if way == "rename":
        rename(player, name="Ílton Ávila")
    else:
        player.name = "Ílton Ávila"
        player.save(**({"update_fields": ["name"]} if way == "fields" else {}))
    assert list(containing_words(Player.objects.all(), ["ilton", "avi"])) == [player]
    assert not containing_words(Player.objects.filter(pk=player.pk), ["caio"]).exists()


def test_whoever_changes_a_name_alone_leaves_no_old_one_behind_and_the_sweep_fills_it() -> None:
    """As the version before does, which does not know the column."""
    player, tournament = caio(), cast.created()
    Player.objects.filter(pk=player.pk).update(name="Ílton Ávila")
    Tournament.objects.filter(pk=tournament.pk).update(title="Chama: Duelo Ávila 2026")
    assert not Player.objects.filter(pk=player.pk).exclude(folded=None).exists()
    fold_missing()
    assert list(containing_words(Player.objects.all(), ["avila"])) == [player]
    assert list(containing_words(Tournament.objects.all(), ["avila"])) == [tournament]


def test_a_search_reads_an_index_and_not_the_table() -> None:
    Player.objects.bulk_create(Player(name=f"Rui {number}") for number in range(2000))
    if connection.vendor == "postgresql":
        analyze(Player)
    found = (
        containing_words(Player.objects.filter(has_page=True), ["quintan"])
        .order_by("name", "pk")
        .values("pk")
    )
    ours = {"postgresql": "accounts_player_grams", "sqlite": "COVERING INDEX player_pages_by_name"}
    assert ours[connection.vendor] in found[:9].explain()


def test_the_front_page_reads_its_lists_in_their_order() -> None:
    """A small table is sorted all the same, so PostgreSQL is asked not to where it has a choice."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_sort = off")
    plan = past_tournaments(None, START)[:30].explain()
    assert "tournament_over_by_time" in plan
    assert "Sort" not in plan
    assert "TEMP B-TREE" not in plan
