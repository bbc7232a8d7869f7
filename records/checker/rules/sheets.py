"""Every version of every sheet: its form, what it stands on, and the rules (chapter 4)."""

from collections.abc import Iterator, Mapping

from records.checker.format.findings import Discrepancy, Findings, listed, shown
from records.checker.replay.state import Line, Match, State
from records.checker.rules.playing import unknown
from records.checker.rules.rewriting import as_rewritten, rewritten_before
from records.checker.rules.seats import check_holders
from records.checker.rules.verdicts import ALWAYS, can_be_uncounted, counted, line_keys
from rulesets.kernel.sheet import Out, Verdict

Data = Mapping[str, object]
LATER = frozenset({("walkover", "pool_without_realms"), ("walkover", "not_the_last_departure")})
"""What a sheet of the first format was not asked for."""

OUTS = frozenset(out.value for out in Out)


def well_formed(state: State, line: Line) -> Findings:
    """Lines with other keys than the game's, or other types."""
    due = {*ALWAYS, *line_keys(state)} if state.rules else None
    for index, item in enumerate(line.data["lines"]):
        path = f"data.lines.{index}"
        if due is not None and item.keys() != due:
            what = f"{path}: {listed(sorted(due.symmetric_difference(item.keys())))} missing or unknown"
            yield Discrepancy(line.seq, "key_missing" if due - item.keys() else "key_unknown", what)
        yield from _typed(state, line, item, path)


def _typed(state: State, line: Line, item: Data, path: str) -> Findings:
    wrong = [key for key in ("player",) if not isinstance(item.get(key), str)]
    wrong += [key for key in ("out",) if item.get(key) is not None and item.get(key) not in OUTS]
    wrong += [key for key in ("out_order",) if item.get(key) is not None and type(item.get(key)) is not int]
    wrong += _wrong_counts(state, item)
    for key in sorted(wrong):
        yield Discrepancy(line.seq, "wrong_type", f"{path}: {shown(key)} is {shown(item.get(key))}")


def _wrong_counts(state: State, item: Data) -> Iterator[str]:
    """Counts that are no integers; all of a line may be null where nobody counted, and those not of the type.

    The first format let those of somebody out be null one by one.
    """
    keys = item.keys() - set(ALWAYS)
    one_by_one = not state.since_2 and item.get("out") is not None
    uncounted = can_be_uncounted(state) and all(item[key] is None for key in keys)
    for key in keys:
        may_be_null = one_by_one or uncounted or key not in counted(state)
        if type(item[key]) is not int and not (may_be_null and item[key] is None):
            yield key


def recorded(state: State, line: Line, verdict: Verdict | None) -> Findings:
    """Everything wrong with a well-formed sheet; `verdict` is what the rules say of it."""
    match = state.match(line.data["match"])
    if match is None:
        yield unknown(line)
        return
    yield from _version(line, match)
    yield from _rewritten(state, line, match)
    yield from check_holders(state, line, match, _disqualified(state, line, match))
    yield from _gone_first(state, line, match)
    yield from _gone_winner(state, line, match)
    yield from _by_whom(state, line, match)
    if line.data["rewritten"]:
        yield from as_rewritten(state, line, match)
    elif not match.occupied:
        yield from _nobody_there(line, match)
    elif verdict is not None:
        yield from _against(state, line, match, verdict)


def _version(line: Line, match: Match) -> Findings:
    """Versions without gaps, with reasons; the same report once."""
    data = line.data
    if data["version"] != match.version + 1:
        what = f"{match.id}: version {data['version']} after {match.version}"
        yield Discrepancy(line.seq, "version_gap", what)
    if not (data["reason"] or "").strip() and (data["version"] > 1 or data["ended_by"] == "ruling"):
        yield Discrepancy(line.seq, "reason_missing", f"{match.id}: it needs a reason")
    if data["report"] is not None and data["report"] in match.reports and not data["rewritten"]:
        yield Discrepancy(line.seq, "report_twice", f"{match.id}: report {shown(data['report'])}")


def _rewritten(state: State, line: Line, match: Match) -> Findings:
    """After `replace`, and where an undo brings back what was rewritten once."""
    due = ("rewrite", match.id) in state.act.dues
    if line.data["rewritten"] != due and not (line.data["rewritten"] and rewritten_before(line, match)):
        what = "not rewritten after replace" if due else "rewritten where nobody was replaced"
        yield Discrepancy(line.seq, "rewritten_wrong", f"{match.id}: {what}")


def _gone_first(state: State, line: Line, match: Match) -> Findings:
    """A disqualification on a sheet is from the tournament, and recorded before the sheet."""
    for entry in _disqualified(state, line, match):
        if state.entries[entry].left != "disqualified":
            yield Discrepancy(line.seq, "disqualified_late", f"{entry}: entry.disqualified comes first")


def _gone_winner(state: State, line: Line, match: Match) -> Findings:
    """Nobody who is disqualified wins, or is left as if still in the game; what was won before may stand."""
    if not state.since_2:
        return
    winner, before = line.data["winner"], match.current.winner if match.current else None
    entry = state.entries.get(winner or "")
    if entry is not None and entry.left == "disqualified" and winner != before:
        yield Discrepancy(
            line.seq, "winner_disqualified", f"{match.id}: {entry.id} is disqualified, and wins"
        )
    if match.current is not None or state.act.undone:
        return
    marked = _disqualified(state, line, match)
    for here in match.occupied.values():
        if here in state.entries and state.entries[here].left == "disqualified" and here not in marked:
            yield Discrepancy(line.seq, "disqualified_unmarked", f"{match.id}: {here} is disqualified")


def _disqualified(state: State, line: Line, match: Match) -> list[str]:
    out = {item["player"] for item in line.data["lines"] if item["out"] == "disqualified"}
    seated = (state.entries.get(entry) for entry in match.occupied.values())
    return [entry.id for entry in seated if entry is not None and out.intersection(entry.players)]


def _by_whom(state: State, line: Line, match: Match) -> Findings:
    """The system itself decides byes and tables that nobody reaches; one left alone may be seen by both.

    A table that nobody had reached is empty again by whoever undoes what changed it.
    """
    by_system = line.by == "system"
    alone = line.data["ended_by"] == "walkover" and len(match.occupied) == 1
    automatic = line.data["ended_by"] == "bye" or not match.occupied
    again = automatic and bool(state.act.undone)
    if by_system != automatic and not alone and not again:
        yield Discrepancy(line.seq, "author_wrong", f"{match.id}: {line.data['ended_by']} by {line.role}")
    ruled = line.data["ended_by"] == "ruling" or (state.since_2 and _corrects(line, match))
    if ruled and line.role not in ("coordinator", "organizer"):
        what = f"{match.id}: version {line.data['version']}, {line.data['ended_by']}, by {line.role}"
        yield Discrepancy(line.seq, "author_wrong", what)
    if line.data["ended_by"] == "bye" and (len(match.sides) > 1 or line.data["version"] > 1):
        yield Discrepancy(line.seq, "bye_at_table", f"{match.id}: a bye is a match of one side, decided once")


def _corrects(line: Line, match: Match) -> bool:
    """Whether it takes the place of a sheet, other than a game that beats its walkover, or by the system."""
    before = match.current.ended_by if match.current else None
    return before not in (None, "walkover", "nobody") and line.by != "system"


def _nobody_there(line: Line, match: Match) -> Findings:
    """Every seat empty: nobody wins, and the sheet is empty too."""
    data = line.data
    if data["ended_by"] != "nobody" or data["winner"] is not None or any(data[key] for key in _CONTENT):
        yield Discrepancy(line.seq, "nobody_came", f"{match.id}: every seat is empty, so is its sheet")


_CONTENT = ("lines", "cuts", "scores", "placement")


def _against(state: State, line: Line, match: Match, verdict: Verdict) -> Findings:
    """What is written, against what the rules make of it."""
    for violation in verdict.violations:
        if not state.since_2 and (line.data["ended_by"], violation.code) in LATER:
            continue
        where = f"{match.id} {violation.field} (rule {violation.rule or '-'})"
        told = listed([f"{key}={value}" for key, value in violation.facts.items()])
        yield Discrepancy(line.seq, violation.code, f"{where}: {told}")
    if verdict.violations:
        return
    if verdict.open_tie:
        yield Discrepancy(line.seq, "open_tie", f"{match.id}: sides {listed(verdict.open_tie)} must cut")
        return
    yield from _same_winner(line, match, match.occupied.get(verdict.winner or 0))
    yield from _same_places(line, match, [sorted(tied) for tied in verdict.placement])
    yield from _same_scores(line, match, verdict)


def _same_winner(line: Line, match: Match, due: str | None) -> Findings:
    if line.data["winner"] != due:
        what = f"{match.id}: {shown(line.data['winner'])}, the rules say {shown(due)}"
        yield Discrepancy(line.seq, "winner_wrong", what)


def _same_places(line: Line, match: Match, due: list[list[int]]) -> Findings:
    written = [sorted(tied) for tied in line.data["placement"]]
    if written != due:
        what = f"{match.id}: {_places(written)}, the rules say {_places(due)}"
        yield Discrepancy(line.seq, "placement_wrong", what)


def _same_scores(line: Line, match: Match, verdict: Verdict) -> Findings:
    timed = line.data["ended_by"] == "time"
    due = {str(side): score for side, score in verdict.scores.items()} if timed else {}
    if line.data["scores"] != due:
        what = f"{match.id}: {_scores(line.data['scores'])}, the rules say {_scores(due)}"
        yield Discrepancy(line.seq, "scores_wrong", what)


def _places(placement: list[list[int]]) -> str:
    return " > ".join("=".join(map(str, tied)) for tied in placement[:8]) or "nobody"


def _scores(scores: Mapping[str, int | None]) -> str:
    return " ".join(_score_texts(scores)) or "none"


def _score_texts(scores: Mapping[str, int | None]) -> Iterator[str]:
    return (f"{side}:{shown(scores[side])}" for side in sorted(scores)[:8])
