"""`python -m endorsement WHAT`: the endorsement from the command line.

    check FILE [--head SEQ:SHA256]   0 sound, 1 discrepancies (a line each), 3 no record of Chama
    slice                            300 tournaments and mutants of them, in some minutes
    run [--fresh] [--report FILE]    5,000 of them, up to 4,096 entries

`slice` and `run` take `--seed N` and `--keep FOLDER`; 0 where nothing is left unexplained.
"""

import sys
from collections.abc import Callable, Sequence
from functools import partial

from endorsement import run
from endorsement.check import command as checking

COMMANDS: dict[str, Callable[[Sequence[str]], int]] = {
    "check": checking.main,
    "slice": partial(run.main, size=run.SLICE),
    "run": partial(run.main, size=run.WHOLE),
}


def main(arguments: Sequence[str]) -> int:
    """Run one part; its exit code."""
    if not arguments or arguments[0] not in COMMANDS:
        print(__doc__)
        return 2
    return COMMANDS[arguments[0]](arguments[1:])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
