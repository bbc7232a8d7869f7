"""The suite, one folder per kind of truth; `python -m tests` runs all of it (see `make test`)."""
