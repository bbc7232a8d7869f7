"""`manage.py` for people: what is wrong with the machine is one sentence, never a trace."""

from collections.abc import Sequence

from django.core.management import execute_from_command_line
from django.db import DatabaseError

from core.db.storage import sentence_for
from core.private import Unusable

INTERRUPTED = 130


def run(arguments: Sequence[str]) -> int | str:
    """Run a command; what the process exits with."""
    try:
        execute_from_command_line(list(arguments))
    except Unusable as error:
        return f"CommandError: {error}"
    except KeyboardInterrupt:
        return INTERRUPTED
    except DatabaseError as error:
        if sentence := sentence_for(error):
            return f"CommandError: {sentence}"
        raise
    return 0
