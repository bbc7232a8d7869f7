"""Tools of an operator: backups and restore, metrics, the check of every record."""
