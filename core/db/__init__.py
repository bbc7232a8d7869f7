"""The database layer: the SQLite engine, compiled queries, snapshots, retries, triggers and disk space."""
