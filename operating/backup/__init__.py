"""A laptop's backups: one file with everything, written atomically and restored by one command (ADR 0050)."""
