"""The tournament as the lines so far left it."""
