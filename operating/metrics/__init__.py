"""Metrics for Prometheus: each process writes its own to a file, the scraped one adds up (ADR 0051)."""
