"""Caches of responses and values."""
