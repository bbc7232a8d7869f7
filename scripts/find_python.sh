#!/bin/sh
# Prints a Python that can run the product: $PYTHON, or the first on the PATH that is new enough.
for python in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11 python}; do
  if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    if "$python" -c 'import ensurepip, venv' 2>/dev/null; then
      echo "$python"
      exit 0
    fi
    echo "$python cannot make virtual environments: install its venv module (on Debian: apt-get install python3-venv)." >&2
    exit 1
  fi
done
echo "Python 3.11 or newer is needed, and none of python3, python3.11 … python3.14 here is: install one, or say make PYTHON=/path/to/python." >&2
exit 1
