"""Calls for a judge or the coordinator, from a match, from a phone at a table, and answered by the staff."""
