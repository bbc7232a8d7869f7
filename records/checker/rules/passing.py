"""Who is passed over for byes and short tables: entries of the draw, where there is something to give."""

from itertools import chain

from records.checker.format.findings import Discrepancy, Findings, listed
from records.checker.replay.state import Line, State
from tournaments.bracket.passing_over import numbered


def lists_of(line: Line) -> dict[str, int]:
    """In which list of those who are passed over an entry stands."""
    return numbered(line.data.get("passed_over", ()))


def check_passed_over(state: State, line: Line) -> Findings:
    """Only in a ranked draw by lot that has short tables; everybody once, each list by code."""
    lists = line.data.get("passed_over", ())
    if not lists:
        return
    data, codes = line.data, list(chain(*lists))
    if data["method"] != "random" or not state.facts["ranked"] or len(set(data["rounds"][0])) == 1:
        what = "somebody is passed over where lots decide nothing, all tables are alike, or no season counts"
        yield Discrepancy(line.seq, "nothing_to_pass_over", what)
    if len(set(codes)) < len(codes) or not set(codes) <= set(data["order"]):
        yield Discrepancy(line.seq, "passed_over_wrong", f"{listed(codes)}: each once, and drawn")
    if any(part != sorted(part) for part in lists):
        yield Discrepancy(line.seq, "passed_over_wrong", "each list stands in the order of its codes")
