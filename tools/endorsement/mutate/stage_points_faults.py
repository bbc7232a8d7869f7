"""Kinds of faults in what wins and places give before the bracket."""

from fractions import Fraction
from random import Random

from tools.endorsement.mutate.records import Bodies, Body, NoPlace, lines_of, pick, setup


def _plan(bodies: Bodies, *, placement: bool) -> Body:
    """Return the plan of a stage in which places count, or a win alone; `NoPlace` if there is none."""
    found = [plan for plan in setup(bodies).get("stages", ()) if ("points" in plan) == placement]
    plan: Body = pick(Random(0), found)
    return plan


def _ranked(bodies: Bodies) -> list[Body]:
    """Return the entries of all rounds that have points."""
    orders = [body["data"]["order"] for body in lines_of(bodies, "round.drawn")]
    return [given for order in orders for given in order if given["points"] != "0"]


def places_not_counted(bodies: Bodies, rng: Random) -> None:
    """A win alone was to count, and places did."""
    pick(rng, _ranked(bodies))
    _plan(bodies, placement=True).pop("points")


def places_counted(bodies: Bodies, rng: Random) -> None:
    """Places were to count, and a win alone did; or no table has a place behind the second."""
    if setup(bodies)["table"]["max"] > 2:
        pick(rng, _ranked(bodies))
    _plan(bodies, placement=False)["points"] = "placement"


def points_of_a_win_named(bodies: Bodies, rng: Random) -> None:
    """The plan says in words that a win alone counts, or something unknown does."""
    pick(rng, setup(bodies).get("stages", ()))["points"] = rng.choice(["win", "score", "", None])


def points_not_in_lowest_terms(bodies: Bodies, rng: Random) -> None:
    """Points of a round are written as another fraction, or as a decimal."""
    given = pick(rng, _ranked(bodies))
    points = Fraction(given["points"])
    double = f"{2 * points.numerator}/{2 * points.denominator}"
    given["points"] = rng.choice([double, str(float(points))])


def points_exchanged(bodies: Bodies, rng: Random) -> None:
    """Two entries of a round have each other's points."""
    order = pick(rng, lines_of(bodies, "round.drawn"))["data"]["order"]
    one, two = rng.sample(order, 2)
    if one["points"] == two["points"]:
        raise NoPlace
    one["points"], two["points"] = two["points"], one["points"]


KINDS = (
    places_not_counted, places_counted, points_of_a_win_named, points_not_in_lowest_terms, points_exchanged,
)  # fmt: skip
