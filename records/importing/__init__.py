"""Rebuild a tournament from a record file, part by part."""
