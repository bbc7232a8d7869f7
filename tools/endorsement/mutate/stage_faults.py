"""Kinds of faults in rounds before the bracket: their draw, their order, and who goes on."""

from fractions import Fraction
from random import Random

from checker.reading.lines import canonical, sha256
from tools.endorsement.mutate.records import Bodies, Body, NoPlace, draw, lines_of, pick, setup

KINDS_OF_STAGES = ("swiss", "groups")
REASONS = ("stage_points", "stage_opponents", "stage_placement", "stage_score")


def _stage_plan(bodies: Bodies, *kinds: str) -> Body:
    """Return the plan of a stage of these kinds; `NoPlace` if there is none."""
    stages = setup(bodies).get("stages") or [{"kind": None}]
    if stages[0]["kind"] not in (kinds or KINDS_OF_STAGES):
        raise NoPlace
    plan: Body = stages[0]
    return plan


def _drawn_rounds(bodies: Bodies, *kinds: str) -> list[Body]:
    """Return the drawn rounds of a stage of these kinds."""
    _stage_plan(bodies, *kinds)
    return [body["data"] for body in lines_of(bodies, "round.drawn")]


def _stage_closed(bodies: Bodies, *kinds: str) -> Body:
    """Return the line that closes a stage of these kinds."""
    _stage_plan(bodies, *kinds)
    data: Body = pick(Random(0), lines_of(bodies, "stage.closed"))["data"]
    return data


def _pick_two(rng: Random, found: list[Body]) -> list[Body]:
    """Return two random ones; `NoPlace` if there are fewer."""
    if len(found) < 2:
        raise NoPlace
    return rng.sample(found, 2)


def stage_of_another_kind(bodies: Bodies, rng: Random) -> None:
    """Rounds of one kind are played where the other one was planned."""
    plan = _stage_plan(bodies)
    pick(rng, lines_of(bodies, "round.drawn"))
    if plan["kind"] == "swiss":
        plan.update(kind="groups", groups=2, advance=min(plan["advance"], 1))
    else:
        plan.pop("groups")
        plan.update(kind="swiss", advance=0)


def another_number_of_groups(bodies: Bodies, rng: Random) -> None:
    """One group more was planned than is dealt, or one fewer."""
    plan = _stage_plan(bodies, "groups")
    pick(rng, lines_of(bodies, "round.drawn"))
    plan["groups"] += 1 if plan["groups"] == 2 else -1


def round_by_another_algorithm(bodies: Bodies, rng: Random) -> None:
    """A round is said to be paired as in the other kind of stage."""
    drawn = pick(rng, _drawn_rounds(bodies))
    drawn["algorithm"] = "swiss/1" if drawn["algorithm"] == "groups/1" else "groups/1"


def groups_left_out(bodies: Bodies, rng: Random) -> None:
    """The first round does not say the groups."""
    _first_groups_round(bodies).pop("groups")


def _first_groups_round(bodies: Bodies) -> Body:
    """Return the round of groups that says the groups; `NoPlace` if there is none."""
    return pick(Random(0), [drawn for drawn in _drawn_rounds(bodies, "groups") if "groups" in drawn])


def groups_said_again(bodies: Bodies, rng: Random) -> None:
    """A later round says the groups again."""
    later = pick(rng, [drawn for drawn in _drawn_rounds(bodies, "groups") if "groups" not in drawn])
    later["groups"] = _first_groups_round(bodies)["groups"]


def groups_in_swiss_rounds(bodies: Bodies, rng: Random) -> None:
    """A Swiss round has groups."""
    drawn = pick(rng, _drawn_rounds(bodies, "swiss"))
    codes = [given["entry"] for given in drawn["order"]]
    if len(codes) < 4:
        raise NoPlace
    drawn["groups"] = [codes[::2], codes[1::2]]


def two_change_groups(bodies: Bodies, rng: Random) -> None:
    """Two entries are in each other's group."""
    one, two = rng.sample(_first_groups_round(bodies)["groups"], 2)
    mine, theirs = rng.randrange(len(one)), rng.randrange(len(two))
    one[mine], two[theirs] = two[theirs], one[mine]


def group_turned(bodies: Bodies, rng: Random) -> None:
    """The members of a group stand the other way round."""
    rng.choice(_first_groups_round(bodies)["groups"]).reverse()


def groups_exchanged(bodies: Bodies, rng: Random) -> None:
    """Two groups have each other's number."""
    dealt = _first_groups_round(bodies)["groups"]
    one, two = rng.sample(range(len(dealt)), 2)
    dealt[one], dealt[two] = dealt[two], dealt[one]


def rivals_exchanged(bodies: Bodies, rng: Random) -> None:
    """Two entries of a round sit at each other's match."""
    drawn = pick(rng, _drawn_rounds(bodies))
    one, two = _pick_two(rng, drawn["matches"])
    mine, theirs = one["seats"][-1], two["seats"][-1]
    for key in ("entry", "player"):
        mine[key], theirs[key] = theirs[key], mine[key]


def round_points_misstated(bodies: Bodies, rng: Random) -> None:
    """An entry is said to have a point more than it won."""
    given = rng.choice(pick(rng, _drawn_rounds(bodies))["order"])
    given["points"] = str(Fraction(given["points"]) + 1)


def stage_row_of_another_group(bodies: Bodies, rng: Random) -> None:
    """A place of one group is said to be of another."""
    place = rng.choice(_stage_closed(bodies, "groups")["order"])
    place["group"] += 1


def stage_rows_without_groups(bodies: Bodies, rng: Random) -> None:
    """The order of groups is said without them."""
    for place in _stage_closed(bodies, "groups")["order"]:
        place.pop("group")


def stage_rows_with_groups(bodies: Bodies, rng: Random) -> None:
    """The order of Swiss rounds is said to be of a group."""
    for place in _stage_closed(bodies, "swiss")["order"]:
        place["group"] = 1


def stage_rows_mixed(bodies: Bodies, rng: Random) -> None:
    """The places of all groups stand in one order."""
    places = _stage_closed(bodies, "groups")["order"]
    before = [*places]
    places.sort(key=lambda place: (place["place"], place["group"]))
    if places == before:
        raise NoPlace


def stage_place_shifted(bodies: Bodies, rng: Random) -> None:
    """A place of the stage is one further behind."""
    rng.choice(_stage_closed(bodies)["order"])["place"] += 1


def stage_reason_changed(bodies: Bodies, rng: Random) -> None:
    """Another rule is said to separate a place of the stage from the next, or one where there is none."""
    place = rng.choice(_stage_closed(bodies)["order"])
    place["why"] = rng.choice([why for why in REASONS if why != place["why"]])


def stage_places_swapped(bodies: Bodies, rng: Random) -> None:
    """Two entries have each other's place in the stage."""
    one, two = _pick_two(rng, _stage_closed(bodies)["order"])
    one["entries"], two["entries"] = two["entries"], one["entries"]


def stage_place_left_out(bodies: Bodies, rng: Random) -> None:
    """A place of the stage is not said."""
    places = _stage_closed(bodies)["order"]
    places.remove(rng.choice(places))


def advancing_exchanged(bodies: Bodies, rng: Random) -> None:
    """Two of those who go on stand in each other's place."""
    advance = _stage_closed(bodies)["advance"]
    if len(advance) < 2:
        raise NoPlace
    one, two = rng.sample(range(len(advance)), 2)
    advance[one], advance[two] = advance[two], advance[one]


def another_advances(bodies: Bodies, rng: Random) -> None:
    """An entry goes on in place of another one, and into the bracket."""
    closed = _stage_closed(bodies)
    others = sorted({code for row in closed["order"] for code in row["entries"]} - set(closed["advance"]))
    if not closed["advance"] or not others:
        raise NoPlace
    place, other = rng.randrange(len(closed["advance"])), rng.choice(others)
    gone, drawn = closed["advance"][place], draw(bodies)
    closed["advance"][place] = other
    drawn["order"] = [other if code == gone else code for code in drawn["order"]]
    for seat in (seat for match in drawn["matches"] for seat in match["seats"] if seat["entry"] == gone):
        seat["entry"] = other


def one_more_advances(bodies: Bodies, rng: Random) -> None:
    """One entry more goes on than there are places."""
    closed = _stage_closed(bodies)
    others = sorted({code for row in closed["order"] for code in row["entries"]} - set(closed["advance"]))
    closed["advance"].append(pick(rng, others))


def cut_in_vain(bodies: Bodies, rng: Random) -> None:
    """Cards are said to be cut for a place that was decided."""
    closed = _stage_closed(bodies)
    if closed["cut"] or len(closed["advance"]) < 2:
        raise NoPlace
    tied = sorted(rng.sample(closed["advance"], 2))
    closed["cut"] = {"tied": tied, "won": tied[:1]}


def cut_won_by_another(bodies: Bodies, rng: Random) -> None:
    """Another entry is said to have won the cut than goes on."""
    cut = _cut_of_stage(bodies)
    lost = sorted(set(cut["tied"]) - set(cut["won"]))
    cut["won"] = sorted([*cut["won"][1:], rng.choice(lost)])


def cut_without_one(bodies: Bodies, rng: Random) -> None:
    """An entry that cut cards is not said."""
    cut = _cut_of_stage(bodies)
    cut["tied"].remove(rng.choice(sorted(set(cut["tied"]) - set(cut["won"]))))


def _cut_of_stage(bodies: Bodies) -> Body:
    """Return the cut of cards with which a stage was closed; `NoPlace` if there was none."""
    closed = _stage_closed(bodies)
    if not closed["cut"]:
        raise NoPlace
    cut: Body = closed["cut"]
    return cut


def bracket_in_another_order(bodies: Bodies, rng: Random) -> None:
    """Two entries of the bracket after a stage have each other's rank and seats."""
    _stage_closed(bodies)
    drawn = draw(bodies)
    if drawn["method"] != "stage":
        raise NoPlace
    one, two = rng.sample(drawn["order"], 2)
    other = {one: two, two: one}
    drawn["order"] = [other.get(code, code) for code in drawn["order"]]


def entry_into_groups(bodies: Bodies, rng: Random) -> None:
    """An entry is added and checked in between two rounds of groups."""
    _stage_plan(bodies, "groups")
    drawn = [number for number, body in enumerate(bodies) if body["type"] == "round.drawn"]
    if len(drawn) < 2:
        raise NoPlace
    place = drawn[-1]
    moment, by = f"{bodies[place - 1]['at'][:19]}.999999Z", bodies[place]["by"]
    added = {"entry": "late0", "players": ["newcomer0"], "seed": None, "group": None}
    data = (("entry.added", added), ("entry.checked_in", {"entry": "late0", "pineapples": []}))
    bodies[place:place] = [{"at": moment, "by": by, "type": kind, "data": given} for kind, given in data]


def _withdrawal_line(bodies: Bodies, rng: Random) -> int:
    """Return the number of a line that takes a round back."""
    return pick(rng, [number for number, body in enumerate(bodies) if body["type"] == "round.withdrawn"])


def another_round_withdrawn(bodies: Bodies, rng: Random) -> None:
    """Another round than the latest is said to be taken back."""
    bodies[_withdrawal_line(bodies, rng)]["data"]["round"] += rng.choice([-1, 1])


def round_of_another_stage_withdrawn(bodies: Bodies, rng: Random) -> None:
    """The round that is taken back is said to be of another stage."""
    bodies[_withdrawal_line(bodies, rng)]["data"]["stage"] += 1


def round_withdrawn_without_reason(bodies: Bodies, rng: Random) -> None:
    """A round is taken back without saying why."""
    bodies[_withdrawal_line(bodies, rng)]["data"]["reason"] = " "


def round_withdrawn_unsaid(bodies: Bodies, rng: Random) -> None:
    """The same round is drawn twice, and was not taken back."""
    bodies.pop(_withdrawal_line(bodies, rng))


def round_withdrawn_without_promise(bodies: Bodies, rng: Random) -> None:
    """The secret that was promised before a round was taken back would draw it again."""
    bodies.pop(_withdrawal_line(bodies, rng) + 1)


def round_withdrawn_in_play(bodies: Bodies, rng: Random) -> None:
    """A round is taken back in an act after its first match has started."""
    rounds = [x["data"] for x in lines_of(bodies, "round.drawn") if x["data"]["round"] > 1]
    drawn = pick(rng, rounds)
    codes = {match["match"] for match in drawn["matches"]}
    starts = [number for number, x in enumerate(bodies) if x["type"] == "match.started"]
    place = pick(rng, [number for number in starts if bodies[number]["data"]["match"] in codes])
    by = next(x["by"] for x in bodies if x["type"] == "round.drawn")
    moment = f"{bodies[place]['at'][:19]}.999999Z"
    promised = {"hash": f"{rng.getrandbits(256):064x}"}
    data = {"stage": 1, "round": drawn["round"], "reason": "tarde"}
    bodies[place + 1 : place + 1] = [
        {"at": moment, "by": by, "type": "round.withdrawn", "data": data},
        {"at": moment, "by": "system", "type": "draw.committed", "data": promised},
    ]


def reason_across_groups(bodies: Bodies, rng: Random) -> None:
    """A rule within a group is said to separate two places of several groups."""
    _stage_plan(bodies, "groups")
    rows = [
        row for line in lines_of(bodies, "tournament.finished")[-1:] for row in line["data"]["classification"]
    ]
    pick(rng, [row for row in rows if row["why"] == "stage_group"])["why"] = rng.choice(REASONS)


def _ranked_type(bodies: Bodies) -> Body:
    """Return the definition of a ranked tournament's type that names stages."""
    said = setup(bodies)
    if not said["ranked"] or not said.get("stages"):
        raise NoPlace
    definition: Body = said["definition"]
    return definition


def _seal_definition(bodies: Bodies) -> None:
    """Give a changed definition the hash that fits it."""
    said, definition = setup(bodies), setup(bodies)["definition"]
    rest = {name: value for name, value in definition.items() if name != "sha256"}
    definition["sha256"] = sha256(canonical({**rest, "game": said["game"], "key": said["kind"]}))


def ranked_type_without_stages(bodies: Bodies, rng: Random) -> None:
    """The type of a ranked tournament with a stage names none."""
    _ranked_type(bodies).pop("stages")
    _seal_definition(bodies)


def ranked_type_with_another_stage(bodies: Bodies, rng: Random) -> None:
    """The type of a ranked tournament names the other kind of stage."""
    other = [kind for kind in KINDS_OF_STAGES if kind != _stage_plan(bodies)["kind"]]
    _ranked_type(bodies)["stages"] = other
    _seal_definition(bodies)


def stages_of_type_unordered(bodies: Bodies, rng: Random) -> None:
    """The type names its stages the other way round, or one of them twice."""
    named = _ranked_type(bodies)["stages"]
    _ranked_type(bodies)["stages"] = named[::-1] if len(named) > 1 else named * 2
    _seal_definition(bodies)


def stages_of_type_unsealed(bodies: Bodies, rng: Random) -> None:
    """The type names a stage more or less than its hash says."""
    definition = _ranked_type(bodies)
    kind = _stage_plan(bodies)["kind"]
    definition["stages"] = [kind] if definition["stages"] != [kind] else [*KINDS_OF_STAGES]


def points_of_the_bracket_alone(bodies: Bodies, rng: Random) -> None:
    """The places behind the bracket get no points, or those of a stage alone do not."""
    _ranked_type(bodies)
    rows = lines_of(bodies, "tournament.finished")[-1:]
    behind = [row for line in rows for row in line["data"]["classification"] if row["points"] != "0"]
    for row in behind[behind.index(pick(rng, behind)) :]:
        row["points"] = "0"


def points_not_shared(bodies: Bodies, rng: Random) -> None:
    """All who share a place get the points of its first."""
    _ranked_type(bodies)
    said, rows = setup(bodies), lines_of(bodies, "tournament.finished")[-1:]
    shared = (row for line in rows for row in line["data"]["classification"] if len(row["entries"]) > 1)
    row = pick(rng, (row for row in shared if row["points"] != "0"))
    row["points"] = str(said["multiplier"] * int(said["points"][row["place"] - 1]))


KINDS = (
    stage_of_another_kind, another_number_of_groups, round_by_another_algorithm, groups_left_out,
    groups_said_again, groups_in_swiss_rounds, two_change_groups, group_turned, groups_exchanged,
    rivals_exchanged, round_points_misstated, stage_row_of_another_group, stage_rows_without_groups,
    stage_rows_with_groups, stage_rows_mixed, stage_place_shifted, stage_reason_changed,
    stage_places_swapped, stage_place_left_out, advancing_exchanged, another_advances,
    one_more_advances, cut_in_vain, cut_won_by_another, cut_without_one, bracket_in_another_order,
    entry_into_groups, reason_across_groups, ranked_type_without_stages, ranked_type_with_another_stage,
    stages_of_type_unordered, stages_of_type_unsealed, points_of_the_bracket_alone, points_not_shared,
    another_round_withdrawn, round_of_another_stage_withdrawn,
    round_withdrawn_without_reason, round_withdrawn_unsaid, round_withdrawn_without_promise,
    round_withdrawn_in_play,
)  # fmt: skip
