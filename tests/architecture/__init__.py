"""What holds for every file of the house; imports between floors are in pyproject.toml (import-linter)."""
