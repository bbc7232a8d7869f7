"""Habits of the code that no linter knows."""

import ast
from collections import Counter
from pathlib import Path

from tests.architecture import house
from tools.scripts.catalog import PACKAGES

MAX_LINES = 400
MAX_MODULES = 24
SUFFIXES = (".py", ".html", ".css", ".js")
VAGUE = {"utils", "util", "helpers", "helper", "misc", "common", "base_utils"}
WRITES = {
    "save", "create", "get_or_create", "update_or_create", "bulk_create", "bulk_update", "delete", "atomic",
    "select_for_update",
}  # fmt: skip
CLOCKS = {"now", "utcnow", "today", "monotonic", "perf_counter", "localtime", "gmtime", "sleep", "urandom"}
REFUSALS = {"Refused", "Forbidden", "Stale"}
ACTS = (
    "core", "accounts", "catalogue", "matches", "tournaments", "records", "scheduling", "notices",
    "operating",
)  # fmt: skip
WAIT = ".wait_for_" + "function("
SIGNALS = ("django.dispatch", "django.db.models.signals", "django.core.signals", "django.db.backends.signals")


def test_no_file_is_over_400_lines() -> None:
    long = {house.name(path): len(path.read_text().splitlines()) for path in house.files(*SUFFIXES)}
    assert {name: lines for name, lines in long.items() if lines > MAX_LINES} == {}


def test_no_package_holds_more_than_24_modules() -> None:
    """Of its own, `__init__.py` among them; those of packages below it count there."""
    modules = Counter(house.name(path.parent) for path in house.files(".py", within=PACKAGES))
    assert {package: count for package, count in modules.items() if count > MAX_MODULES} == {}


def test_no_module_has_a_name_that_says_nothing() -> None:
    assert [house.name(path) for path in house.files(".py") if VAGUE & {path.stem, path.parent.name}] == []


def _hidden_imports(path: Path) -> list[str]:
    functions = [node for node in ast.walk(house.tree(path)) if isinstance(node, ast.FunctionDef)]
    inside = [node for function in functions for node in ast.walk(function)]
    ours = [node for node in inside if isinstance(node, ast.Import | ast.ImportFrom) and _is_ours(node)]
    return [house.place(path, node) for node in ours]


def _is_ours(node: ast.AST) -> bool:
    return any(module.split(".")[0] in PACKAGES for module in house.imported(node))


def test_no_import_hides_in_a_function() -> None:
    assert [where for path in house.files(".py", within=PACKAGES) for where in _hidden_imports(path)] == []


def test_business_flows_through_no_signals() -> None:
    used = [
        house.name(path)
        for path in house.files(".py", within=PACKAGES)
        for node in ast.walk(house.tree(path))
        for module in house.imported(node)
        if module.startswith(SIGNALS)
    ]
    assert used == []


def _calls(path: Path) -> list[tuple[str, ast.Call]]:
    nodes = [node for node in ast.walk(house.tree(path)) if isinstance(node, ast.Call)]
    return [(node.func.attr, node) for node in nodes if isinstance(node.func, ast.Attribute)]


def test_no_door_writes_to_the_database() -> None:
    doors = house.files(".py", within=("web", "api"))
    writes = [house.place(path, node) for path in doors for called, node in _calls(path) if called in WRITES]
    assert writes == []


def _impure(path: Path) -> list[str]:
    nodes = list(ast.walk(house.tree(path)))
    clocks = [house.place(path, node) for called, node in _calls(path) if called in CLOCKS]
    imports = [f"{house.name(path)} imports {name}" for node in nodes for name in _worldly(node)]
    return [*clocks, *imports]


def _worldly(node: ast.AST) -> set[str]:
    """What a pure module must not import; of `random` it takes the class only, to be handed an instance."""
    names = set(house.imported(node))
    if "random.Random" in names:
        names.discard("random")
    return names & {"time", "secrets", "uuid", "os", "environ", "random"}


def test_what_decides_reads_no_clock_and_no_global_randomness() -> None:
    assert [fault for path in house.pure_files() for fault in _impure(path)] == []


def test_no_password_is_stored_past_the_account() -> None:
    """`User.save` begins another epoch with it; only a better hash of the same one goes another way."""
    found = [
        house.name(path)
        for path in house.files(".py", within=PACKAGES)
        for called, node in _calls(path)
        if called in {"update", "update_or_create"} and any(word.arg == "password" for word in node.keywords)
    ]
    assert found == ["accounts/models/account.py"]


def _codes(function: ast.FunctionDef) -> set[str]:
    """The codes of refusals that the function itself raises, as far as they are written out."""
    raised = [node.exc for node in ast.walk(function) if isinstance(node, ast.Raise)]
    refusals = [exc for exc in raised if isinstance(exc, ast.Call) and _called(exc) in REFUSALS]
    calls = [node for exc in refusals for node in ast.walk(exc) if isinstance(node, ast.Call)]
    first = [call.args[0] for call in calls if call.args and _called(call) in {*REFUSALS, "Violation"}]
    return {str(word.value) for word in first if isinstance(word, ast.Constant)}


def _called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def test_a_public_function_names_the_codes_with_which_it_refuses() -> None:
    functions = [
        (path, node)
        for path in house.files(".py", within=ACTS)
        for node in ast.walk(house.tree(path))
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
    ]
    unnamed = {
        f"{house.name(path)}:{one.lineno}": missing
        for path, one in functions
        if (missing := {code for code in _codes(one) if code not in (ast.get_docstring(one) or "")})
    }
    assert unnamed == {}, "name them in the docstring: Raises `Stale` `finished`."
    assert sum(bool(_codes(one)) for _path, one in functions) > 50


def test_no_browser_test_lets_the_page_wait_for_a_predicate() -> None:
    """`wait_for_function` takes the promise of an async predicate for true: `wait_until` evaluates it."""
    waits = [house.name(path) for path in house.files(".py", within=("tests",)) if WAIT in path.read_text()]
    assert waits == []
