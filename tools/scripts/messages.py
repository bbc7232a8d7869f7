"""`make messages`: bring the catalogs up to date with the code and say what is left to translate.

New messages are added empty, unused ones dropped, no translation is guessed. `--check` writes nothing
and fails if a catalog is not complete.
"""

import sys

from tools.scripts import catalog


def update() -> int:
    """Rewrite every catalog, print its problems, and return how many there are in all."""
    wanted, left = catalog.extract_messages(), 0
    for path in catalog.CATALOGS:
        catalog.save(catalog.update_catalog(catalog.load(path), wanted), path)
        left += report(str(path.relative_to(catalog.ROOT)), catalog.problems(catalog.load(path), wanted))
    return left


def check() -> int:
    """Print the problems of every catalog, and return how many there are in all; write nothing."""
    wanted = catalog.extract_messages()
    return sum(
        report(str(path.relative_to(catalog.ROOT)), catalog.problems(catalog.load(path), wanted))
        for path in catalog.CATALOGS
    )


def report(name: str, problems: list[str]) -> int:
    """Print the problems of one catalog, and return how many there are."""
    for problem in problems:
        print(f"{name}: {problem}")
    print(f"{name}: {'complete' if not problems else f'{len(problems)} to do'}")
    return len(problems)


if __name__ == "__main__":
    if "--check" in sys.argv[1:]:
        sys.exit(1 if check() else 0)
    update()
