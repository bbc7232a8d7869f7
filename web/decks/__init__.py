"""Pages of decks: check any list, hand in an entry's decks, waive the check."""
