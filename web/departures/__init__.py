"""Pages for entries that leave or come late: decision, substitute, late entry, no-show."""
