"""What lies beside a record: the texts of which it holds hashes, heads that somebody signed and kept."""
