"""Seeded random tournaments: what is played, and how each match ends. The seed decides everything."""
