"""Kills what it started while judges report, brings it back, and looks whether anything is lost."""
