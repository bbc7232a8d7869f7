"""Who takes part: staff and what each may write, entries, their decks."""
