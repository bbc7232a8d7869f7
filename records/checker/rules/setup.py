"""The tournament itself: its first line, its changes, its title, its staff (4.1, 4.3, 4.5, 4.7.1)."""

from fractions import Fraction

from records.checker.format.findings import Discrepancy, Findings, listed, shown
from records.checker.replay.state import Line, State
from records.checker.rules.gate import check_gate, people_drawn
from records.checker.rules.shape import short_final
from rulesets.house_rules import check_options, house_rules
from rulesets.kernel.extras import ComposesTypes
from rulesets.kernel.points import table_as_text
from rulesets.kernel.rules import TableSize
from rulesets.kernel.titles import TitleParts, check_parts, format_title
from tournaments.bracket.shapes import Shape, check_shape

FIXED_BY_START = ("kind", "definition", "variants", "table", "points", "ranked")


def created(state: State, line: Line) -> Findings:
    """Line 0 and no other."""
    if line.seq != 0:
        yield Discrepancy(line.seq, "created_twice", "a record begins with tournament.created, once")
    if line.role != "organizer":
        yield Discrepancy(line.seq, "author_without_role", "a tournament is created by its organizer")


def changed(state: State, line: Line) -> Findings:
    """What may still change, and whether it does."""
    data = line.data
    for key in sorted(data.keys() - {"reason"}):
        if data[key] == state.facts.get(key):
            yield Discrepancy(line.seq, "change_of_nothing", f"{key} is as it was")
        if key == "format" or (state.started and key in FIXED_BY_START):
            yield Discrepancy(line.seq, "change_too_late", f"{key} cannot change any more")
    if state.draw is not None and not (data.get("reason") or "").strip():
        yield Discrepancy(line.seq, "reason_missing", "a change after the draw needs a reason")


def facts_stand(state: State, line: Line) -> Findings:
    """Everything wrong with the facts as this line leaves them; asked after it was replayed."""
    if state.game is None:
        yield Discrepancy(line.seq, "game_unknown", f"no game {shown(state.facts['game'])}")
        return
    yield from _definition(state, line)
    yield from _choices(state, line)
    yield from _house_rules(state, line)
    yield from _title(state, line)
    yield from _points(state, line)
    yield from _draw_still_fits(state, line)


def _choices(state: State, line: Line) -> Findings:
    facts = state.facts
    table = TableSize(facts["table"]["min"], facts["table"]["max"])
    game = state.game
    if game is None:
        return
    wrong = game.check_choices(facts["kind"], facts["variants"], table, facts["time_limit"])
    for violation in (*wrong, *check_options(game.key, facts["house_rules"])):
        yield Discrepancy(line.seq, violation.code, f"{violation.field}: {listed(violation.facts.values())}")


def _definition(state: State, line: Line) -> Findings:
    """The type that the record defines: sound, of this key, and with its own hash."""
    definition, game = state.facts.get("definition"), state.game
    if not definition:
        return
    if not isinstance(game, ComposesTypes):
        yield Discrepancy(line.seq, "game_without_types", "nobody composes types of this game")
        return
    if state.facts["ranked"] and "counted" in definition:
        yield Discrepancy(line.seq, "type_by_word", "ranked, and nobody knows how to judge its win")
    for violation in game.check_definition(state.facts["kind"], definition):
        yield Discrepancy(line.seq, violation.code, f"{violation.field}: {listed(violation.facts.values())}")


def _house_rules(state: State, line: Line) -> Findings:
    """Only options that differ from their default are listed."""
    known = house_rules()
    for code, value in state.facts["house_rules"].items():
        rule = known.get(code)
        if rule is not None and type(rule.default) is type(value) and rule.default == value:
            yield Discrepancy(line.seq, "house_rule_default", f"{code} has its default value")


def _title(state: State, line: Line) -> Findings:
    """The title is derived from its parts, and the parts read back from it."""
    facts, game = state.facts, state.game
    if game is None or state.rules is None or not _known_variants(state):
        return
    parts = TitleParts(facts["game"], facts["kind"], facts["name"], tuple(facts["variants"]), facts["year"])
    for violation in check_parts(parts, game):
        yield Discrepancy(line.seq, violation.code, f"{violation.field} {shown(facts.get(violation.field))}")
    due = format_title(parts, game)
    if facts["title"] != due:
        yield Discrepancy(line.seq, "title_wrong", f"{shown(facts['title'])}, derived is {shown(due)}")


def _known_variants(state: State) -> bool:
    known = {variant.key for variant in state.game.variants} if state.game else set()
    return known.issuperset(state.facts["variants"])


def _points(state: State, line: Line) -> Findings:
    """Points in lowest terms; those of the rulebook in a ranked tournament."""
    points = state.facts["points"]
    for text in points:
        if not in_lowest_terms(text):
            yield Discrepancy(line.seq, "points_form", f"{shown(text)} is not in lowest terms")
    if (state.facts["ranked"] or state.since_2) and points != table_as_text():
        yield Discrepancy(line.seq, "points_table", f"{listed(points)} are not those of the rulebook")


def _draw_still_fits(state: State, line: Line) -> Findings:
    """A change between the draw and the first match leaves shape and gate standing."""
    if state.draw is None:
        return
    table = state.facts["table"]
    shape = Shape(state.draw.rounds)
    entries = len(state.draw.order)
    if check_shape(shape, entries, table["min"], table["max"], short_final=short_final(state)):
        yield Discrepancy(line.seq, "change_breaks_draw", "the published shape does not fit these tables")
    if state.facts["ranked"] and "ranked" in line.data:
        yield from check_gate(state, line, people_drawn(state, state.draw.order))


def in_lowest_terms(text: str) -> bool:
    """Whether an amount of points is written in its one form."""
    try:
        return str(Fraction(text)) == text
    except (ValueError, ZeroDivisionError):
        return False


def removed(state: State, line: Line) -> Findings:
    """A role that nobody of that id holds."""
    if (line.data["role"], line.data["person"]) not in state.staff:
        what = f"{shown(line.data['person'])} was no {line.data['role']}"
        yield Discrepancy(line.seq, "staff_unknown", what)


def assigned(state: State, line: Line) -> Findings:
    """A role that is held already."""
    if (line.data["role"], line.data["person"]) in state.staff:
        what = f"{shown(line.data['person'])} is {line.data['role']} already"
        yield Discrepancy(line.seq, "staff_twice", what)
