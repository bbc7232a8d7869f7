"""A laptop's backups: one file with everything, whole or absent; one command brings it back (ADR 0050)."""
