"""Pages of matches: the bracket, one match, the hall screen, and the search for a seat."""
