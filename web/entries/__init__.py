"""Pages of entries: list, own entry, changes, import and its undo, check-in, code at the door."""
