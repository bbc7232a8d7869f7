#!/usr/bin/env python
"""Django's command line for this project."""

import os
import sys

from core.commands import run_command

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    sys.exit(run_command(sys.argv))
