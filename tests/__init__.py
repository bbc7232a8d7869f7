"""The suite, one folder per kind of truth; `python -m tests` runs the essential part (see `make test`)."""
