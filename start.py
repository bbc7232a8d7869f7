"""Chama on this computer: `python start.py`, or `py start.py` on Windows. Nothing but Python is needed.

    python start.py             the product with a demo tournament in progress
    python start.py --hall      a real day: no demo, open to the phones in the hall
    python start.py --setup     gets everything ready and ends; after it no network is needed

Whatever else is said is passed on to `manage.py serve` (`--port 8080`). Stop it with Ctrl-C.
"""
# Written so that every Python can read it: an old one has to get as far as its sentence. With a Python
# that is new enough, tools/scripts/starting.py does the work.

import os
import signal
import subprocess
import sys

OLDEST = (3, 11)
PROBE = "import sys; sys.exit(sys.version_info < (3, 11))"
OTHERS = [["py", "-3"]] if os.name == "nt" else [["python3.%d" % minor] for minor in (14, 13, 12, 11)]
TOO_OLD = (
    "Python 3.11 or newer is needed, and this is {version}: install a newer one from python.org (on Debian "
    "12 or newer: apt-get install python3 python3-venv), then start again with it."
)
STOPPED = "Stopped before everything was ready; the next start completes it."


def translated(sentence, **facts):
    """Return the sentence with these facts in the system's language.

    In English if this Python is too old to read the others.
    """
    try:
        from core.terminal import spoken
    except (SyntaxError, ImportError):
        return sentence.format(**facts)
    return spoken(sentence, **facts)


def find_newer_python():
    """Return the command of a Python on this computer that is new enough; None if there is none."""
    with open(os.devnull, "w") as nowhere:
        for command in OTHERS:
            try:
                if subprocess.call(command + ["-c", PROBE], stdout=nowhere, stderr=nowhere) == 0:
                    return command
            except OSError:
                pass
    return None


def replace_process(command, environ):
    """Run the command in place of this process, and do not return.

    On Windows, which cannot do that: run it, and exit with its code once it ends.
    """
    if os.name != "nt":
        os.execvpe(command[0], command, environ)
    signal.signal(signal.SIGINT, lambda *_: None)  # the product has it too, and ends in its own time
    sys.exit(subprocess.call(command, env=environ))


def main():
    """Set everything up with a Python that is new enough; then start the product in place of this process.

    With `--setup` it ends before. Exit with a sentence if anything fails.
    """
    if sys.version_info < OLDEST:
        newer = find_newer_python()
        if newer is None:
            sys.exit(translated(TOO_OLD, version="%d.%d" % sys.version_info[:2]))
        replace_process(newer + [os.path.abspath(__file__)] + sys.argv[1:], os.environ)
    from tools.scripts import starting  # no older Python can read it

    try:
        product = starting.prepare(sys.argv[1:])
    except starting.NotReady as problem:
        sys.exit(str(problem))
    except KeyboardInterrupt:
        sys.exit(translated(STOPPED))
    if product is not None:
        replace_process(*product)


if __name__ == "__main__":
    main()
