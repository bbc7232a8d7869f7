"""What `start.py` does with a Python that is new enough: set up what is missing, say what to run."""

import os
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from pathlib import Path

from core.terminal import spoken
from tools.scripts.environment import ROOT, RUN, TEST, Environment, NotReady, run
from tools.scripts.failures import advice

__all__ = ["NotReady", "prepare"]

PURPOSES = {"run": RUN, "test": TEST}


def prepare(arguments: Sequence[str]) -> tuple[list[str], dict[str, str]] | None:
    """Set up, then return the command to run now and its environment; None after `--setup`.

    Raises `NotReady` if the set-up fails. `--help` prints help and exits.
    """
    options, passed_on = make_parser().parse_known_args(arguments)
    if (options.setup or "run") not in PURPOSES:
        raise NotReady(spoken("--setup takes run or test, not {given}.", given=options.setup))
    environment = Environment()
    try:
        environment.set_up(PURPOSES[options.setup or "run"])
        run(environment.python, "-m", "core.assets")
    except OSError as problem:
        raise NotReady(advice(str(problem), ROOT)) from problem
    if options.setup:
        return None
    mode = "--hall" if options.hall else "--demo"
    command = [str(environment.python), str(ROOT / "manage.py"), "serve", mode, *passed_on]
    return command, product_environ(os.environ, hall=options.hall)


def make_parser() -> ArgumentParser:
    """Return the parser of `start.py`'s arguments."""
    rest = spoken("Everything else is passed on to `manage.py serve`.")
    hall = spoken(
        "a real day: no demo, open to the phones in the hall, stored in the folder `chama` of your home"
    )
    setup = spoken("get everything ready to run (or to test), and end")
    made = ArgumentParser(prog="start.py", allow_abbrev=False, add_help=False, epilog=rest)
    made.add_argument("-h", "--help", action="help", help=spoken("show this and end"))
    made.add_argument("--hall", action="store_true", help=hall)
    made.add_argument("--setup", nargs="?", const="run", metavar="|".join(PURPOSES), help=setup)
    return made


def product_environ(given: Mapping[str, str], *, hall: bool) -> dict[str, str]:
    """Return the product's environment: `given` with UTF-8 text, for a hall with a folder of its own.

    Variables in `given` win.
    """
    chosen = {"PYTHONUTF8": "1", **given}
    if hall and not given.get("DATA_DIR"):
        chosen["DATA_DIR"] = str(Path.home() / "chama")
    return chosen
