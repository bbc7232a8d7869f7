"""F110: whatever is altered about promise, secret, word, seed, order or seats is found."""

from collections.abc import Callable

import pytest

from tests.records.book import Bodies, Body, edited, of_type, rules_found
from tests.records.edits import Edit, drop, first, last, put, repeat, swap
from tests.records.scenes import Scene
from tests.records.scenes import promising as scenes
from tournaments.bracket.commitment import hash_of, seed_of

pytestmark = pytest.mark.F110
DUELS, APART, PAIRS = (
    scenes.a_promised_draw_of_duels,
    scenes.a_promised_draw_that_keeps_clubs_apart,
    scenes.a_promised_draw_of_pairs_by_their_seeds,
)
TYPED, AGAIN, LOST = (
    scenes.a_draw_typed_by_hand,
    scenes.a_promised_draw_made_again,
    scenes.a_secret_that_stayed_elsewhere,
)
BYES, SHORT = (
    scenes.a_ranked_draw_that_passes_over_for_byes,
    scenes.a_ranked_draw_that_passes_over_and_keeps_clubs_apart,
)
EVEN = scenes.a_ranked_draw_of_even_tables
SEASON = scenes.a_promised_draw_by_the_season
OTHER = "ab" * 32


def on_draw(change: Callable[[Body], object]) -> Edit:
    """Change the published draw."""

    def edit(bodies: Bodies) -> None:
        change(of_type(bodies, "draw.published"))

    return edit


def another_word_and_its_seed(draw: Body) -> None:
    """A word that pleased more, tried at home: all that follows but the bracket."""
    draw["word"] = "outra"
    draw["seed"] = seed_of(draw["secret"], draw["order"], "outra")


def another_secret_and_its_seed(draw: Body) -> None:
    draw["secret"] = OTHER
    draw["seed"] = seed_of(OTHER, draw["order"], draw["word"])


def two_of_the_order(draw: Body) -> None:
    draw["order"][-2:] = reversed(draw["order"][-2:])


def two_people(draw: Body) -> None:
    """Two entries change their tables, in the order and in the seats."""
    one, two = draw["order"][-1], draw["order"][-4]
    other = {one: two, two: one}
    draw["order"] = [other.get(entry, entry) for entry in draw["order"]]
    for match in draw["matches"]:
        for seat in match["seats"]:
            if seat["entry"] in other:
                seat["entry"] = other[seat["entry"]]
                seat["player"] = seat["player"] and f"p{int(seat['entry'][1:])}{seat['player'][-1]}"


def two_matches_of_round_1(draw: Body) -> None:
    """Two tables change their people, and with them their numbers' meaning."""
    played = [match for match in draw["matches"] if match["round"] == 1 and len(match["seats"]) > 1]
    one, two = played[:2]
    one["seats"], two["seats"] = two["seats"], one["seats"]


def two_suits_of_the_final(draw: Body) -> None:
    one, two = draw["matches"][-1]["seats"][:2]
    one["suit"], two["suit"] = two["suit"], one["suit"]


def partners(draw: Body) -> None:
    one, two = (seat for seat in draw["matches"][0]["seats"] if seat["side"] == 1)
    one["player"], two["player"] = two["player"], one["player"]


def promise_again(bodies: Bodies) -> None:
    """A secret that pleases more is promised after everybody came, and the draw is that of it."""
    at = first("draw.published")(bodies)
    body = {**bodies[at], "by": "system", "type": "draw.committed", "data": {"hash": OTHER}}
    bodies.insert(at, body)


def passed_over(change: Callable[[list[list[str]], Body], object]) -> Edit:
    """Change who is passed over."""
    return on_draw(lambda draw: change(draw["passed_over"], draw))


nobody_passed_over = on_draw(lambda draw: draw.pop("passed_over"))
for_a_bye = put("draw.published", passed_over=[["e001"]])


def sitter(lists: list[list[str]], draw: Body) -> str:
    """The first of the order who has a bye and is in none of the lists."""
    return str(next(code for code in draw["order"] if all(code not in codes for codes in lists)))


def by_coordinator(type_: str) -> Edit:
    """Somebody does what the system alone may."""

    def edit(bodies: Bodies) -> None:
        bodies[first(type_)(bodies)]["by"] = "coordinator:pc"

    return edit


def promised_late(bodies: Bodies) -> None:
    """After the first check-in, in the same act."""
    swap(first("draw.committed"))(bodies)


FAULTS: list[tuple[str, Scene, Edit, str]] = [
    ("no promise", DUELS, drop(first("draw.committed")), "promise"),
    ("promised after the first came", DUELS, promised_late, "promise"),
    ("promised twice", DUELS, repeat(first("draw.committed"), hash=OTHER), "promise"),
    ("promised again before the draw", DUELS, promise_again, "promise"),
    ("promised while the draw stands", DUELS, repeat(first("draw.published")), "draw"),
    ("another promise", DUELS, put("draw.committed", hash=OTHER), "draw"),
    ("another secret", DUELS, on_draw(lambda draw: draw.update(secret=OTHER)), "draw"),
    ("another secret and its seed", DUELS, on_draw(another_secret_and_its_seed), "draw"),
    ("another word", DUELS, on_draw(lambda draw: draw.update(word="outra")), "draw"),
    ("another word and its seed", DUELS, on_draw(another_word_and_its_seed), "draw"),
    ("no word", DUELS, on_draw(lambda draw: draw.update(word=None)), "draw"),
    ("a word of two lines", DUELS, on_draw(lambda draw: draw.update(word="a\nb")), "shape"),
    ("another seed", DUELS, on_draw(lambda draw: draw.update(seed=OTHER)), "draw"),
    ("the seed as a number", DUELS, on_draw(lambda draw: draw.update(seed=7)), "draw"),
    ("no seed", DUELS, on_draw(lambda draw: draw.update(seed=None)), "draw"),
    ("another algorithm", DUELS, on_draw(lambda draw: draw.update(algorithm="dice/1")), "draw"),
    ("no algorithm", DUELS, on_draw(lambda draw: draw.update(algorithm=None)), "draw"),
    ("no secret", DUELS, on_draw(lambda draw: draw.update(secret=None)), "draw"),
    ("another order", DUELS, on_draw(two_of_the_order), "draw"),
    ("two people exchanged", DUELS, on_draw(two_people), "draw"),
    ("two people of clubs exchanged", APART, on_draw(two_people), "draw"),
    ("two people by seeds exchanged", PAIRS, on_draw(two_people), "draw"),
    ("two tables exchanged", DUELS, on_draw(two_matches_of_round_1), "draw"),
    ("nobody passed over", BYES, nobody_passed_over, "draw"),
    ("the latest passed over no more", BYES, passed_over(lambda lists, _: lists.pop(0)), "draw"),
    ("the latest last", BYES, passed_over(lambda lists, _: lists.reverse()), "draw"),
    (
        "somebody else passed over", BYES,
        passed_over(lambda lists, draw: lists.append([sitter(lists, draw)])), "draw",
    ),
    ("nobody passed over with clubs", SHORT, nobody_passed_over, "draw"),
    ("passed over twice", BYES, passed_over(lambda lists, _: lists.append(lists[0])), "draw"),
    ("a stranger passed over", BYES, passed_over(lambda lists, _: lists.append(["x"])), "draw"),
    ("in another order", BYES, passed_over(lambda lists, _: lists[1].reverse()), "draw"),
    ("an empty list", BYES, passed_over(lambda lists, _: lists.append([])), "shape"),
    ("passed over, but unranked", BYES, put("tournament.created", ranked=False), "draw"),
    ("passed over by the season", BYES, put("draw.published", method="season"), "draw"),
    ("passed over by hand", PAIRS, for_a_bye, "draw"),
    ("passed over at even tables", EVEN, for_a_bye, "draw"),
    ("two people exchanged who were passed over", BYES, on_draw(two_people), "draw"),
    ("two suits exchanged", DUELS, on_draw(two_suits_of_the_final), "draw"),
    ("two suits of a later match", APART, on_draw(two_suits_of_the_final), "draw"),
    ("two suits, by the season", SEASON, on_draw(two_suits_of_the_final), "draw"),
    ("partners exchanged", PAIRS, on_draw(partners), "draw"),
    ("a typed number altered", TYPED, on_draw(lambda draw: draw.update(seed=2027)), "draw"),
    ("a typed number and a word", TYPED, on_draw(lambda draw: draw.update(word="a")), "draw"),
    ("a typed number as if derived", TYPED, on_draw(lambda draw: draw.update(seed=OTHER)), "draw"),
    ("no promise after a withdrawal", AGAIN, drop(last("draw.committed")), "promise"),
    ("a known secret again", AGAIN, put("draw.committed", 1, hash=hash_of(f"{1:064x}")), "promise"),
    ("a lost secret without a word", LOST, drop(first("integrity.noted")), "promise"),
    ("a secret that somebody lost", LOST, by_coordinator("integrity.noted"), "promise"),
    ("promised by somebody", DUELS, by_coordinator("draw.committed"), "promise"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("scene", "edit", "rule"), [fault[1:] for fault in FAULTS], ids=[f[0] for f in FAULTS]
)
def test_a_fault_is_found(scene: Scene, edit: Edit, rule: str) -> None:
    bodies = edited(scene().bodies, edit)
    assert rule in rules_found(bodies)
