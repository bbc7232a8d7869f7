"""Calls made from `docs/openapi.yaml` alone: sensible ones, and such as nobody could mean."""
