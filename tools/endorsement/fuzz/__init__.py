"""Calls made from `docs/openapi.yaml` alone: sensible ones, and deliberately absurd ones."""
