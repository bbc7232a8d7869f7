"""Pages of the day's progress: breaks, calls by hand, count at the table, drawn games, extensions."""
