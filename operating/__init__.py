"""Operators' tools: backups and restore, metrics, the check of all records."""
