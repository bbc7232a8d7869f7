"""Stages before the bracket: pairings and orders made again, and the lines that say them."""
