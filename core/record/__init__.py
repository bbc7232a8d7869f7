"""The append-only record: canonical bytes, the hash chain, opaque codes, guards."""
