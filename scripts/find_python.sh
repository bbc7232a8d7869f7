#!/bin/sh
# Prints a Python that can run the product: $PYTHON, or the first on the PATH that is new enough.
candidates=${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11 python}
for python in $candidates; do
  "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue
  if "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    echo "$python"
    exit 0
  fi
  echo "$python cannot make virtual environments: install its venv module (on Debian: apt-get install python3-venv)." >&2
  exit 1
done
echo "Python 3.11 or newer is needed and was not found (looked for: $candidates). Install it, or say make PYTHON=/path/to/python." >&2
exit 1
