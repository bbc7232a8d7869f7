"""What the databases need from us: the SQLite engine, kept statements, one look, retries, space."""
