"""Metrics for Prometheus: each process writes a file, and the scraped one adds them up (ADR 0051)."""
