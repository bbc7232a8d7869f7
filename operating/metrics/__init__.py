"""Figures for Prometheus, of all processes: each writes its own down, whoever is asked adds up (ADR 0051)."""
