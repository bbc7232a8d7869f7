"""`python -m tools.endorsement WHAT`: the endorsement from the command line.

    check FILE [--head SEQ:SHA256]   0 sound, 1 discrepancies (a line each), 3 no record
    slice                            a little of everything, in some minutes: what `make test-rest` runs
    run [--fresh] [--report FILE]    everything, up to two hours: what `make endorse` runs
        [--go-on]                    resume at the step at which a run on this commit was interrupted

    tournaments                      played and checked twice; mutants measure the checker
    history                          many clients report the same matches, on SQLite and PostgreSQL
    replay                           every write route five times with one key
    fuzz                             random calls made from docs/openapi.yaml, in every role
    chaos                            processes killed while judges report
    broker                           the broker is away for minutes
    writers                          eight writers on the SQLite of a laptop
    day                              a day at 60 times its speed, its afternoon full of kills
    image                            the Dockerfile built on stand-in bases, a day played in its containers
    drill [--entries N]              laptop or database lost in mid-day, gone on from the backup: `make drill`

All but `check` and `drill` take `--seed N`, `--keep FOLDER`, `--slice` and `--share 0.1`. They exit with 0
if no discrepancy is left unexplained.
"""

import sys
from collections.abc import Callable, Sequence
from functools import partial

from checker import command as checking
from tools.endorsement import drill, run
from tools.endorsement.parts import PARTS
from tools.endorsement.sizes import SLICE, WHOLE

COMMANDS: dict[str, Callable[[Sequence[str]], int]] = {
    "check": checking.main,
    "drill": drill.main,
    "slice": partial(run.main, size=SLICE),
    "run": partial(run.main, size=WHOLE),
    **{name: partial(run.main, size=WHOLE, parts=(name,)) for name in PARTS},
}


def main(arguments: Sequence[str]) -> int:
    """Run the command and return its exit code; print the help and return 2 for an unknown one."""
    if not arguments or arguments[0] not in COMMANDS:
        print(__doc__)
        return 2
    return COMMANDS[arguments[0]](arguments[1:])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
